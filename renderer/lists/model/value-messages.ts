import type { Cell } from '../../../shared/model/lists/list.ts'

/** Returns a value as shown: blank text would be invisible. */
export function valueText({ text, cut }: Cell): string {
  if (text.trim() === '') return '(blank)'
  return cut === true ? `${text}…` : text
}

const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 })
const plain = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 6 })

export function shortNumber(value: number): string {
  return Math.abs(value) < 10_000 ? plain.format(value) : short.format(value)
}

/** Groups the digits of a decimal, keeping all of them. */
export function decimalText(decimal: string | null): string {
  if (decimal === null) return '–'
  const fraction = decimal.split('.')[1]?.length ?? 0
  // A text is formatted with all its digits, up to the format's limit.
  const format = new Intl.NumberFormat(undefined, { maximumFractionDigits: Math.min(100, fraction) })
  return format.format(decimal as `${number}`)
}
