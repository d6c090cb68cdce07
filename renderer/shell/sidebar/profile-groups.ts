import { environmentNames, environments, type Environment } from '#shared/profiles/environment.ts'
import { merchantOf } from '#shared/profiles/merchant.ts'
import type { Profile, ProfileId } from '#shared/profiles/profile.ts'
import type { SidebarSettings } from '#shared/settings/sidebar-settings.ts'

type Listed = Pick<Profile, 'id' | 'name' | 'merchant' | 'environment'>

/** Profiles below one heading. */
export interface ProfileGroup<P extends Listed = Profile> {
  readonly key: string
  readonly title: string
  /** If its members share it by definition. */
  readonly environment?: Environment
  readonly members: readonly P[]
}

/** Order of environments in the sidebar: those that need most care first. */
const environmentOrder = environments.toReversed()

const names = new Intl.Collator(undefined, { numeric: true })

/**
 * Groups and sorts profiles. Environments have a fixed order; merchants are sorted like their profiles.
 * @param byUrgency profiles, the most urgent first; others come last
 */
export function groupProfiles<P extends Listed>(
  profiles: readonly P[],
  { groupBy, sortBy }: Pick<SidebarSettings, 'groupBy' | 'sortBy'>,
  byUrgency: readonly ProfileId[],
): ProfileGroup<P>[] {
  const ranks = new Map(byUrgency.map((id, rank) => [id, rank]))
  const rankOf = ({ id }: Listed): number => (sortBy === 'expiry' ? (ranks.get(id) ?? ranks.size) : 0)
  const sorted = profiles.toSorted((one, other) => rankOf(one) - rankOf(other) || names.compare(one.name, other.name))
  if (groupBy === 'environment')
    return environmentOrder
      .map((environment) => ({
        key: `environment:${environment}`,
        title: environmentNames[environment],
        environment,
        members: sorted.filter((profile) => profile.environment === environment),
      }))
      .filter(({ members }) => members.length > 0)
  const groups = [...Map.groupBy(sorted, merchantOf)].map(([title, members]) => ({
    key: `merchant:${title}`,
    title,
    members,
  }))
  return sortBy === 'name' ? groups.toSorted((one, other) => names.compare(one.title, other.title)) : groups
}

/** Returns up to two letters that stand for a profile's name on the rail, e.g. `AL` for `Acme live`. */
export function initialsOf(name: string): string {
  const [first = name, second] = name.split(/[\s\p{P}]+/u).filter((word) => word !== '')
  const letters = second === undefined ? Array.from(first).slice(0, 2) : [firstOf(first), firstOf(second)]
  return letters.join('').toLocaleUpperCase()
}

/** Returns the first character, which may have two code units. */
function firstOf(word: string): string {
  return String.fromCodePoint(word.codePointAt(0) ?? 0)
}
