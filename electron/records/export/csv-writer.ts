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

/** Negative numbers: they are what they look like. */
const negative = String.raw`-\d+(?:\.\d+)?(?:[eE][+-]?\d+)?`

/** The start of a cell that a spreadsheet may run. Of a mark of the byte order at the file’s very start nothing is left. */
const formulaStart = new RegExp(String.raw`^(?!${negative}$)(?:[\t\r\n]|\uFEFF*[${signs}])`, 'u')

/**
 * Where a formula begins within a cell for a reader that takes another delimiter than the file has, as a spreadsheet of
 * another country does: cells that hold its delimiter or a line's end come apart there, and their quotes with them.
 */
const innerFormulaStart = new RegExp(String.raw`(?<=[,;\t\r\n]"*)(?=[${signs}])(?!${negative}(?:[,;\s\]}]|$))`, 'gu')

/** What must stand in quotes. Every delimiter, so that a cell stays whole for a reader that takes another one. */
const special = /[",;\t\r\n]/u

/**
 * Records as CSV (RFC 4180): a header line, CRLF between lines, text as it is, numbers with the digits that came, lists
 * (and objects, where they have one column) as their JSON text. Missing and null are empty; a line never is.
 */
export function csvWriter(sink: ByteSink, columns: ExportColumns, options: CsvOptions): RecordWriter {
  const { paths, names } = columns
  const further = columns.furtherMembers ? new OverflowFields(paths) : undefined
  const delimiter = delimiters[options.delimiter]
  const harmless = (text: string): string => (options.guardFormulas ? guarded(text) : text)
  const cell = (text: string): string => quoted(harmless(text))
  // A number, a truth value, a list or an object: none of them begins as a formula does, but a negative number.
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

/** The text with an apostrophe before it where a spreadsheet would run it: then it is text for any of them. */
function guarded(text: string): string {
  const inner = guardedInside(text)
  return formulaStart.test(text) ? `'${inner}` : inner
}

function guardedInside(text: string): string {
  return special.test(text) ? text.replaceAll(innerFormulaStart, "'") : text
}

function quoted(value: string): string {
  // A lone half of a surrogate pair is no character that a UTF-8 file could hold; Buffer writes U+FFFD for it.
  const text = value.isWellFormed() ? value : Buffer.from(value).toString('utf8')
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
