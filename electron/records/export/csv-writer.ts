import { delimiterSigns, guarded, guardedInside, quoted } from '#shared/lists/csv-cell.ts'
import type { CsvOptions } from '#shared/lists/export.ts'
import { byte } from '../json/json-bytes.ts'
import type { ValueSpan } from '../json/json-reader.ts'
import { decodeString, utf8Text } from '../json/json-string.ts'
import { furtherMembersTitle, type ExportColumns, distinctNames } from './export-columns.ts'
import type { ByteSink, RecordWriter } from './file-output.ts'
import { OverflowFields } from './overflow-fields.ts'

/**
 * Writes records as CSV (RFC 4180): a header line, CRLF between lines, text unchanged, numbers with the digits
 * received, arrays (and objects, if they have one column) as JSON text. Missing and null are empty; a line never is.
 */
export function csvWriter(sink: ByteSink, columns: ExportColumns, options: CsvOptions): RecordWriter {
  const { paths, names } = columns
  const further = columns.furtherMembers ? new OverflowFields(paths) : undefined
  const delimiter = delimiterSigns[options.delimiter]
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
  if (options.byteOrderMark) sink.write('\uFEFF')
  const titles = [...names, ...(further === undefined ? [] : [furtherMembersTitle])]
  line(distinctNames(titles.map(harmless)).map((title, index) => (index === 0 ? firstCell(title) : quoted(title))))
  return {
    paths,
    record: (bytes, spans) => {
      const cells = spans.map((span) => cellOf(bytes, span))
      if (further !== undefined) cells.push(jsonCell(further.of(bytes) ?? ''))
      line(cells)
    },
    end: () => undefined,
  }
}

/** Excel takes a file that starts with `ID` for one of the format SYLK, and calls it damaged. */
function firstCell(title: string): string {
  const cell = quoted(title)
  return cell.startsWith('ID') ? `"${cell}"` : cell
}
