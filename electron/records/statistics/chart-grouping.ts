import type { Chart, ChartGroup, ChartDefinition, Grouping, Measured } from '#shared/lists/list-analysis.ts'
import type { ValueSpan } from '../json/json-reader.ts'
import { compareNumbers } from '../values/number-order.ts'
import { Aggregate } from './aggregate.ts'
import { full, topNumbers, DistinctCounter, type CounterLimits } from './distinct-counter.ts'
import { boundText, TimeBuckets } from './time-buckets.ts'
import { isFilled } from './top-series.ts'
import type { ValueReader } from './value-reader.ts'

/** Measures of a group, by series. */
export type SeriesMeasures = Aggregate[]

/** The groups of a chart with their measures. */
export interface GroupedMeasures {
  readonly groups: readonly { readonly group: ChartGroup; readonly measures: SeriesMeasures | undefined }[]
  readonly time?: Chart['time']
}

/** Puts records into groups. */
export interface ChartGrouping {
  /** Returns the measures of a record's group, by its value in the grouping's column; undefined if it is in none. */
  readonly groupOf: (bytes: Uint8Array, span: ValueSpan | undefined) => SeriesMeasures | undefined
  readonly result: () => GroupedMeasures
}

/** Number of time buckets that are readable next to each other. */
const readableStretches = 100

/** Maximum number of values to group records by; further ones are counted as others. */
const limits: CounterLimits = { values: 200_000, bytes: 64 * 1024 * 1024 }

/**
 * @param seriesCount how many series each group has
 * @throws `input-invalid` for an unknown time zone
 */
export function chartGrouping(definition: ChartDefinition, seriesCount: number, reader: ValueReader): ChartGrouping {
  const make = (): SeriesMeasures => Array.from({ length: seriesCount }, () => new Aggregate())
  const { grouping, timeZone } = definition
  switch (grouping.kind) {
    case 'time':
      return byTime(grouping.unit, timeZone, make, reader)
    case 'value':
      return byValue(grouping, definition.measure.kind, make, reader)
  }
}

function mergeMeasures(into: SeriesMeasures, from: SeriesMeasures): void {
  for (const [index, measure] of from.entries()) into[index]?.merge(measure)
}

function byTime(
  unit: Extract<Grouping, { kind: 'time' }>['unit'],
  timeZone: string,
  make: () => SeriesMeasures,
  reader: ValueReader,
): ChartGrouping {
  const buckets = new TimeBuckets<SeriesMeasures>(timeZone, { make, merge: mergeMeasures })
  return {
    groupOf: (bytes, span) => {
      if (span === undefined || reader.readKind(bytes, span.start, span.end) !== 'datetime') return undefined
      return buckets.at(reader.instant)
    },
    result: () => {
      const result = buckets.result(unit, readableStretches)
      if (result === undefined) return { groups: [] }
      const { clock, unit: used, gapsLeftOut } = result
      return {
        groups: result.buckets.map(({ start, end, value }) => ({
          group: { kind: 'time', from: boundText(start, clock, used), to: boundText(end, clock, used) },
          measures: value,
        })),
        time: { clock, unit: used, gapsLeftOut },
      }
    },
  }
}

function byValue(
  grouping: Extract<Grouping, { kind: 'value' }>,
  kind: ChartDefinition['measure']['kind'],
  make: () => SeriesMeasures,
  reader: ValueReader,
): ChartGrouping {
  const tally = new DistinctCounter(limits)
  const measures: SeriesMeasures[] = []
  const others = make()
  const empty = make()
  return {
    groupOf: (bytes, span) => {
      if (!isFilled(reader, bytes, span)) return empty
      reader.readKey(bytes, span.start, span.end)
      const number = tally.add(reader, bytes, span.start, span.end)
      return number === full ? others : (measures[number] ??= make())
    },
    result: () => {
      const sizes = measures.map((each) => sizeOf(each, kind))
      const top = topNumbers(measures.length, grouping.most, (one, other) =>
        compareSizes(sizes[one] ?? null, sizes[other] ?? null),
      )
      const chosen = new Set(top)
      for (const [number, each] of measures.entries()) if (!chosen.has(number)) mergeMeasures(others, each)
      const hasRecords = (each: SeriesMeasures): boolean => each.some(({ records }) => records > 0)
      return {
        groups: [
          ...top.map((number) => ({
            group: { kind: 'value' as const, value: tally.cell(number) },
            measures: measures[number],
          })),
          ...(hasRecords(others) ? [{ group: { kind: 'others' as const }, measures: others }] : []),
          ...(hasRecords(empty) ? [{ group: { kind: 'empty' as const }, measures: empty }] : []),
        ],
      }
    },
  }
}

/** What a group measures over all its series. */
function sizeOf(measures: SeriesMeasures, kind: ChartDefinition['measure']['kind']): Measured['value'] {
  const [only, second] = measures
  let whole = only ?? new Aggregate()
  if (second !== undefined) {
    whole = new Aggregate()
    for (const measure of measures) whole.merge(measure)
  }
  return whole.measured(kind).value
}

/** Groups without a number come last. */
function compareSizes(one: Measured['value'], other: Measured['value']): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null)
  return compareNumbers(one, other)
}
