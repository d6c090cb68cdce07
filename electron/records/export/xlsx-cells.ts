import { dayMs } from '#shared/values/local-day.ts'
import { byte } from '../json/json-bytes.ts'
import type { ValueSpan } from '../json/json-reader.ts'
import { decodeString, utf8Text } from '../json/json-string.ts'
import { newInstant, readInstant, restOf } from '../values/instant.ts'
import { isExactDouble, shortNumber } from '../values/short-decimal.ts'

/** A cell of a sheet. */
export interface XlsxCell {
  /** What follows its address: attributes and content of its element. */
  readonly xml: string
  /** Characters that it shows, about. */
  readonly length: number
  /** Whether it is text because a spreadsheet would change the number, or the date. */
  readonly isKeptAsText: boolean
}

/** Formats of cells, by their index in {@link stylesXml}. */
const style = { header: 1, text: 2, day: 3, seconds: 4, milliseconds: 5, longInteger: 6 } as const

/** Longer integers are shown in scientific notation unless they have a format (ECMA-376, part 1, 18.8.30). */
const shownDigits = 11

/** Day 0 of spreadsheets, counted from 1970-01-01. */
const firstDay = -25_569

/** What spreadsheets take for dates: before March 1900 they count a day that did not exist. */
const earliest = Date.UTC(1900, 2, 1)
const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

const instant = newInstant()

/**
 * Characters that XML 1.0 can't contain, or readers change, and the underscore of text that looks like their escapes
 * (ECMA-376, part 1, 22.9.2.19).
 */
const unsafe = /[&<>\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF\p{Surrogate}]|_(?=x[\dA-Fa-f]{4}_)/gu

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
])

/**
 * Returns a value's cell; undefined if there is none, or null. A number is one if it has at most 15 digits, which is what
 * spreadsheets keep.
 * @param hasDates whether its column has dates: then a date is one, in UTC, if no digit is lost
 */
export function xlsxCell(bytes: Uint8Array, span: ValueSpan | undefined, hasDates: boolean): XlsxCell | undefined {
  if (span === undefined) return undefined
  const { start, end } = span
  switch (bytes[start]) {
    case byte.lowerN:
      return undefined
    case byte.quote: {
      const isDate = hasDates && readInstant(bytes, start + 1, end - 1, instant)
      return (isDate ? dateCell() : undefined) ?? textCell(decodeString(bytes, start, end), isDate)
    }
    case byte.lowerT:
    case byte.lowerF:
      return { xml: ` t="b"><v>${bytes[start] === byte.lowerT ? 1 : 0}</v>`, length: 5, isKeptAsText: false }
    case byte.openBrace:
    case byte.openBracket:
      return textCell(utf8Text(bytes, start, end))
    default:
      return numberCell(bytes, span)
  }
}

/**
 * Returns a cell of text, which is never a formula and never loses a digit, also after it was edited, because of its format.
 */
export function textCell(text: string, isKeptAsText = false): XlsxCell {
  return { xml: inlineText(text, style.text), length: text.length, isKeptAsText }
}

export function headerCell(text: string): XlsxCell {
  return { xml: inlineText(text, style.header), length: text.length, isKeptAsText: false }
}

function inlineText(text: string, format: number): string {
  const escaped = text.replaceAll(
    unsafe,
    (sign) => entities.get(sign) ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )
  return ` s="${format}" t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is>`
}

function numberCell(bytes: Uint8Array, { start, end }: ValueSpan): XlsxCell {
  const text = utf8Text(bytes, start, end)
  const isInteger = /^-?\d+$/u.test(text)
  // A long integer that ends in zeros is text, too, as the others of its column are: it is an identifier.
  if (Number.isNaN(shortNumber(bytes, start, end)) && (isInteger || !isExactDouble(text))) return textCell(text, true)
  const format = text.length > shownDigits && isInteger ? ` s="${style.longInteger}"` : ''
  return { xml: `${format}><v>${text}</v>`, length: text.length, isKeptAsText: false }
}

/** Returns the cell of the date just read; undefined if a spreadsheet can't contain exactly that. */
function dateCell(): XlsxCell | undefined {
  const { ms, exists, precision } = instant
  if (!exists || restOf(instant).length > 0 || ms < earliest || ms > latest) return undefined
  const day = ms / dayMs - firstDay
  const [format, length] =
    precision === 'date' ? [style.day, 10] : ms % 1000 === 0 ? [style.seconds, 19] : [style.milliseconds, 23]
  return { xml: ` s="${format}"><v>${day}</v>`, length, isKeptAsText: false }
}

/** The formats that cells refer to. Every date is as in ISO 8601, whatever the country. */
export const stylesXml = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="7"><xf xfId="0"/><xf xfId="0" numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/>${[49, 164, 165, 166, 1].map((format) => `<xf xfId="0" numFmtId="${format}" applyNumberFormat="1"/>`).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
