import { ClavisError } from '../../shared/model/error.ts'
import type { Profile, ProfileSettings } from '../../shared/model/profile.ts'
import type { StoredProfile } from './stored-profile.ts'

/** What the service knows a profile by, in people's words: another value stops its tokens at once. */
const guardedMembers = {
  environment: 'environment',
  flavor: 'flavor',
  clientId: 'client ID',
  tokenUrl: 'token URL',
  kid: 'key ID',
} as const satisfies Partial<Record<keyof ProfileSettings, string>>

/**
 * Lets what cannot be undone go on for a Production profile only where the person typed its name (practice profiles for
 * Production included, so that it is practised). Other environments pass.
 * @param reason a sentence, e.g. `Removing it cannot be undone.`
 * @throws `name-not-typed`
 */
export function requireTypedName(
  { name, environment }: Pick<Profile, 'name' | 'environment'>,
  typedName: string | undefined,
  reason: string,
): void {
  if (environment !== 'production' || typedName?.trim() === name) return
  throw new ClavisError('name-not-typed', `“${name}” is a Production profile. ${reason} Its name has to be typed.`, {
    hint: `Type the name exactly as it stands here. On the command line: --confirm "${name}"`,
  })
}

/**
 * The same for new settings: of a Production profile with an active credential what the service knows it by changes only
 * under its typed name, and no Production profile leaves Production without it.
 * @param settings the members that are to change
 * @throws `name-not-typed`
 */
export function requireTypedNameForChange(
  { profile, credentials }: Pick<StoredProfile, 'profile' | 'credentials'>,
  settings: Partial<ProfileSettings>,
  typedName: string | undefined,
): void {
  const changes = (Object.keys(guardedMembers) as (keyof typeof guardedMembers)[]).filter(
    (member) => settings[member] !== undefined && settings[member] !== profile[member],
  )
  const isActive = credentials.some(({ state }) => state === 'active')
  if (changes.length === 0 || (!isActive && !changes.includes('environment'))) return
  const words = changes.map((member) => guardedMembers[member]).join(', ')
  const effect = isActive ? 'while a credential is active can stop its tokens at once' : 'takes it out of Production'
  requireTypedName(profile, typedName, `Changing its ${words} ${effect}.`)
}
