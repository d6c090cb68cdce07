import { AsyncLocalStorage } from 'node:async_hooks'
import { ClavisError } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { Confirmation } from '#shared/questions.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import { WorkQueue } from '../../concurrency.ts'
import type { Confirm } from '../../confirmation.ts'
import { quoted } from '../../files/own-data-folder.ts'
import type { Database } from '../../store/database.ts'
import { newHostsQuestion, shownOrigin, webhookHostQuestion } from './host-question.ts'
import { hostsOf, without, type HostUse, agreeToHosts, isAgreed, noProfile } from './profile-hosts.ts'

interface Options {
  readonly database: Database
  readonly profiles: { readonly get: (profileId: string) => Promise<{ readonly profile: Profile }> }
  /** Whether a host is the practice service that this process runs, which needs no agreement. */
  readonly isPracticeHost?: (host: string) => boolean
  /** What a person types to call the command line, which asks nothing: it names the command that agrees. */
  readonly commandLine?: string
  /** Follows an agreement to a profile's token host. */
  readonly onAgreed?: (profileId: string) => Promise<void>
}

interface Inquiry {
  readonly profileId: string
  readonly uses: readonly HostUse[]
  readonly question: Confirmation
}

/**
 * Asks before the first connection to each host, in the window whose call needs it: a script in the page can change where
 * a profile sends its secrets, but not agree to it (decision 072).
 */
export class HostGuard {
  readonly #options: Options
  readonly #queue = new WorkQueue()
  /** Open questions, which calls for the same hosts share. */
  readonly #asked = new Map<string, Promise<void>>()

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Makes sure that the person agreed to the hosts of a connection.
   * @param profileId undefined for the webhook
   * @throws `host-not-agreed` if they don't, or if no window's call needs it; `call-refused` while another dialog is open
   */
  async requireAgreement(profileId: string | undefined, uses: readonly HostUse[]): Promise<void> {
    const missing = await this.#missing(profileId, uses)
    if (missing.length === 0) return
    const confirm = confirmOfCall()
    if (confirm === undefined) throw await this.#notAgreed(profileId, missing)
    const key = JSON.stringify([profileId, missing])
    // One dialog at a time: the next one opens when the person answered this one.
    const asked = this.#asked.get(key) ?? this.#queue.inSequence(() => this.#ask(profileId, missing, confirm))
    this.#asked.set(key, asked)
    try {
      await asked
    } finally {
      if (this.#asked.get(key) === asked) this.#asked.delete(key)
    }
  }

  async #ask(profileId: string | undefined, uses: readonly HostUse[], confirm: Confirm): Promise<void> {
    // The question before may have named them.
    if ((await this.#missing(profileId, uses)).length === 0) return
    const { question, ...asked } = await this.#inquiry(profileId, uses)
    try {
      await confirm(question)
    } catch (error) {
      throw error instanceof ClavisError && error.code === 'not-confirmed'
        ? await this.#notAgreed(profileId, uses)
        : error
    }
    await this.#options.database.change(({ sql }) => agreeToHosts(sql, asked.profileId, asked.uses))
    if (profileId !== undefined && uses.some(({ purpose }) => purpose === 'token'))
      await this.#options.onAgreed?.(profileId)
  }

  /** Asks about all new hosts of the profile at once: most requests need a token host and another one. */
  async #inquiry(profileId: string | undefined, uses: readonly HostUse[]): Promise<Inquiry> {
    const [first] = uses
    if (profileId === undefined) return { profileId: noProfile, uses, question: webhookHostQuestion(first?.host ?? '') }
    const { profile } = await this.#options.profiles.get(profileId)
    const all = await this.#missing(profileId, without([...uses, ...hostsOf(profile)], []))
    return { profileId, uses: all, question: newHostsQuestion(profile, all) }
  }

  async #notAgreed(profileId: string | undefined, uses: readonly HostUse[]): Promise<ClavisError> {
    const { commandLine, profiles } = this.#options
    const shown = distinctHosts(uses).map((host) => visibleLine(shownOrigin(host)))
    const message = `Nothing was sent to ${shown.join(' and ')}: you have not agreed to this host yet.`
    if (commandLine === undefined)
      return new ClavisError('host-not-agreed', message, {
        hint: 'If it is right, try again in the Clavis window and choose Connect. Otherwise correct the address.',
      })
    const all = (await this.#inquiry(profileId, uses)).uses
    const user =
      profileId === undefined ? '--webhook' : `--profile ${quoted((await profiles.get(profileId)).profile.name)}`
    return new ClavisError('host-not-agreed', message, {
      hint: 'If it is right, agree with this command. Otherwise correct the address.',
      command: `${commandLine} agree ${distinctHosts(all).map(quoted).join(' ')} ${user}`,
    })
  }

  async #missing(profileId: string | undefined, uses: readonly HostUse[]): Promise<HostUse[]> {
    const { database, isPracticeHost = () => false } = this.#options
    const missing = await database.readKept(JSON.stringify(['hosts', profileId, uses]), (sql) =>
      uses.filter((use) => !isAgreed(sql, profileId ?? noProfile, use)),
    )
    // A proxy passes on what it gets. The practice service starts and ends without a change of what is stored.
    return missing.filter(({ purpose, host }) => purpose === 'proxy' || !isPracticeHost(host))
  }
}

function distinctHosts(uses: readonly HostUse[]): string[] {
  return [...new Set(uses.map(({ host }) => host))]
}

const confirmInCall = new AsyncLocalStorage<Confirm>()

/**
 * Does work that a window called for, also what continues afterwards, such as a load.
 * @param confirm asks in that window
 */
export function inCallOf<T>(confirm: Confirm, work: () => T): T {
  return confirmInCall.run(confirm, work)
}

/** Does work that no window called for, even if a call started it: nothing is asked, also later. */
export function outsideCalls<T>(work: () => T): T {
  return confirmInCall.exit(work)
}

/** Returns what asks in the window whose call is running; undefined if none called, as for warnings that are due. */
export function confirmOfCall(): Confirm | undefined {
  return confirmInCall.getStore()
}
