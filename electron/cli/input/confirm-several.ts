import type { Confirm, Confirmation } from '../../profiles/confirmation/confirmation.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import { counted } from '../terminal/counted.ts'
import { confirmByName } from './confirm-by-name.ts'

/**
 * Asks once before anything changes, if there are several profiles and Production ones among them.
 * @param ask creates the question, or for example `Activate other credentials of`
 * @returns the confirmation of each
 * @throws `not-confirmed`, `name-not-typed`, which name all of them
 */
export async function confirmSeveral(
  profiles: readonly StoredProfile[],
  typed: readonly string[] = [],
  ask: string | ((names: readonly string[]) => Confirmation),
  isSeveral = profiles.length > 1,
): Promise<Confirm> {
  const confirm = confirmByName(typed)
  const names = profiles
    .filter(({ profile }) => profile.environment === 'production')
    .map(({ profile }) => profile.name)
  if (isSeveral && names.length > 0) await confirm(typeof ask === 'string' ? questionOf(ask, names) : ask(names))
  return confirm
}

function questionOf(what: string, names: readonly string[]): Confirmation {
  const message = `${what} ${counted(names.length, 'Production profile')}?`
  return { names, message, details: ['Nothing was changed.'], action: 'Confirm' }
}
