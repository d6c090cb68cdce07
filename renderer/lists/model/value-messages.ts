import type { SeriesName } from '#shared/lists/list-analysis.ts'
import type { Cell } from '#shared/lists/list.ts'

/** Returns a value as shown, e.g. `(blank)`: blank text would be invisible. */
export function valueText({ text, cut }: Cell): string {
  if (text.trim() === '') return '(blank)'
  return cut === true ? `${text}…` : text
}

/** Names a series of a chart, or a group. */
export function seriesLabel(name: SeriesName): string {
  switch (name.kind) {
    case 'all':
      return 'All'
    case 'value':
      return valueText(name.value)
    case 'others':
      return 'Other'
    case 'empty':
      return 'No value'
  }
}

const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const plain = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 15 })

/** Writes a number as short as it can be without hiding a digit: `60K`, but `61,234`. */
export function exactNumber(value: number): string {
  const unit = 1000 ** Math.min(4, Math.floor(Math.log10(Math.abs(value)) / 3))
  const isShort = Math.abs(value) >= 10_000 && Number((value / unit).toFixed(1)) === value / unit
  return (isShort ? short : plain).format(value)
}

/** Groups the digits of a decimal, keeping all of them: `12345.678` to `12,345.678` in English. */
export function decimalText(decimal: string | null): string {
  if (decimal === null) return '–'
  const fraction = decimal.split('.')[1]?.length ?? 0
  // A text is formatted with all its digits, up to the format's limit.
  const format = new Intl.NumberFormat(undefined, { maximumFractionDigits: Math.min(100, fraction) })
  return format.format(decimal as `${number}`)
}
