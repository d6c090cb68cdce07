import { ClavisError } from '#shared/errors.ts'
import { isVisibleName } from '#shared/profiles/profile-settings.ts'
import { nameSkeleton } from './look-alike.ts'
import type { StoredProfile } from './store/stored-profile.ts'

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

/** Makes sure that a profile's name has no invisible characters. @throws `input-invalid` */
function requireVisibleName(name: string): void {
  if (isVisibleName(name)) return
  throw new ClavisError('input-invalid', `The name “${name}” contains invisible characters or unusual spaces.`, {
    hint: 'Use only letters, digits, punctuation and ordinary spaces.',
  })
}
