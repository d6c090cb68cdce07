import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { StoredProfile } from './stored-profile.ts'

/** @throws `profile-not-found` */
export function found(profiles: readonly StoredProfile[], profileId: string): StoredProfile {
  const stored = profiles.find(({ profile }) => profile.id === profileId)
  if (stored === undefined)
    throw new ClavisError('profile-not-found', `Profile “${profileId}” not found.`, {
      hint: 'It may have been deleted or renamed. Check the list of profiles.',
    })
  return stored
}

export function changedElsewhere(): ClavisError {
  return new ClavisError('profile-changed-elsewhere', 'This profile was changed elsewhere.', {
    hint: 'Check its current settings and make your change again.',
  })
}
