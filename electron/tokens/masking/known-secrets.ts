import { jsonObject } from '#shared/values/json.ts'
import type { ResponseBody } from '../../http/response-body.ts'
import type { Secret } from '../../keychain/secret.ts'
import { encodeFormValue } from '../token-request.ts'
import { elided } from './sensitive-names.ts'

/** How often encodings within each other are undone. */
const maxDepth = 3

/** Shorter parts of an encoding, and shorter secrets in decoded text, occur by chance. */
const minPart = 8
const minHidden = 4

/** A run that may be encoded: base64, base64url, hex or percent-encoded. */
const encodedRun = /[A-Za-z0-9_\-+/=%~.]{8,}/gu

/** A character as JavaScript or markup may write it. */
const escape =
  /\\u\{(?<point>[0-9a-f]{1,6})\}|\\u(?<unit>[0-9a-f]{4})|\\x(?<byte>[0-9a-f]{2})|&#x(?<hex>[0-9a-f]{1,8});?|&#(?<decimal>\d{1,8});?/giu

/** A run that may have some. */
const escapedRun = new RegExp(String.raw`(?:[^\s"'<>\\&]|${escape.source.replaceAll(/\?<\w+>/gu, '?:')}){8,}`, 'giu')

/** What may be a signed or encrypted JWT (RFC 7515 §7.1, RFC 7516 §7.1). */
const compactJwt = /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{4,}(?:\.[A-Za-z0-9_-]*){2,4}/gu

/** Other long runs of these characters are not words: a token, a key, or an echoed assertion; also over several lines. */
const opaque = /[A-Za-z0-9_\-+/=.~%]{60,}(?:(?:\r?\n|\\r\\n|\\n|&#(?:10|xA);)[A-Za-z0-9_\-+/=]+(?![^\s"'<\\&]))*/giu

/** Masks secrets by their values, in every usual encoding, and what has the form of a token. */
export class KnownSecrets {
  readonly #values: readonly string[]
  /** As text can have them: escaped, but not encoded as a whole. */
  readonly #written: readonly string[]
  readonly #spellings: readonly string[]

  /** @param values empty text is ignored */
  constructor(values: readonly string[]) {
    this.#values = [...new Set(values)].filter((value) => value !== '')
    this.#written = [...new Set(this.#values.flatMap(writtenForms))]
    this.#spellings = [...new Set([...this.#written, ...this.#values.flatMap(encodedForms)])].sort(
      (one, other) => other.length - one.length,
    )
  }

  /** Returns the same with more secrets. */
  with(values: readonly string[]): KnownSecrets {
    return new KnownSecrets([...this.#values, ...values])
  }

  /** Replaces every secret, and all that has the form of a token or key, by `…`. */
  mask(text: string): string {
    const plain = this.#withoutSpellings(text)
      .replaceAll(compactJwt, (run) => (isJwt(run) ? elided : run))
      .replaceAll(opaque, elided)
      .replaceAll(escapedRun, (run) => (this.#isEscaped(run) ? elided : run))
    return plain.replaceAll(encodedRun, (run) => (this.#isHidden(run, hasJwt, 0) ? elided : run))
  }

  /** Replaces only the secrets by `…`: the rest is data that a person asked for. */
  maskValues(text: string): string {
    return this.#withoutSpellings(text).replaceAll(encodedRun, (run) =>
      this.#isHidden(run, () => false, 0) ? elided : run,
    )
  }

  /** Returns whether characters of a run are escaped and it has a secret or token without that. */
  #isEscaped(run: string): boolean {
    const text = withoutEscapes(run)
    return text !== run && (this.#hasWritten(text) || hasJwt(text))
  }

  #hasWritten(text: string): boolean {
    return this.#written.some((value) => value.length >= minHidden && text.includes(value))
  }

  #withoutSpellings(text: string): string {
    return this.#spellings.reduce((rest, spelling) => rest.replaceAll(spelling, elided), text)
  }

  /** Returns whether a run hides a secret, or what `isToken` recognizes, in encodings within each other. */
  #isHidden(run: string, isToken: (text: string) => boolean, depth: number): boolean {
    return decodings(run).some(
      (text) =>
        this.#hasWritten(text) ||
        isToken(text) ||
        (depth < maxDepth &&
          [...text.matchAll(encodedRun)].some(([inner]) => this.#isHidden(inner, isToken, depth + 1))),
    )
  }
}

function hasJwt(text: string): boolean {
  return [...text.matchAll(compactJwt)].some(([found]) => isJwt(found))
}

function isJwt(text: string): boolean {
  const [header = ''] = text.split('.')
  return jsonObject(Buffer.from(header, 'base64url').toString('utf8')) !== undefined
}

/** Undoes each encoding that a run may have. */
function decodings(run: string): string[] {
  const plain = run.replaceAll(/[^A-Za-z0-9_\-+/]/gu, '')
  return [
    ...(run.includes('%') ? [withoutPercent(run)] : []),
    ...(/^[A-Za-z0-9_\-+/]+={0,2}$/u.test(run) ? [Buffer.from(plain, 'base64').toString('utf8')] : []),
    ...(/^(?:[0-9a-f]{2})+$/iu.test(run) ? [Buffer.from(run, 'hex').toString('utf8')] : []),
  ]
}

function withoutEscapes(run: string): string {
  return run.replaceAll(escape, (whole, ...rest) => {
    const { decimal, ...hex } = rest.at(-1) as Record<string, string | undefined>
    const digits = Object.values(hex).find((each) => each !== undefined)
    const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16)
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole
  })
}

function withoutPercent(run: string): string {
  try {
    return decodeURIComponent(run)
  } catch {
    return ''
  }
}

/** Returns a secret as forms, addresses, JSON and markup write it. */
function writtenForms(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const slashes = [secret, json].map((text) => text.replaceAll('/', String.raw`\/`))
  return [secret, encodeFormValue(secret), encodeURIComponent(secret), json, ...slashes, inMarkup(secret)]
}

/** Returns the encodings of a secret that services repeat, also as part of a longer encoded text. */
function encodedForms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const base64 = base64Parts(bytes)
  const hex = bytes.length < minHidden ? [] : [bytes.toString('hex'), bytes.toString('hex').toUpperCase()]
  return [...base64, ...base64.map(encodeURIComponent), ...hex]
}

/** Returns the base64 of bytes alone, and the characters that they have in the base64 of a longer text. */
function base64Parts(bytes: Buffer): string[] {
  const alone = bytes.length < minHidden ? [] : [bytes.toString('base64')]
  const within = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  })
  const parts = [...alone, ...within.filter((part) => part.length >= minPart)]
  return parts.flatMap((part) => [part, part.replaceAll('+', '-').replaceAll('/', '_')])
}

function inMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** How many times longer base64 of base64, hex or percent-encoding is. */
const maxGrowth = 3

/**
 * Reads the start of a body as text, without the token, which a service may echo in any usual encoding. Decodes no more than it returns,
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
