import type { TokenExchange } from '../../../shared/model/oauth/exchange.ts'

/** How many exchanges are kept for a profile: the oldest go first. */
const capacity = 20

/** The token requests of this session, without secrets and in memory only. */
export class RequestLog {
  readonly #exchanges = new Map<string, TokenExchange[]>()
  readonly #listeners = new Set<(profileId: string) => void>()
  #lastId = 0

  /** @param exchange already without secrets; the journal numbers it */
  keep(profileId: string, exchange: Omit<TokenExchange, 'id'>): void {
    this.#lastId += 1
    const kept = [{ ...exchange, id: this.#lastId }, ...this.list(profileId)]
    this.#exchanges.set(profileId, kept.slice(0, capacity))
    for (const listener of this.#listeners) listener(profileId)
  }

  /** A profile's exchanges, newest first. */
  list(profileId: string): TokenExchange[] {
    return [...(this.#exchanges.get(profileId) ?? [])]
  }

  /** Forgets what is kept for a profile. */
  forget(profileId: string): void {
    this.#exchanges.delete(profileId)
  }

  /** Tells each profile that an exchange was kept for. Answers the unsubscribe. */
  onKeep(listener: (profileId: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
