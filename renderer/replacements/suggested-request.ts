import type { Credential } from '#shared/credentials/credential.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { openRequestForm } from '../credentials/request-form.tsx'
import { call } from '../platform/clavis.ts'
import { showError } from '../ui/dialog/show-error.tsx'

/** Opens the form of the new CSR, filled in as the previous one was. */
export async function openSuggestedRequest(profile: Profile, successor: Credential): Promise<void> {
  try {
    openRequestForm(profile, successor, await call('replacements.suggestRequest', { profileId: profile.id }))
  } catch (error) {
    showError('Couldn’t open the form', error)
  }
}
