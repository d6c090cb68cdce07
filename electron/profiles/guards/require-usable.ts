import { isDeepStrictEqual } from 'node:util'
import { isReadOnly, productionReadOnly, type ProductionAccess } from '#shared/profiles/production-access.ts'
import type { Profile } from '#shared/profiles/profile.ts'

/** Tells whether a profile exists for a caller, and what was loaded when the profile was of an environment. */
export type SeesProfile = (profile: Pick<Profile, 'id' | 'environment'>) => boolean

interface Stored {
  readonly profile: Profile
  readonly history: readonly unknown[]
}

/** Makes sure that profiles may be used and changed. @throws `production-read-only` */
export function requireUsable(
  access: ProductionAccess,
  profiles: readonly { readonly profile: Pick<Profile, 'name' | 'environment' | 'practice'> }[],
): void {
  const refused = profiles.find(({ profile }) => isReadOnly(access, profile))
  if (refused !== undefined) throw productionReadOnly(refused.profile.name)
}

/**
 * Makes sure that a change of the profiles changes and removes none that is read-only, and adds none. Their histories may
 * grow: Clavis itself records warnings there.
 * @throws `production-read-only`
 */
export function requireUnchangedIfReadOnly(
  access: ProductionAccess,
  before: readonly Stored[],
  after: readonly Stored[],
): void {
  requireUsable(access, [...without(before, after, access), ...without(after, before, access)])
}

/** Returns the read-only profiles that are not the same among the others. */
function without(profiles: readonly Stored[], others: readonly Stored[], access: ProductionAccess): Stored[] {
  return profiles.filter(
    (stored) =>
      isReadOnly(access, stored.profile) &&
      !others.some((other) => other.profile.id === stored.profile.id && isSame(other, stored)),
  )
}

function isSame(one: Stored, other: Stored): boolean {
  return one === other || isDeepStrictEqual({ ...one, history: [] }, { ...other, history: [] })
}
