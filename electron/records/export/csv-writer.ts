import { Buffer } from 'node:buffer'
import type { CsvOptions } from '../../../shared/model/lists/export.ts'
import { byte } from '../json/json-bytes.ts'
import { decodeString, utf8Text } from '../json/json-string.ts'
import type { ValueSpan } from '../json/json-reader.ts'
import { distinctNames } from './unique-column-names.ts'
import { furtherMembersTitle, type ExportColumns } from './export-columns.ts'
import { OverflowFields } from './overflow-fields.ts'
import type { ByteSink, RecordWriter } from './record-writer.ts'

const delimiters: Readonly<Record<CsvOptions['delimiter'], string>> = { comma: ',', semicolon: ';', tab: '\t' }

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

/**
 * Writes records as CSV (RFC 4180): a header line, CRLF between lines, text unchanged, numbers with the digits
 * received, arrays (and objects, if they have one column) as JSON text. Missing and null are empty; a line never is.
 */
export function csvWriter(sink: ByteSink, columns: ExportColumns, options: CsvOptions): RecordWriter {
  const { paths, names } = columns
  const further = columns.furtherMembers ? new OverflowFields(paths) : undefined
  const delimiter = delimiters[options.delimiter]
  const harmless = (text: string): string => (options.guardFormulas ? guarded(text) : text)
  const cell = (text: string): string => quoted(harmless(text))
  // A number, boolean, array or object; of these only a negative number starts like a formula.
  const jsonCell = (text: string): string => quoted(options.guardFormulas ? guardedInside(text) : text)
  const cellOf = (bytes: Uint8Array, span: ValueSpan | undefined): string => {
    if (span === undefined) return ''
    const first = bytes[span.start]
    if (first === byte.quote) return cell(decodeString(bytes, span.start, span.end))
    return first === byte.lowerN ? '' : jsonCell(utf8Text(bytes, span.start, span.end))
  }
  // An empty line would be no record for many readers.
  const line = (cells: readonly string[]): void => sink.write(`${cells.join(delimiter) || '""'}\r\n`)
  return {
    paths,
    begin: () => {
      if (options.byteOrderMark) sink.write('\uFEFF')
      const titles = [...names, ...(further === undefined ? [] : [furtherMembersTitle])]
      line(distinctNames(titles.map(harmless)).map(quoted))
    },
    record: (bytes, spans) => {
      const cells = spans.map((span) => cellOf(bytes, span))
      if (further !== undefined) cells.push(jsonCell(further.of(bytes) ?? ''))
      line(cells)
    },
    end: () => undefined,
  }
}

/** Returns the text with an apostrophe in front if a spreadsheet would run it as a formula. */
function guarded(text: string): string {
  const inner = guardedInside(text)
  return formulaStart.test(text) ? `'${inner}` : inner
}

function guardedInside(text: string): string {
  return special.test(text) ? text.replaceAll(innerFormulaStart, "'") : text
}

function quoted(value: string): string {
  // UTF-8 can't contain a lone surrogate; Buffer writes U+FFFD for it.
  const text = value.isWellFormed() ? value : Buffer.from(value).toString('utf8')
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
