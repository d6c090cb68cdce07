import type { LoggedRequest } from '#shared/requests/logged-request.ts'
import { Listeners } from '../../events.ts'

/** Maximum number of requests per profile; the oldest are removed first. */
const capacity = 20

/** The token requests of this session, without secrets and in memory only. */
export class RequestLog {
  readonly #entries = new Map<string, LoggedRequest[]>()
  readonly #added = new Listeners<[profileId: string]>()
  #lastId = 0

  /** Adds an entry, which gets a number. @param entry without secrets */
  add(profileId: string, entry: Omit<LoggedRequest, 'id'>): void {
    this.#lastId += 1
    const entries = [{ ...entry, id: this.#lastId }, ...this.list(profileId)]
    this.#entries.set(profileId, entries.slice(0, capacity))
    this.#added.notify(profileId)
  }

  /** Returns a profile's requests, newest first. */
  list(profileId: string): LoggedRequest[] {
    return [...(this.#entries.get(profileId) ?? [])]
  }

  forget(profileId: string): void {
    this.#entries.delete(profileId)
  }

  /** Calls a listener with the profile of each new request. Returns the unsubscribe function. */
  readonly onAdd = this.#added.add
}
