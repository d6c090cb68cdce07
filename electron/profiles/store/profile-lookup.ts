import { ClavisError } from '../../../shared/model/errors/error.ts'
import { nameSkeleton } from '../look-alike.ts'
import { requireVisibleName } from '../visible-name.ts'
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

/**
 * Makes sure that a name is valid and free, and that nobody takes it for another profile's.
 * @param ownId the profile that may have it already
 * @throws `input-invalid`, `profile-name-taken`
 */
export function checkName(profiles: readonly StoredProfile[], name: string, ownId?: string): void {
  requireVisibleName(name)
  const others = profiles.filter(({ profile }) => profile.id !== ownId)
  if (others.some(({ profile }) => profile.name === name)) throw nameTaken(name)
  const skeleton = nameSkeleton(name)
  const alike = others.find(({ profile }) => nameSkeleton(profile.name) === skeleton)
  if (alike !== undefined) throw looksLike(name, alike.profile.name)
}

function looksLike(name: string, existing: string): ClavisError {
  return new ClavisError('profile-name-taken', `The name “${name}” looks like the existing profile “${existing}”.`, {
    hint: 'Choose a name that can’t be mistaken for it.',
    details: { name, existing },
  })
}

export function nameTaken(name: string): ClavisError {
  return new ClavisError('profile-name-taken', `A profile named “${name}” already exists.`, {
    hint: 'Choose another name.',
    details: { name },
  })
}

export function changedElsewhere(): ClavisError {
  return new ClavisError('profile-changed-elsewhere', 'This profile was changed elsewhere.', {
    hint: 'Check its current settings and make your change again.',
  })
}
