import type { Histogram } from '../../../shared/model/lists/list-analysis.ts'
import { boundTime, periodName, zoneOf } from '../model/time-messages.ts'
import { decimalText } from '../model/value-messages.ts'

/** What a bar holds, such as `10 up to 20`. */
export function barLabel(histogram: Histogram, index: number): string {
  if (histogram.kind === 'times') {
    const bar = histogram.bars[index]
    return bar === undefined ? '' : periodName(boundTime(bar.from), histogram.unit, zoneOf(histogram.clock))
  }
  const bar = histogram.bars[index]
  if (bar === undefined) return ''
  const words = histogram.single ? decimalText(bar.from) : `${decimalText(bar.from)} up to ${decimalText(bar.to)}`
  return histogram.kind === 'lengths' ? `${words} characters` : words
}

/** The bounds of the whole, for the axis below. */
export function rangeLabels(histogram: Histogram): { readonly from: string; readonly to: string } {
  const last = histogram.bars.length - 1
  if (histogram.kind === 'times') return { from: barLabel(histogram, 0), to: barLabel(histogram, last) }
  const [first, end] = [histogram.bars[0], histogram.bars[last]]
  return {
    from: decimalText(first?.from ?? null),
    to: decimalText((histogram.single ? end?.from : end?.to) ?? null),
  }
}
