import { jsonObject } from '#shared/values/json.ts'
import type { ResponseBody } from '../http/response-body.ts'
import type { Secret } from '../keychain/secret.ts'
import { elided, isSensitiveName, looksLikeToken } from './secret-names.ts'
import { encodeFormValue } from './token-request.ts'

/** Encodings of shorter secrets occur by chance. */
const minEncoded = 4

/** What may be a signed or encrypted JWT (RFC 7515 §7.1, RFC 7516 §7.1). */
const compactJwt = /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*){2,4}/gu

/** Other long runs of these characters are not words: a token, a key, or an assertion. */
const opaque = /[A-Za-z0-9_\-+/=.~%]{60,}/gu

/** What a text calls a secret: `client_secret=…`, `token: …`, `Bearer …`. */
const labelled =
  /(?<label>(?<![\w-])[\w-]{0,40}(?:token|jwt|secret|passw|assertion)[\w-]{0,40}["']?\s{0,3}[:=]\s{0,3}["']?|\b(?:Bearer|Basic|DPoP)\s{1,3})(?<value>[^\s,;&"'<>{}]+)/giu

/** Masks secrets by their values, and what has the form of a token. */
export class KnownSecrets {
  readonly #values: readonly string[]
  readonly #spellings: readonly string[]

  /** @param values empty text is ignored */
  constructor(values: readonly string[]) {
    this.#values = [...new Set(values)].filter((value) => value !== '')
    // The longest first: one may be the beginning of another.
    this.#spellings = [...new Set(this.#values.flatMap(spellingsOf))].sort((one, other) => other.length - one.length)
  }

  /** Returns the same with the tokens of a response, which may be in another member of it too. */
  withTokensOf(members: Readonly<Record<string, unknown>>): KnownSecrets {
    const tokens = Object.entries(members).flatMap(([name, value]) =>
      typeof value === 'string' && isSensitiveName(name) && looksLikeToken(value) ? [value] : [],
    )
    return new KnownSecrets([...this.#values, ...tokens])
  }

  /** Replaces every secret, and all that has the form of a token or key, by `…`. */
  mask(text: string): string {
    return this.maskValues(text)
      .replaceAll(compactJwt, (run) => (isJwt(run) ? elided : run))
      .replaceAll(opaque, elided)
      .replaceAll(labelled, (whole, label: string, value: string) =>
        looksLikeToken(value) ? `${label}${elided}` : whole,
      )
  }

  /** Replaces only the secrets by `…`: the rest is data that a person asked for. */
  maskValues(text: string): string {
    const plain = this.#spellings.reduce((rest, spelling) => rest.replaceAll(spelling, elided), text)
    return plain.replaceAll(/[^\s"'<>]+/gu, (run) => (this.#isEncodedIn(run) ? elided : run))
  }

  #isEncodedIn(run: string): boolean {
    if (!run.includes('%')) return false
    const decoded = withoutPercent(run)
    return this.#spellings.some((spelling) => decoded.includes(spelling))
  }
}

/** Returns a secret as it is sent, and as a text may repeat it: in a form, JSON or markup, and encoded as a whole. */
function spellingsOf(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  const encoded = [bytes.toString('base64').replace(/=+$/u, ''), bytes.toString('base64url'), hex, hex.toUpperCase()]
  return [
    ...[secret, secret.replaceAll(' ', '+'), encodeFormValue(secret), encodeURIComponent(secret)],
    ...[json, json.replaceAll('/', String.raw`\/`)],
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    ...(bytes.length < minEncoded ? [] : encoded),
  ]
}

/** Undoes percent-encoding, also twice: a service may encode the form that it received. */
function withoutPercent(text: string): string {
  const once = (encoded: string): string =>
    encoded.replaceAll(/(?:%[0-9a-f]{2})+/giu, (codes) =>
      Buffer.from(codes.replaceAll('%', ''), 'hex').toString('utf8'),
    )
  return once(once(text))
}

function isJwt(text: string): boolean {
  const [header = ''] = text.split('.')
  return jsonObject(Buffer.from(header, 'base64url').toString('utf8')) !== undefined
}

/** How many times longer an encoded token is at most. */
const maxGrowth = 3

/**
 * Reads the start of a body as text, without the token, which a service may echo. Decodes no more than it returns,
 * because a body can have 64 MiB.
 * @param limit maximum number of characters
 */
export function textWithoutToken(body: ResponseBody, token: Secret, limit: number): string {
  const secret = token.text()
  // An encoding of the token can be longer than itself.
  const start = body.start(limit + secret.length * maxGrowth)
  const text = new KnownSecrets([secret]).maskValues(start.toString('utf8'))
  return (start.length < body.size ? withoutBeginning(text, secret) : text).slice(0, limit)
}

/** Removes the start of a secret from the end of a text that was cut within it. */
function withoutBeginning(text: string, secret: string): string {
  for (let length = Math.min(secret.length, text.length); length > 0; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length)
  return text
}
