import { activateSeveralQuestion } from '../../profiles/confirmation/confirmation-messages.ts'
import type { Confirm } from '../../profiles/confirmation/confirmation.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import { confirmByName } from './confirm-by-name.ts'

/**
 * Asks once before credentials of several profiles are activated, if Production profiles are among them.
 * @returns the confirmation of each
 * @throws `name-not-typed`
 */
export async function confirmActivation(
  chosen: readonly StoredProfile[],
  typed: readonly string[] = [],
): Promise<Confirm> {
  const confirm = confirmByName(typed)
  const production = chosen.filter(({ profile }) => profile.environment === 'production')
  if (production.length > 1) await confirm(activateSeveralQuestion(production.map(({ profile }) => profile.name)))
  return confirm
}
