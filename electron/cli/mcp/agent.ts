import type { CallInput, CallName, CallOutput } from '#shared/contract.ts'
import { ClavisError } from '#shared/errors.ts'
import type { DatasetSummary } from '#shared/lists/list.ts'
import type { Snapshot } from '#shared/lists/snapshot.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { dateTextOf } from '#shared/values/date-text.ts'
import { WorkQueue } from '../../concurrency.ts'
import { refuseConfirmation } from '../../confirmation.ts'
import type { Door } from '../../door.ts'
import type { Caller } from '../../handler-types.ts'

/** Every call that an agent makes. None changes a profile, reveals a secret or writes a file. */
export const agentCalls = [
  'app.settings',
  'profiles.list',
  'health.list',
  'expiry.timeline',
  'doctor.diagnose',
  'connection.get',
  'lists.open',
  'lists.load',
  'lists.stop',
  'lists.close',
  'lists.rows',
  'lists.record',
  'lists.profileColumns',
  'lists.chart',
  'snapshots.list',
  'snapshots.open',
  'comparisons.compare',
  'jobs.cancel',
] as const satisfies readonly CallName[]
type AgentCall = (typeof agentCalls)[number]

/**
 * Returns an agent as a caller: it confirms nothing, chooses no file, and sees no Production profile but those allowed.
 * @param allowedIds ids of Production profiles
 */
export function agentCaller(allowedIds: ReadonlySet<string>): Caller & Required<Pick<Caller, 'sees'>> {
  const noFiles = (): Promise<never> =>
    Promise.reject(new ClavisError('call-refused', 'An agent can’t read or write files.'))
  return {
    id: 1,
    may: ['shows', 'uses'],
    only: agentCalls,
    sees: ({ id, environment }) => environment !== 'production' || allowedIds.has(id),
    confirm: refuseConfirmation,
    files: { chooseFiles: noFiles, chooseTarget: noFiles, chooseFolder: noFiles },
  }
}

/** What the tools work with: calls through the door, and what the agent sees by its names. */
export class Agent {
  readonly #door: Pick<Door, 'answer'>
  readonly #caller: ReturnType<typeof agentCaller>
  readonly #queue = new WorkQueue()

  constructor(door: Pick<Door, 'answer'>, caller: ReturnType<typeof agentCaller>) {
    this.#door = door
    this.#caller = caller
  }

  /** @throws the call's errors */
  async call<N extends AgentCall>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    const result = await this.#door.answer(this.#caller, name, input)
    if (!result.ok) throw ClavisError.fromValue(result.error)
    // The door has checked it against the schema of this name.
    return result.value as CallOutput<N>
  }

  /** Runs work after other work that was started so. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue.inSequence(work)
  }

  /** Lists the profiles that the agent sees. */
  async profiles(): Promise<Profile[]> {
    return (await this.call('profiles.list', undefined)).filter(this.#caller.sees)
  }

  /** @throws `profile-not-found`, the same for one that the agent does not see */
  async profile(nameOrId: string): Promise<Profile> {
    const profiles = await this.profiles()
    const profile = profiles.find(({ id }) => id === nameOrId) ?? profiles.find(({ name }) => name === nameOrId)
    if (profile !== undefined) return profile
    throw new ClavisError('profile-not-found', `Profile “${nameOrId}” not found.`, {
      hint: 'list_profiles lists the profiles that you can use.',
    })
  }

  /** Lists the snapshots that the agent sees, newest first. */
  async snapshots(): Promise<Snapshot[]> {
    const profiles = await this.profiles()
    return (await this.call('snapshots.list', undefined)).flatMap((snapshot) => {
      const { profileId, environment } = snapshot
      const profile = profiles.find(({ id }) => id === profileId)
      if (profile === undefined || !this.#caller.sees({ id: profileId, environment })) return []
      // It may have had another name when the snapshot was saved.
      return { ...snapshot, profileName: profile.name }
    })
  }

  /** @throws `snapshot-not-found`, the same for one that the agent does not see */
  async snapshot(nameOrId: string): Promise<Snapshot> {
    const snapshots = await this.snapshots()
    const snapshot = snapshots.find(({ id }) => id === nameOrId) ?? snapshots.find(({ name }) => name === nameOrId)
    if (snapshot !== undefined) return snapshot
    throw new ClavisError('snapshot-not-found', `Snapshot “${nameOrId}” not found.`, {
      hint: 'list_snapshots lists the snapshots that you can use.',
    })
  }

  /** Returns a list as far as it is loaded. @throws `dataset-closed` if nothing of it is */
  async loadedList(profile: string, list: ListName): Promise<DatasetSummary> {
    const { id, name } = await this.profile(profile)
    const summary = await this.call('lists.open', { profileId: id, list, restart: false })
    if (summary.pages > 0) return summary
    throw new ClavisError('dataset-closed', `Nothing of “${list}” of “${name}” is loaded.`, {
      hint: 'Call open_list first.',
    })
  }

  /** Returns the time zone of the person's settings (IANA). */
  async timeZone(): Promise<string> {
    return dateTextOf((await this.call('app.settings', undefined)).dates).timeZone
  }
}
