import { Buffer } from 'node:buffer'
import type { ResponseBody } from '../../http/response-body.ts'
import { afterByteOrderMark, byte } from '../json/json-bytes.ts'
import { JsonReader } from '../json/json-reader.ts'
import { decodeString } from '../json/json-string.ts'

/**
 * The two envelope fields of a page (service document, section 4.3) as received. `missing`: no such field; `invalid`: a
 * type that the document doesn't allow.
 */
export interface Envelope {
  readonly next:
    | { readonly kind: 'cursor'; readonly cursor: string }
    | { readonly kind: 'none' | 'missing' | 'invalid' }
  readonly lastPage: 'true' | 'false' | 'missing' | 'invalid'
}

/** Bodies above this size are not walked through on main's thread just to find their envelope. */
const walkLimit = 1024 * 1024

/** Bytes at the end of a body in which the envelope is looked for first. */
const tailSize = 4096

const text = String.raw`"(?:[^"\\]|\\.)*"`
const simpleField = String.raw`\s*${text}\s*:\s*(?:${text}|[-+.\w]+)\s*`
/** Matches the fields with simple values at the end of a JSON object. It can't start within a string: quotes pair up. */
const lastFields = new RegExp(String.raw`([{,])(${simpleField}(?:,${simpleField})*)\}\s*$`, 'su')

/**
 * Reads the envelope before the body is parsed, so that the next request can be sent at once. Exact for every body that
 * is JSON; the result for any other body must not be used (the record store detects that).
 * @returns undefined if that would take long: then the parsed page provides the envelope
 */
export function readEnvelopeEarly(body: ResponseBody): Envelope | undefined {
  try {
    // Nearly always the fields are at the end, in the last part.
    const last = body.parts.at(-1)
    const fromTail = (last && readTail(last)) ?? readTail(body.bytes())
    return fromTail ?? (body.size > walkLimit ? undefined : readEnvelope(body.bytes()))
  } catch {
    return undefined
  }
}

/** Reads the envelope of a whole page. @throws JsonFault */
export function readEnvelope(body: Uint8Array): Envelope {
  const reader = new JsonReader(body, afterByteOrderMark(body))
  const collector = new EnvelopeCollector()
  reader.readMembers((name) => {
    const { start, end } = reader.readSpan()
    collector.take(name, body, start, end)
  })
  return collector.envelope
}

/**
 * Reads the envelope from the end of a body.
 * @returns undefined if a field may be further ahead
 */
function readTail(body: Uint8Array): Envelope | undefined {
  const tail = Buffer.from(body.subarray(-tailSize)).toString('latin1')
  const [, before, fields] = lastFields.exec(tail) ?? []
  if (fields === undefined) return undefined
  const envelope = readEnvelope(Buffer.from(`{${fields}}`, 'latin1'))
  const isComplete = before === '{' || (envelope.next.kind !== 'missing' && envelope.lastPage !== 'missing')
  return isComplete ? envelope : undefined
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
