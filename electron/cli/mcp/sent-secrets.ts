import type { KnownSecrets } from '../../tokens/known-secrets.ts'
import { elided, looksLikeToken } from '../../tokens/secret-names.ts'

/** Maximum number of token requests whose secrets are looked for. */
const maxRequests = 200

/** The start of a JWT's header (`{"`) with all that belongs to it: also a part, where a text was cut. */
const jwt = /eyJ[\w-]{8,}(?:\.[\w-]*){0,4}/gu
/** With its lines, also as JSON writes them, and its end if that is there. */
const privateKey = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:\\[rn]|[\w+/=\s:,-])*/gu
/** A header as it was sent, also in an earlier session. */
const authorization = /\b(?<scheme>Bearer|Basic|DPoP) (?<value>[\w\-+/=.~%]+)/giu
/** What follows the beginning of a secret that was cut. */
const rest = /…[\w\-+/=.~%]{4,}/gu

/** Keeps secrets of this session out of what an agent gets: a service may repeat what was sent to it, whatever it is asked for. */
export class SentSecrets {
  #known: readonly KnownSecrets[] = []

  /** Adds the secrets of a token request and its response. */
  readonly add = (secrets: KnownSecrets): void => {
    this.#known = [secrets.withBeginnings(), ...this.#known].slice(0, maxRequests)
  }

  /** Replaces secrets in every text of a value by `…`, also in names. */
  readonly mask = (value: unknown): unknown => {
    if (typeof value === 'string') return this.#maskText(value)
    if (Array.isArray(value)) return value.map(this.mask)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [this.#maskText(name), this.mask(inner)]))
  }

  #maskText(text: string): string {
    const known = this.#known.reduce((masked, secrets) => secrets.maskValues(masked), text)
    const shown = known === text ? text : known.replaceAll(rest, elided)
    return shown
      .replaceAll(authorization, (whole, scheme: string, value: string) =>
        looksLikeToken(value) ? `${scheme} ${elided}` : whole,
      )
      .replaceAll(jwt, elided)
      .replaceAll(privateKey, elided)
  }
}
