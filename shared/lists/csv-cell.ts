import type { csvDelimiters } from './export-forms.ts'

export type CsvDelimiter = (typeof csvDelimiters)[number]

export const delimiterSigns: Readonly<Record<CsvDelimiter, string>> = { comma: ',', semicolon: ';', tab: '\t' }

/**
 * Returns the delimiter that spreadsheets of a country expect: a semicolon where the comma separates decimals.
 * @param locale the system's unless given
 */
export function systemDelimiter(locale?: string): 'comma' | 'semicolon' {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? 'semicolon' : 'comma'
}

/** Signs that a spreadsheet takes for the start of a formula, in their full-width forms, too. */
const signs = String.raw`=+\-@\uFF1D\uFF0B\uFF0D\uFF20`

/** Negative numbers are not formulas. */
const negative = String.raw`-\d+(?:\.\d+)?(?:[eE][+-]?\d+)?`

/** The start of a cell that a spreadsheet may run. Of a mark of the byte order at the file’s very start nothing is left. */
const formulaStart = new RegExp(String.raw`^(?!${negative}$)(?:[\t\r\n]|\uFEFF*[${signs}])`, 'u')

/**
 * Where a formula starts inside a cell for a reader with another delimiter than the file's, such as a spreadsheet of
 * another country: it splits cells at its delimiter and at line ends.
 */
const innerFormulaStart = new RegExp(String.raw`(?<=[,;\t\r\n]"*)(?=[${signs}])(?!${negative}(?:[,;\s\]}]|$))`, 'gu')

/** What must be quoted: every delimiter, so that a reader that expects another one doesn't split the cell. */
const special = /[",;\t\r\n]/u

/** Returns the text with an apostrophe in front if a spreadsheet would run it as a formula: `=1+1` to `'=1+1`. */
export function guarded(text: string): string {
  const inner = guardedInside(text)
  return formulaStart.test(text) ? `'${inner}` : inner
}

/**
 * Guards what another reader would take for cells inside this one: `a;=1+1` to `a;'=1+1`. For numbers, booleans, arrays
 * and objects.
 */
export function guardedInside(text: string): string {
  return special.test(text) ? text.replaceAll(innerFormulaStart, "'") : text
}

/** Returns the text as a CSV cell (RFC 4180), quoted where needed: `a,"b"` to `"a,""b"""`. */
export function quoted(value: string): string {
  // UTF-8 can't contain a lone surrogate.
  const text = value.toWellFormed()
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns rows of texts and plain numbers as CSV, without formulas. */
export function csvTable(rows: readonly (readonly string[])[], delimiter: CsvDelimiter): string {
  return rows
    .map((cells) => `${cells.map((cell) => quoted(guarded(cell))).join(delimiterSigns[delimiter])}\r\n`)
    .join('')
}
