import { jsonObject } from '#shared/values/json.ts'
import type { ResponseBody } from '../http/response-body.ts'
import type { Secret } from '../keychain/secret.ts'
import { elided, isSensitiveName, looksLikeToken } from './secret-names.ts'
import { encodeFormValue } from './token-request.ts'

/** Encodings of shorter secrets occur by chance. */
const minEncoded = 4

/** Shorter ones occur by chance in the Base64 of other texts, characters. */
const minWithin = 8

/** How much of a secret is recognized as its beginning, characters: whole groups of Base64. */
const beginning = 12

/** What may be a signed or encrypted JWT (RFC 7515 §7.1, RFC 7516 §7.1). */
const compactJwt = /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*){2,4}/gu

/** Other long runs of these characters are not words: a token, a key, or an assertion. */
const opaque = /[A-Za-z0-9_\-+/=.~%]{60,}/gu

const quote = String.raw`(?:\\{0,9}["']|&(?:quot|#34);)?`
/** Between a secret and what calls it one: `=`, `":"`, `\":\"`, `" => "`; `>` after the name of an element. */
const separator = String.raw`${quote}\s{0,3}(?:=>|[:=])\s{0,3}${quote}|(?<=<[\w:-]{1,120})(?:\s[^<>]{0,200})?>`
/** What a text calls a secret: `client_secret=…`, `token: …`, `Bearer …`. */
const labelled = new RegExp(
  String.raw`(?<label>(?<![\w-])[\w-]{0,40}(?:token|jwt|secret|passw|assertion)[\w-]{0,40}(?:${separator})|\b(?:Bearer|Basic|DPoP)\s{1,3})(?<value>[^\s,;&"'<>{}]+(?<!\\))`,
  'giu',
)

/** Percent-encoding, escapes of JSON, and references of markup. Without groups, which would take ten times as long. */
const escapes = /(?:%[0-9a-f]{2})+|\\(?:u[0-9a-f]{4}|["\\/])|&(?:#x[0-9a-f]+|#\d+|amp|lt|gt|quot|apos);/giu
const references: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** What an encoded secret is part of, without the backslash of a quote at its end. */
const runs = /(?:[^\s"'<>\\]|\\[^\s"'<>])+/gu

/** Maximum number of secrets: responses have three tokens. Of one with more no text is shown, so that time stays linear. */
const maxSecrets = 20

/** Masks secrets by their values, and what has the form of a token. */
export class KnownSecrets {
  readonly #values: readonly string[]
  readonly #spellings: readonly string[]
  /** Whether a response had too many. */
  readonly #isFlooded: boolean

  /** @param values empty text is ignored */
  constructor(values: readonly string[], isFlooded = false) {
    this.#isFlooded = isFlooded
    this.#values = [...new Set(values)].filter((value) => value !== '')
    // The longest first: one may be the beginning of another.
    this.#spellings = [...new Set(this.#values.flatMap(spellingsOf))].sort((one, other) => other.length - one.length)
  }

  /** Returns the same with the tokens of a response, at any depth, which may be in another member of it too. */
  withTokensOf(body: unknown): KnownSecrets {
    const tokens = new Set<string>()
    const rest = [{ value: body, isSecret: false }]
    for (let next = rest.pop(); next !== undefined && tokens.size <= maxSecrets; next = rest.pop()) {
      const { value, isSecret } = next
      if (typeof value === 'string' && isSecret && looksLikeToken(value)) tokens.add(value)
      if (typeof value !== 'object' || value === null) continue
      for (const [name, inner] of Object.entries(value))
        rest.push({ value: inner, isSecret: isSensitiveName(isSecret ? `token_${name}` : name) })
    }
    const values = [...this.#values, ...tokens]
    return new KnownSecrets(values, values.length > maxSecrets)
  }

  /** Returns the secrets of both. */
  and(others: KnownSecrets): KnownSecrets {
    return new KnownSecrets([...this.#values, ...others.#values])
  }

  /** Returns the same with the beginnings of long secrets, for texts that may have been cut within one. */
  withBeginnings(): KnownSecrets {
    return new KnownSecrets(
      this.#values.flatMap((value) => (value.length < 2 * beginning ? value : [value, value.slice(0, beginning)])),
    )
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
    if (this.#isFlooded) return elided
    const plain = this.#spellings.reduce((rest, spelling) => rest.replaceAll(spelling, elided), text)
    if (!this.#isEncodedIn(plain)) return plain
    const rest = plain.replaceAll(runs, (run) => (this.#isEncodedIn(run) ? elided : run))
    // A secret with spaces or quotes is more than a run.
    return this.#isEncodedIn(rest) ? elided : rest
  }

  #isEncodedIn(text: string): boolean {
    if (!/[%\\&]/u.test(text)) return false
    const plain = decoded(text)
    return this.#spellings.some((spelling) => plain.includes(spelling))
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
    ...(bytes.length < minEncoded ? [] : [...encoded, ...withinBase64(bytes)]),
  ]
}

/** Returns how a secret looks in the Base64 of a longer text: wherever it begins, without characters that it shares with others. */
function withinBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/u, '')
    const isShared = (before + bytes.length) % 3 !== 0
    const own = text.slice(before === 0 ? 0 : before + 1, isShared ? -1 : undefined)
    return own.length < minWithin ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

/** Undoes what a text is encoded with, also twice: a service may encode the form that it received. */
function decoded(text: string): string {
  const once = (encoded: string): string => encoded.replaceAll(escapes, character)
  return once(once(text))
}

function character(escape: string): string {
  if (escape.startsWith('%')) return Buffer.from(escape.replaceAll('%', ''), 'hex').toString('utf8')
  if (escape.startsWith('\\')) return escape.length === 2 ? escape.slice(1) : codePoint(`x${escape.slice(2)}`)
  return references[escape.slice(1, -1).toLowerCase()] ?? codePoint(escape.slice(2, -1))
}

/** @param digits `65` or `x41` */
function codePoint(digits: string): string {
  const code = Number(`0${digits}`)
  return code > 0x10ffff ? elided : String.fromCodePoint(code)
}

function isJwt(text: string): boolean {
  const [header = ''] = text.split('.')
  return jsonObject(Buffer.from(header, 'base64url').toString('utf8')) !== undefined
}

/** How many times longer an encoded token is at most: each character as `\u0061`, and that again. */
const maxGrowth = 36

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
