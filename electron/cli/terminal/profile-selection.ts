import { ClavisError } from '#shared/errors.ts'
import type { Environment } from '#shared/profiles/environment.ts'
import type { ProfileStore } from '../../profiles/store/profile-store.ts'
import type { StoredProfile } from '../../profiles/store/stored-profile.ts'
import type { CommandContext } from '../command-context.ts'

export interface SelectionOptions {
  readonly all?: true
  readonly match?: string
  readonly environment?: Environment
  readonly jobs: number
}

/** What a command does for a profile that is named, or for several that options choose. */
export type ProfileAction<Options extends SelectionOptions = SelectionOptions> = (
  context: CommandContext,
  name: string | undefined,
  options: Options,
) => Promise<void>

export interface Selection {
  readonly profiles: readonly StoredProfile[]
  /** Whether they were chosen by options, so that the output names each. */
  readonly isSeveral: boolean
  /** How many are worked on at the same time. */
  readonly jobs: number
}

/** The options that choose several profiles, for options that can't be combined with them. */
export const selectors = ['all', 'match', 'environment']

/**
 * Finds the profiles that a command works on, in the order of `profile list`.
 * @param name ID or exact name of one profile
 * @param isSuitable leaves out profiles that were not named
 * @throws `profile-not-found` if there is none
 */
export async function selectProfiles(
  { profiles }: Pick<CommandContext, 'profiles'>,
  name: string | undefined,
  options: SelectionOptions,
  isSuitable: (stored: StoredProfile) => boolean = () => true,
): Promise<Selection> {
  const store = await profiles()
  const jobs = Math.max(1, options.jobs)
  if (name !== undefined) return { profiles: [await store.find(name)], isSeveral: false, jobs }
  const pattern = patternOf(options.match)
  const chosen = (await store.list()).filter(
    (stored) =>
      pattern.test(stored.profile.name) &&
      (options.environment === undefined || stored.profile.environment === options.environment) &&
      isSuitable(stored),
  )
  if (chosen.length > 0) return { profiles: chosen, isSeveral: true, jobs }
  throw new ClavisError('profile-not-found', 'No matching profile for this command.', {
    hint: 'Check --match and --environment against the list of profiles.',
  })
}

/**
 * Runs work with all of some profiles that a person did not name; if it fails, again without those that another process
 * removed meanwhile.
 */
export async function withoutRemoved<T>(
  { store, ids }: { readonly store: ProfileStore; readonly ids: readonly string[] },
  work: (ids: readonly string[]) => Promise<T>,
): Promise<T> {
  try {
    return await work(ids)
  } catch (error) {
    const there = new Set((await store.list()).map(({ profile }) => profile.id))
    const left = ids.filter((id) => there.has(id))
    if (left.length === ids.length || left.length === 0) throw error
    return withoutRemoved({ store, ids: left }, work)
  }
}

export function isSelecting({ all, match, environment }: Omit<SelectionOptions, 'jobs'>): boolean {
  return all === true || match !== undefined || environment !== undefined
}

/** `*` stands for any text and `?` for one character; the rest is exact. */
function patternOf(match = '*'): RegExp {
  const escaped = match.replaceAll(/[.+^${}()|[\]\\]/gu, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su')
}
