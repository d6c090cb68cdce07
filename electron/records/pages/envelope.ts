import type { ResponseBody } from '../../http/message/response-body.ts'
import { afterByteOrderMark, byte, isWhitespace } from '../json/json-bytes.ts'
import { JsonReader } from '../json/json-reader.ts'
import { decodeString } from '../json/json-string.ts'

/**
 * The two envelope fields of a page (service document, section 4.3) as received. `missing`: no such field; `invalid`: a
 * type that the document doesn't allow.
 */
export interface Envelope {
  readonly next:
    { readonly kind: 'cursor'; readonly cursor: string } | { readonly kind: 'none' | 'missing' | 'invalid' }
  readonly lastPage: 'true' | 'false' | 'missing' | 'invalid'
}

/** Bodies above this size are not walked through on main's thread just to find their envelope. */
const walkLimit = 1024 * 1024

/**
 * Reads the envelope before the body is parsed, so that the next request can be sent at once. Exact for every body that
 * is JSON; the result for any other body must not be used (the record store detects that).
 * @returns undefined if that would take long: then the parsed page provides the envelope
 */
export function readEnvelopeEarly(body: ResponseBody): Envelope | undefined {
  // Nearly always the fields are at the end, in the last part.
  const last = body.parts.at(-1)
  const fromTail = (last && readTail(last)) ?? readTail(body.bytes())
  if (fromTail !== undefined || body.size > walkLimit) return fromTail
  try {
    return readWhole(body.bytes())
  } catch {
    return undefined
  }
}

/** Reads the envelope of a whole page that was stored, whatever its size. */
export function readEnvelope(body: Uint8Array): Envelope {
  return readTail(body) ?? readWhole(body)
}

/** Collects the envelope's members while someone walks through the page's top level; the last of a name counts. */
export class EnvelopeCollector {
  #next: Envelope['next'] = { kind: 'missing' }
  #lastPage: Envelope['lastPage'] = 'missing'

  /** Takes the value from `start` to `end`, whose member is called `name`. */
  take(name: string, bytes: Uint8Array, start: number, end: number): void {
    if (name === 'next') this.#next = nextOf(bytes, start, end)
    else if (name === 'lastPage') this.#lastPage = lastPageOf(bytes, start, end)
  }

  get envelope(): Envelope {
    return { next: this.#next, lastPage: this.#lastPage }
  }
}

function nextOf(bytes: Uint8Array, start: number, end: number): Envelope['next'] {
  if (bytes[start] === byte.lowerN) return { kind: 'none' }
  if (bytes[start] !== byte.quote) return { kind: 'invalid' }
  const cursor = decodeString(bytes, start, end)
  // An empty header value is no cursor: there is nothing to ask for.
  return cursor === '' ? { kind: 'none' } : { kind: 'cursor', cursor }
}

function lastPageOf(bytes: Uint8Array, start: number, end: number): Envelope['lastPage'] {
  const first = bytes[start]
  if (first === byte.lowerT) return 'true'
  if (first === byte.lowerF) return 'false'
  if (first !== byte.quote) return 'invalid'
  const text = decodeString(bytes, start, end)
  return text === 'true' || text === 'false' ? text : 'invalid'
}

/** Reads forward through the whole body. */
function readWhole(body: Uint8Array): Envelope {
  const reader = new JsonReader(body, afterByteOrderMark(body))
  const collector = new EnvelopeCollector()
  reader.readMembers((name) => {
    const { start, end } = reader.readSpan()
    collector.take(name, body, start, end)
  })
  return collector.envelope
}

/**
 * Reads backward from the closing brace over fields with simple values, up to the first nested value. JSON can be read
 * backward exactly: inside a string every quote has an odd number of backslashes before it, the opening quote none.
 * @param body the body or its end, starting anywhere: each field is read from the comma or brace before it
 * @returns undefined if it reached a nested value, or the start, before both fields were found
 */
function readTail(body: Uint8Array): Envelope | undefined {
  let at = backOverWhitespace(body, body.length)
  if (body[at - 1] !== byte.closeBrace) return undefined
  at -= 1
  let next: Envelope['next'] | undefined
  let lastPage: Envelope['lastPage'] | undefined
  while (next === undefined || lastPage === undefined) {
    const valueEnd = backOverWhitespace(body, at)
    const valueStart = backOverScalar(body, valueEnd)
    if (valueStart === undefined) return undefined
    const colon = backOverWhitespace(body, valueStart) - 1
    if (body[colon] !== byte.colon) return undefined
    const nameEnd = backOverWhitespace(body, colon)
    const nameStart = backOverScalar(body, nameEnd)
    if (nameStart === undefined || body[nameStart] !== byte.quote) return undefined
    const name = decodeString(body, nameStart, nameEnd)
    // Going backward, the first one met is the last of its name, which counts.
    if (name === 'next') next ??= nextOf(body, valueStart, valueEnd)
    else if (name === 'lastPage') lastPage ??= lastPageOf(body, valueStart, valueEnd)
    at = backOverWhitespace(body, nameStart) - 1
    if (body[at] === byte.openBrace) return { next: next ?? { kind: 'missing' }, lastPage: lastPage ?? 'missing' }
    if (body[at] !== byte.comma) return undefined
  }
  return { next, lastPage }
}

function backOverWhitespace(body: Uint8Array, end: number): number {
  let at = end
  while (at > 0 && isWhitespace(body[at - 1] ?? 0)) at -= 1
  return at
}

/** Returns the start of the string, number or literal that ends before `end`; undefined if there is none. */
function backOverScalar(body: Uint8Array, end: number): number | undefined {
  if (body[end - 1] !== byte.quote) {
    let at = end
    while (at > 0 && isBareByte(body[at - 1] ?? 0)) at -= 1
    return at === end ? undefined : at
  }
  let at = end - 2
  for (; at >= 0; at -= 1) {
    if (body[at] !== byte.quote) continue
    let backslashes = 0
    while (body[at - 1 - backslashes] === byte.backslash) backslashes += 1
    if (backslashes % 2 === 0) return at
    at -= backslashes
  }
  return undefined
}

/** Whether the byte can be part of a number, `true`, `false` or `null`. */
function isBareByte(value: number): boolean {
  return (
    (value >= byte.zero && value <= byte.nine) ||
    (value >= 0x61 && value <= 0x7a) ||
    (value >= 0x41 && value <= 0x5a) ||
    value === byte.minus ||
    value === byte.plus ||
    value === byte.point
  )
}
