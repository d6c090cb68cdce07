import type { Histogram } from '#shared/lists/list-analysis.ts'
import type { DatasetSummary } from '#shared/lists/list.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { count, recordCount } from '../../ui/text/count.ts'
import { boundTime, periodName, zoneOf } from '../model/time-messages.ts'
import { decimalText } from '../model/value-messages.ts'

/**
 * Names the records that a count covers: `14 of 500 loaded records`. Only a complete list is called without “loaded”.
 * @param isNarrowed whether search or filters select the records
 */
export function coverageMessage(counted: number, isNarrowed: boolean, { state, records }: DatasetSummary): string {
  const isComplete = state.kind === 'complete'
  const all = isComplete ? recordCount(records) : count(records, 'loaded record')
  if (isNarrowed) return `${counted.toLocaleString()} of ${all}`
  if (counted < records) return `First ${counted.toLocaleString()} of ${all}`
  return isComplete ? `All ${all}` : all
}

/** Formats a share in percent. Only nothing is 0 %, only everything is 100 %. */
export function percentText(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0%'
  const percent = (part / whole) * 100
  if (percent < 0.1) return '<0.1%'
  if (part < whole && percent > 99.9) return '>99.9%'
  return `${percent.toLocaleString(undefined, { maximumFractionDigits: 1 })}%`
}

/** Names the range of a bar, such as `10 to under 20`. */
export function binLabel(histogram: Histogram, index: number, dates: DateText): string {
  if (histogram.kind === 'times') {
    const bar = histogram.bars[index]
    return bar === undefined ? '' : periodName(boundTime(bar.from), histogram.unit, zoneOf(histogram.clock), dates)
  }
  const bar = histogram.bars[index]
  if (bar === undefined) return ''
  const words = histogram.single ? decimalText(bar.from) : `${decimalText(bar.from)} to under ${decimalText(bar.to)}`
  return histogram.kind === 'lengths' ? `${words} ${words === '1' ? 'character' : 'characters'}` : words
}

export function rangeLabels(histogram: Histogram, dates: DateText): { readonly from: string; readonly to: string } {
  const last = histogram.bars.length - 1
  if (histogram.kind === 'times') return { from: binLabel(histogram, 0, dates), to: binLabel(histogram, last, dates) }
  const [first, end] = [histogram.bars[0], histogram.bars[last]]
  return {
    from: decimalText(first?.from ?? null),
    to: decimalText((histogram.single ? end?.from : end?.to) ?? null),
  }
}
