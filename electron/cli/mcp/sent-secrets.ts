import { ResponseBody } from '../../http/response-body.ts'
import type { PageClient } from '../../lists/loading/list-pages.ts'
import { KnownSecrets } from '../../tokens/known-secrets.ts'
import { elided, looksLikeToken } from '../../tokens/secret-names.ts'

/** The start of a JWT's header (`{"`) with all that belongs to it: also a part, where a text was cut. */
const jwt = /eyJ[\w-]{8,}(?:\.[\w-]*){0,4}/gu
/** With its lines, also as JSON writes them, and its end if that is there. */
const privateKey = /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:\\[rn]|[\w+/=\s:,-])*/gu
/** A header as it was sent, also in an earlier session. */
const authorization = /\b(?<scheme>Bearer|Basic|DPoP) (?<value>[\w\-+/=.~%]+)/giu
/** What follows the beginning of a secret that was cut. */
const rest = /…[\w\-+/=.~%]{4,}/gu

/** Keeps secrets that this session sent or read out of what an agent gets: a service may repeat them, whatever it is asked for. */
export class SentSecrets {
  #known = new KnownSecrets([])

  /** Adds the secrets of a token request and its response, or one that was read. None is forgotten. */
  readonly add = (secrets: KnownSecrets): void => {
    this.#known = this.#known.and(secrets.withBeginnings())
  }

  /** Replaces secrets in a text by `…`: also in JSON, which stays JSON. */
  readonly mask = (text: string): string => {
    const known = this.#known.maskValues(text)
    const shown = known === text ? text : known.replaceAll(rest, elided)
    return shown
      .replaceAll(authorization, (whole, scheme: string, value: string) =>
        looksLikeToken(value) ? `${scheme} ${elided}` : whole,
      )
      .replaceAll(jwt, elided)
      .replaceAll(privateKey, elided)
  }

  /**
   * Returns a client whose pages have no secrets, so that no filter, order or statistic finds one. Numbers keep every digit: the text is
   * masked, not what it means.
   */
  readonly maskPages = (client: PageClient): PageClient => ({
    send: async (...request) => {
      const response = await client.send(...request)
      const text = response.body.text()
      const masked = this.mask(text)
      // Its memory is transferred to a worker.
      return masked === text ? response : { ...response, body: new ResponseBody([new TextEncoder().encode(masked)]) }
    },
  })
}
