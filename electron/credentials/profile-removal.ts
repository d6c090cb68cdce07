import { deleteProfileQuestion } from '#shared/questions.ts'
import { type Confirm, confirmInProduction } from '../confirmation.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { Transaction } from '../store/database.ts'
import type { CredentialService } from './credential-service.ts'

interface Services {
  readonly profiles: ProfileStore
  readonly credentials: Pick<CredentialService, 'destroySecretsOf' | 'keepKeysOf'>
}

/**
 * Deletes a profile. Its keys and secrets stay in the keychain unless `destroySecrets` is true.
 * @throws `profile-not-found`, `production-read-only`, `keychain-…`; what `confirm` throws
 */
export async function removeProfile(
  { profiles, credentials }: Services,
  profileId: string,
  { destroySecrets }: { readonly destroySecrets: boolean },
  confirm: Confirm,
): Promise<void> {
  const { profile } = await profiles.get(profileId)
  // A removal that is refused later would leave traces of its keys.
  profiles.requireUsable([{ profile }])
  await confirmInProduction(profile, confirm, deleteProfileQuestion(profile, { destroySecrets }))
  const remove = (within?: Transaction): Promise<void> => profiles.remove(profileId, within)
  // Secrets first: otherwise a failing keychain would leave keys that no profile names.
  if (destroySecrets) await credentials.destroySecretsOf(profileId, remove)
  else await credentials.keepKeysOf(profileId, () => remove())
}
