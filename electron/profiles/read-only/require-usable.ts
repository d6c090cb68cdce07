import { isDeepStrictEqual } from 'node:util'
import {
  isReadOnly,
  productionReadOnly,
  type ProductionAccess,
} from '../../../shared/model/profile/production-access.ts'
import type { Profile } from '../../../shared/model/profile/profile.ts'
import type { StoredProfile } from '../store/stored-profile.ts'

/** Makes sure that profiles may be used and changed. @throws `production-read-only` */
export function requireUsable(
  access: ProductionAccess,
  profiles: readonly { readonly profile: Pick<Profile, 'name' | 'environment' | 'practice'> }[],
): void {
  const refused = profiles.find(({ profile }) => isReadOnly(access, profile))
  if (refused !== undefined) throw productionReadOnly(refused.profile.name)
}

/**
 * Makes sure that a change of the profiles changes and removes none that is read-only, and adds none.
 * @throws `production-read-only`
 */
export function requireUnchangedIfReadOnly(
  access: ProductionAccess,
  before: readonly StoredProfile[],
  after: readonly StoredProfile[],
): void {
  requireUsable(access, [...without(before, after, access), ...without(after, before, access)])
}

/** Returns the read-only profiles that are not the same among the others. */
function without(
  profiles: readonly StoredProfile[],
  others: readonly StoredProfile[],
  access: ProductionAccess,
): StoredProfile[] {
  return profiles.filter(
    (stored) =>
      isReadOnly(access, stored.profile) &&
      !isDeepStrictEqual(
        others.find(({ profile }) => profile.id === stored.profile.id),
        stored,
      ),
  )
}
