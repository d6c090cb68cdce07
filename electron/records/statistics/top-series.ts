import type { SeriesName } from '#shared/lists/list-analysis.ts'
import type { ValueSpan } from '../json/json-reader.ts'
import type { DistinctCounter } from './distinct-counter.ts'
import type { ValueReader } from './value-reader.ts'

/** Returns a record's series, once the values with a series of their own are chosen. */
export interface SeriesOf {
  readonly names: readonly SeriesName[]
  readonly of: (bytes: Uint8Array, span: ValueSpan | undefined) => number
}

/** One series of all records. */
export const oneSeries: SeriesOf = { names: [{ kind: 'all' }], of: () => 0 }

/**
 * Creates a series for each of the `most` most frequent values, one for the others and one for records without a value.
 */
export function seriesByValue(tally: DistinctCounter, most: number, reader: ValueReader): SeriesOf {
  const chosen = tally.commonest(most)
  const places = new Map(chosen.map((number, place) => [number, place]))
  return {
    names: [
      ...chosen.map((number): SeriesName => ({ kind: 'value', value: tally.cell(number) })),
      { kind: 'others' },
      { kind: 'empty' },
    ],
    of: (bytes, span) => {
      if (!isFilled(reader, bytes, span)) return chosen.length + 1
      reader.readKey(bytes, span.start, span.end)
      const number = tally.find(reader)
      return (number === undefined ? undefined : places.get(number)) ?? chosen.length
    },
  }
}

/** Whether a record has a value other than null and empty text there; its kind is read then. */
export function isFilled(reader: ValueReader, bytes: Uint8Array, span: ValueSpan | undefined): span is ValueSpan {
  if (span === undefined) return false
  const kind = reader.readKind(bytes, span.start, span.end)
  return kind !== 'null' && kind !== 'empty-text'
}
