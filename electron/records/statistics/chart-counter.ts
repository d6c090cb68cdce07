import type { Chart, ChartDefinition, Measured } from '#shared/lists/list-analysis.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import { byte } from '../json/json-bytes.ts'
import type { RecordScan } from '../storage/record-scan.ts'
import { Aggregate } from './aggregate.ts'
import { chartGrouping } from './chart-grouping.ts'
import { DistinctCounter } from './distinct-counter.ts'
import { isFilled, oneSeries, seriesByValue, type SeriesOf } from './top-series.ts'
import { ValueReader } from './value-reader.ts'

/** Number of values among which the most frequent ones are found; those get their own series. */
const splitLimits = { values: 500_000, bytes: 64 * 1024 * 1024 }

/**
 * Counts a chart over all records of a query. With a split the records are read twice: first only to find its most
 * frequent values; all numbers are from the second pass.
 * @param onRecord called for each processed record
 * @throws `cancelled` once `signal` is aborted, `input-invalid` for an unknown time zone
 */
export async function countChart(
  scan: RecordScan,
  query: ListQuery,
  definition: ChartDefinition,
  onRecord: () => void,
  signal: AbortSignal,
): Promise<Chart> {
  const { measure, grouping, split } = definition
  const reader = new ValueReader()
  const series = split === undefined ? oneSeries : await chooseSeries(scan, query, split, reader, onRecord, signal)
  const groups = chartGrouping(definition, series.names.length, reader)
  const measurePath = measure.kind === 'count' ? undefined : measure.path
  const wanted = [grouping.path, measurePath ?? grouping.path, split?.path ?? grouping.path] as const
  const paths = [...new Set(wanted)]
  const [groupAt, measureAt, splitAt] = wanted.map((path) => paths.indexOf(path)) as [number, number, number]
  let records = 0
  let withoutDate = 0
  let withoutNumber = 0
  const withLists = new Set<string>()
  await scan.scan(
    query,
    paths,
    (_, bytes, spans) => {
      onRecord()
      records += 1
      // Groups and series share one reader: the group is found before the series is read.
      const groupSpan = spans[groupAt]
      const splitSpan = spans[splitAt]
      if (bytes[groupSpan?.start ?? -1] === byte.openBracket) withLists.add(grouping.path)
      if (split !== undefined && bytes[splitSpan?.start ?? -1] === byte.openBracket) withLists.add(split.path)
      const group = groups.groupOf(bytes, groupSpan)
      if (group === undefined) {
        withoutDate += 1
        return
      }
      let [numberBytes, start, end] = [bytes, 0, 0]
      if (measurePath !== undefined) {
        const span = spans[measureAt]
        if (span !== undefined && reader.readKind(bytes, span.start, span.end) === 'number') {
          numberBytes = reader.numberBytes
          start = reader.numberStart
          end = reader.numberEnd
        } else withoutNumber += 1
      }
      group[series.of(bytes, splitSpan)]?.add(numberBytes, start, end)
    },
    signal,
  )
  const { groups: found, time } = groups.result()
  const none = new Aggregate()
  const all = series.names.map((name, index) => ({
    name,
    measured: found.map(({ measures }): Measured => (measures?.[index] ?? none).measured(measure.kind)),
    total: together(found.map(({ measures }) => measures?.[index])).measured(measure.kind),
  }))
  return {
    records,
    withoutDate,
    withoutNumber,
    groups: found.map(({ group }) => group),
    series: all.filter(({ name, measured }) => name.kind === 'all' || measured.some((each) => each.records > 0)),
    totals: found.map(({ measures }) => together(measures ?? []).measured(measure.kind)),
    total: together(found.flatMap(({ measures }) => measures ?? [])).measured(measure.kind),
    withLists: [...withLists],
    ...(time === undefined ? {} : { time }),
  }
}

/** Measures the records of several groups as one. */
function together(parts: readonly (Aggregate | undefined)[]): Aggregate {
  const whole = new Aggregate()
  for (const part of parts) if (part !== undefined) whole.merge(part)
  return whole
}

async function chooseSeries(
  scan: RecordScan,
  query: ListQuery,
  { path, most }: { readonly path: string; readonly most: number },
  reader: ValueReader,
  onRecord: () => void,
  signal: AbortSignal,
): Promise<SeriesOf> {
  const tally = new DistinctCounter(splitLimits)
  await scan.scan(
    query,
    [path],
    (_, bytes, [span]) => {
      onRecord()
      if (!isFilled(reader, bytes, span)) return
      reader.readKey(bytes, span.start, span.end)
      tally.add(reader, bytes, span.start, span.end)
    },
    signal,
  )
  return seriesByValue(tally, most, reader)
}
