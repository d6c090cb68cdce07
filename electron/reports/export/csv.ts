import { Buffer } from 'node:buffer'
import { CellReader, kindOf } from '../cell-reader.ts'
import { byte } from '../json-bytes.ts'
import { decodeString, utf8Text } from '../json-string.ts'

/** What a spreadsheet may take for the start of a formula. */
const formulaStart = /^[=+\-@\t\r]/u

/**
 * Records as CSV (RFC 4180): one column for each path, a header line, CRLF between lines. Text that a spreadsheet would
 * run as a formula gets an apostrophe before it; numbers stay as the service sent them.
 */
export class CsvWriter {
  readonly #paths: readonly string[]
  readonly #cells: CellReader

  constructor(paths: readonly string[]) {
    this.#paths = paths
    this.#cells = new CellReader(paths)
  }

  header(): string {
    return line(this.#paths.map((path) => guarded(path)))
  }

  row(record: Uint8Array): string {
    return line(
      this.#cells.spans(record).map((span) => {
        if (span === undefined) return ''
        const first = record[span.start] ?? 0
        if (first === byte.quote) return guarded(decodeString(record, span.start, span.end))
        return kindOf(first) === 'null' ? '' : utf8Text(record, span.start, span.end)
      }),
    )
  }
}

function guarded(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

function line(values: readonly string[]): string {
  return `${values.map(quoted).join(',')}\r\n`
}

function quoted(value: string): string {
  // A lone half of a surrogate pair is no character that a UTF-8 file could hold; Buffer writes U+FFFD for it.
  const text = value.isWellFormed() ? value : Buffer.from(value).toString('utf8')
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
