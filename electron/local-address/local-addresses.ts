import type { LocalAddress } from '#shared/local-address/local-address.ts'
import { Throttle, WorkQueue } from '../concurrency.ts'
import { Listeners } from '../events.ts'
import { OpenAddress, type LocalAddressServices, type OpenOptions } from './open-address.ts'

/** How often requests are reported, milliseconds. */
const reportMs = 1000

/**
 * The local addresses that are open in this process: other programs send requests there, and Clavis adds the profile's token and passes
 * them on, so that they see neither key nor token.
 */
export class LocalAddresses {
  readonly #services: LocalAddressServices
  readonly #open = new Map<string, OpenAddress>()
  readonly #queue = new WorkQueue()
  readonly #changes = new Listeners<[open: readonly LocalAddress[]]>()
  readonly #reports = new Throttle(reportMs, () => {
    this.#changes.notify(this.list())
    return Promise.resolve()
  })
  /** Reports an opened or closed address, a new program or answer, and requests at most once a second. */
  readonly onChange = this.#changes.add

  constructor(services: LocalAddressServices) {
    this.#services = services
    services.profiles.onChange((profileIds) => void this.#closeRemoved(profileIds))
  }

  list(): LocalAddress[] {
    return [...this.#open.values()].map((address) => address.state())
  }

  /** Whether a person let a program call Production. */
  get hasAgreements(): boolean {
    return this.list().some(({ programs }) => programs.some(({ consent }) => consent === 'agreed'))
  }

  /** Opens a profile's address, or returns the one that is open. @throws `profile-not-found`, `local-address-taken`, `file-untrusted` */
  open(profileId: string, options: OpenOptions): Promise<LocalAddress> {
    // One after another: a second call for the same profile gets the address that the first one opens.
    return this.#queue.inSequence(() => this.#openNow(profileId, options))
  }

  async #openNow(profileId: string, options: OpenOptions): Promise<LocalAddress> {
    const there = this.#open.get(profileId)
    if (there !== undefined && (options.port === undefined || there.state().url !== undefined)) return there.state()
    await this.#closeNow(profileId)
    const { profile } = await this.#services.profiles.get(profileId)
    const address = new OpenAddress(this.#services, profile, options, {
      onRequest: () => void this.#reports.run(),
      onClosed: () => void this.close(profileId),
    })
    try {
      await address.listen()
    } catch (error) {
      await address.close()
      throw error
    }
    this.#open.set(profileId, address)
    this.#report()
    return address.state()
  }

  /** Closes it, also one that is being opened: its requests are aborted. */
  close(profileId: string): Promise<void> {
    return this.#queue.inSequence(() => this.#closeNow(profileId))
  }

  async #closeNow(profileId: string): Promise<void> {
    const address = this.#open.get(profileId)
    if (address === undefined) return
    this.#open.delete(profileId)
    await address.close()
    this.#report()
  }

  /** Ends the agreements of one profile's programs, or of all: when the screen is locked, for example. */
  revokeConsents(profileId?: string): void {
    for (const [id, address] of this.#open) if (profileId === undefined || id === profileId) address.revokeConsents()
    this.#report()
  }

  async end(): Promise<void> {
    await this.#queue.end()
    await Promise.all([...this.#open.keys()].map((profileId) => this.#closeNow(profileId)))
    this.#reports.restart()
  }

  #report(): void {
    this.#reports.restart()
    this.#changes.notify(this.list())
  }

  async #closeRemoved(profileIds: readonly string[]): Promise<void> {
    await this.#queue.inSequence(async () => {
      for (const id of profileIds.filter((each) => this.#open.has(each)))
        await this.#services.profiles.get(id).catch(async () => this.#closeNow(id))
    })
  }
}
