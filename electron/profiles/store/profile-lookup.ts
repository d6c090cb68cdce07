import { ClavisError } from '#shared/errors.ts'
import { nameDistance } from '#shared/lists/nearest-column.ts'
import type { StoredProfile } from './stored-profile.ts'

/** @throws `profile-not-found` */
export function found(profiles: readonly StoredProfile[], profileId: string): StoredProfile {
  const stored = profiles.find(({ profile }) => profile.id === profileId)
  if (stored === undefined) {
    const nearest = nearestName(profileId, profiles)
    throw new ClavisError('profile-not-found', `Profile “${profileId}” not found.`, {
      hint:
        nearest === undefined
          ? 'It may have been deleted or renamed. Check the list of profiles.'
          : `Did you mean “${nearest}”?`,
    })
  }
  return stored
}

/** Returns the name of the profile that was probably meant by an unknown one. */
function nearestName(unknown: string, profiles: readonly StoredProfile[]): string | undefined {
  const low = unknown.toLowerCase()
  const distances = profiles.map(({ profile: { name } }) => ({ name, distance: nameDistance(low, name.toLowerCase()) }))
  const [nearest] = distances
    .filter(({ distance }) => distance < Infinity)
    .sort((one, other) => one.distance - other.distance)
  return nearest?.name
}

export function changedElsewhere(): ClavisError {
  return new ClavisError('profile-changed-elsewhere', 'This profile was changed elsewhere.', {
    hint: 'Check its current settings and make your change again.',
  })
}
