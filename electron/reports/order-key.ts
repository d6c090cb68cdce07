import { Buffer } from 'node:buffer'
import { datetimeKey } from './datetime-text.ts'
import { decodeEscapes } from './json-string.ts'
import { numberKey } from './number-order.ts'

/** Kinds in the order in which they stand in a column that has several. */
const rank = { boolean: '0', number: '1', datetime: '2', text: '3', list: '4', object: '5' } as const

/**
 * A text whose order is the order of JSON values: false before true, numbers with all their digits, dates by their
 * instants, text without regard to letter case and accents. `null` for JSON's null, which comes last.
 * @param json the value's exact JSON text
 * @param datetimes whether text that is a date stands among dates, or, in a column of text, among text
 */
export function orderKey(json: string, datetimes: 'dates' | 'text'): string | null {
  switch (json.charAt(0)) {
    case 'n':
      return null
    case 't':
      return `${rank.boolean}1`
    case 'f':
      return `${rank.boolean}0`
    case '"': {
      const text = decodeEscapes(json.slice(1, -1))
      const datetime = datetimes === 'dates' ? datetimeKey(text) : undefined
      return datetime === undefined ? rank.text + foldText(text) : rank.datetime + datetime
    }
    case '[':
      return rank.list + json
    case '{':
      return rank.object + json
    default:
      return rank.number + numberKey(json)
  }
}

/** The SQL for the key of text in a record that is all ASCII without escapes. Null for no text. */
export function asciiTextKey(sql: string): string {
  return `'${rank.text}' || lower(${sql}) || char(1) || (${sql})`
}

/** Text without letter case and accents, so that its like stands together; the text itself decides between equals. */
function foldText(text: string): string {
  if (/^[ -~]*$/u.test(text)) return `${text.toLowerCase()}\u0001${text}`
  const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  // SQLite reads a text to its first NUL only.
  return Buffer.from(`${folded}\u0001${text}`.replaceAll('\0', '\u0001')).toString('utf8')
}
