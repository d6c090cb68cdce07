import type { Histogram } from '../../../shared/model/list-analysis.ts'
import { boundTime, stretchWords, zoneOf } from '../model/time-messages.ts'
import { numberWords } from '../model/value-messages.ts'

/** What a bar holds, such as `10 up to 20`. */
export function barWords(histogram: Histogram, index: number): string {
  if (histogram.kind === 'times') {
    const bar = histogram.bars[index]
    return bar === undefined ? '' : stretchWords(boundTime(bar.from), histogram.unit, zoneOf(histogram.clock))
  }
  const bar = histogram.bars[index]
  if (bar === undefined) return ''
  const words = histogram.single ? numberWords(bar.from) : `${numberWords(bar.from)} up to ${numberWords(bar.to)}`
  return histogram.kind === 'lengths' ? `${words} characters` : words
}

/** The bounds of the whole, for the axis below. */
export function spanWords(histogram: Histogram): { readonly from: string; readonly to: string } {
  const last = histogram.bars.length - 1
  if (histogram.kind === 'times') return { from: barWords(histogram, 0), to: barWords(histogram, last) }
  const [first, end] = [histogram.bars[0], histogram.bars[last]]
  return {
    from: numberWords(first?.from ?? null),
    to: numberWords((histogram.single ? end?.from : end?.to) ?? null),
  }
}
