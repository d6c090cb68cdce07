import type { Cell } from '../../../shared/model/lists/list.ts'

/** A value as it is shown: text that is only blanks or nothing would not be seen. */
export function valueText({ text, cut }: Cell): string {
  if (text.trim() === '') return '(blank)'
  return cut === true ? `${text}…` : text
}

const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const plain = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 6 })

/** A number on an axis or in a cell. */
export function shortNumber(value: number): string {
  return Math.abs(value) < 10_000 ? plain.format(value) : short.format(value)
}

/** A decimal text with all its digits, grouped. */
export function decimalText(decimal: string | null): string {
  if (decimal === null) return '–'
  const fraction = decimal.split('.')[1]?.length ?? 0
  // A text is formatted with all its digits; what the format allows at most is enough for what people pay with.
  const format = new Intl.NumberFormat(undefined, { maximumFractionDigits: Math.min(100, fraction) })
  return format.format(decimal as `${number}`)
}
