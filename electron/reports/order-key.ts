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
 */
export function orderKey(json: string): string | null {
  switch (json.charAt(0)) {
    case 'n':
      return null
    case 't':
      return `${rank.boolean}1`
    case 'f':
      return `${rank.boolean}0`
    case '"': {
      const text = decodeEscapes(json.slice(1, -1))
      const datetime = datetimeKey(text)
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

/** Text without letter case and accents, so that its like stands together; the text itself decides between equals. */
export function foldText(text: string): string {
  const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  // SQLite reads a text to its first NUL only.
  return Buffer.from(`${folded}\u0001${text}`.replaceAll('\0', '\u0001')).toString('utf8')
}
