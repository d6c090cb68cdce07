import { ClavisError } from '../../../shared/model/error.ts'
import { byte } from '../json-bytes.ts'
import { someItem } from '../list-items.ts'
import { decodeString, utf8Text } from '../json-string.ts'
import type { RecordScan } from '../record-scan.ts'

/** A value that was found in a column. */
export interface FoundValue {
  readonly path: string
  readonly value: string
  /** How many records have it there. */
  readonly count: number
  /** The first of them. */
  readonly firstPosition: number
}

/**
 * Looks for values in columns of all records: text that reads so, and numbers that are written so; in lists too.
 * @throws `list-cancelled`
 */
export async function findValues(
  scan: RecordScan,
  values: readonly string[],
  paths: readonly string[],
  signal: AbortSignal,
): Promise<FoundValue[]> {
  const wanted = new Set(values)
  // A value's bytes are compared only where there are as many of them as one of the wanted has.
  const lengths = new Set(values.map((value) => Buffer.byteLength(value)))
  const found = new Map<string, FoundValue & { count: number; lastPosition: number }>()
  const note = (index: number, position: number, value: string | undefined): void => {
    if (value === undefined || !wanted.has(value)) return
    const key = `${index}\n${value}`
    const known = found.get(key)
    if (known === undefined)
      found.set(key, { path: paths[index] ?? '', value, count: 1, firstPosition: position, lastPosition: position })
    else if (known.lastPosition !== position) {
      known.count += 1
      known.lastPosition = position
    }
  }
  await scan.scan(
    { search: [], filters: [], sort: [] },
    paths,
    (position, bytes, spans) => {
      for (const [index, span] of spans.entries()) {
        if (span === undefined) continue
        if (bytes[span.start] === byte.openBracket)
          someItem(bytes, span.start, span.end, (start, end) => {
            note(index, position, textOf(bytes, start, end, lengths))
            return false
          })
        else note(index, position, textOf(bytes, span.start, span.end, lengths))
      }
    },
    signal,
  )
  // A short one is through before the scan looks.
  signal.throwIfAborted()
  return [...found.values()].map(({ lastPosition: _, ...value }) => value)
}

function textOf(bytes: Uint8Array, start: number, end: number, lengths: ReadonlySet<number>): string | undefined {
  if (bytes[start] !== byte.quote) return lengths.has(end - start) ? utf8Text(bytes, start, end) : undefined
  if (lengths.has(end - start - 2)) return decodeString(bytes, start, end)
  // With escapes it is longer than what it says, six times at most.
  const escape = bytes.indexOf(byte.backslash, start)
  return escape !== -1 && escape < end && lengths.size > 0 && end - start <= 6 * Math.max(...lengths) + 2
    ? decodeString(bytes, start, end)
    : undefined
}

/** The searches of one run's worker that are under way. */
export class ValueSearches {
  readonly #scan: RecordScan
  readonly #running = new Map<string, { readonly abort: AbortController; readonly done: Promise<unknown> }>()

  constructor(scan: RecordScan) {
    this.#scan = scan
  }

  /** @throws `list-cancelled` */
  find(searchId: string, values: readonly string[], paths: readonly string[]): Promise<FoundValue[]> {
    const abort = new AbortController()
    const done = findValues(this.#scan, values, paths, abort.signal).finally(() => this.#running.delete(searchId))
    this.#running.set(searchId, { abort, done })
    return done
  }

  /** Nothing happens where it has ended. */
  cancel(searchId: string): void {
    this.#running.get(searchId)?.abort.abort(cancelled())
  }

  /** Cancels all of them, and waits until they have ended. */
  async end(): Promise<void> {
    const running = [...this.#running.values()]
    for (const { abort } of running) abort.abort(cancelled())
    await Promise.allSettled(running.map(({ done }) => done))
  }
}

function cancelled(): ClavisError {
  return new ClavisError('list-cancelled', 'Looking for linked records was ended.', { hint: 'Open the record again.' })
}
