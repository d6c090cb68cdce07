import { Buffer } from 'node:buffer'
import { newDatetime, parseDatetime, type ParsedDatetime } from '#shared/values/datetime-text.ts'
import { byte } from '../json/json-bytes.ts'

/** A date read from bytes. Without a zone it is read as UTC, as for sorts and filters. */
export interface Instant extends ParsedDatetime {
  /** What it was read from. */
  bytes: Uint8Array
}

/** Maximum length of a date, bytes. */
const maxLength = 70

const scratch = newInstant()

/** Creates what an instant can be read into. */
export function newInstant(): Instant {
  return { ...newDatetime(), bytes: new Uint8Array() }
}

/** Reads the date from `start` to `end` (see `readDatetime`) and returns whether it is one. */
export function readInstant(bytes: Uint8Array, start: number, end: number, into: Instant): boolean {
  into.bytes = bytes
  return end - start <= maxLength && parseDatetime(bytes, start, end, into)
}

/** Whether the text from `start` to `end` is a date, or date and time, in a usual spelling (see `readDatetime`). */
export function isDatetime(bytes: Uint8Array, start: number, end: number): boolean {
  return readInstant(bytes, start, end, scratch)
}

/** Returns whether an instant is exactly its milliseconds, so that equal milliseconds mean equal dates. */
export function isWholeMilliseconds(instant: Instant): boolean {
  return restEnd(instant) === instant.fractionStart + 3
}

/** The digits after the milliseconds, without trailing zeros. */
export function restOf(instant: Instant): Uint8Array {
  return instant.bytes.subarray(instant.fractionStart + 3, restEnd(instant))
}

function restEnd({ bytes, fractionStart, fractionEnd }: Instant): number {
  let end = fractionEnd
  while (end > fractionStart + 3 && bytes[end - 1] === byte.zero) end -= 1
  return Math.max(end, fractionStart + 3)
}

/** Returns a text that sorts like the instants, to the last digit. */
export function instantKey(instant: Instant): string {
  // Moved so that the years 0 to 9999 are positive and of one length.
  const ms = String(instant.ms + 1e14).padStart(15, '0')
  return `${ms}${Buffer.from(restOf(instant)).toString('latin1')}`
}

/** The key of the instant that a text names; undefined for text that is no date. */
export function datetimeKey(text: string): string | undefined {
  const bytes = Buffer.from(text)
  return readInstant(bytes, 0, bytes.length, scratch) ? instantKey(scratch) : undefined
}
