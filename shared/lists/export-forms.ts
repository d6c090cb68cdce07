/** Formats with columns; the others contain whole records. */
export const tableFormats = ['csv', 'xlsx', 'parquet'] as const

export const exportFormats = ['ndjson', 'json', ...tableFormats] as const
type ExportFormat = (typeof exportFormats)[number]

export function isTableFormat(format: ExportFormat): boolean {
  return tableFormats.some((each) => each === format)
}

/**
 * How fields of nested objects become columns.
 * - `columns`: each has its own column, `owner.team`
 * - `json`: the object is one column with its JSON text
 */
export const nestedForms = ['columns', 'json'] as const

/** Instants, or local times without a zone, in microseconds; with `(9)` in nanoseconds. */
export type TimestampType = `${'' | 'local-'}timestamp${'' | '(9)'}`

/** Types that a Parquet column can be given. `decimal(18,2)`: 18 digits, 2 of them after the point. */
export type ParquetType =
  | 'text'
  | 'boolean'
  | 'integer'
  | 'double'
  | 'date'
  | TimestampType
  | `decimal(${number},${number})`

/** Matches a {@link ParquetType}, with the digits and those after the point of a decimal. */
const parquetType =
  /^(?:text|boolean|integer|double|date|(?:local-)?timestamp(?:\(9\))?|decimal\((\d{1,2}),(\d{1,2})\))$/u

/** Maximum digits of a decimal: more don't fit in 128 bits, and no engine reads them. */
const maxPrecision = 38

export function isParquetType(text: string): text is ParquetType {
  const [isType, precision = '1', scale = '0'] = parquetType.exec(text) ?? []
  return isType !== undefined && Number(precision) >= Math.max(1, Number(scale)) && Number(precision) <= maxPrecision
}

export const csvDelimiters = ['comma', 'semicolon', 'tab'] as const

export const maxSavedColumns = 2000

/** Maximum number of rows of an Excel sheet. */
export const maxSheetRows = 1_048_576

/**
 * A Parquet column with numbers that is saved as text, with the first value that fits no other type; or an Excel column with
 * numbers or dates that are saved as text, with the first of them.
 */
export interface TextColumn {
  readonly path: string
  /** From 1. */
  readonly record: number
  readonly value: string
}

/** What {@link exportNotes} are about. */
interface NotedExport {
  readonly textColumns: readonly TextColumn[]
  readonly sheets: number
}

/** Says which columns with numbers or dates are saved as text, and why; and that records are on several sheets. */
export function exportNotes(format: ExportFormat, { textColumns, sheets }: NotedExport): string[] {
  const [first, ...others] = textColumns
  const split = `The records are on ${sheets} sheets, because a sheet has ${maxSheetRows.toLocaleString('en')} rows at most.`
  return [
    ...(first === undefined
      ? []
      : [format === 'xlsx' ? textCells(first, others.length) : textColumn(first, others.length)]),
    ...(sheets > 1 ? [split] : []),
  ]
}

function textColumn({ path, record, value }: TextColumn, others: number): string {
  return `“${path}” is saved as text: its value in record ${record}, ${value}, fits no other type.${others === 0 ? '' : ` ${others === 1 ? 'Another column is' : `${others} more columns are`} saved as text, too.`}`
}

function textCells({ path, record, value }: TextColumn, others: number): string {
  return `“${path}” has values saved as text because Excel would change them, the first in record ${record}: ${value}.${others === 0 ? '' : ` So ${others === 1 ? 'has another column' : `have ${others} more columns`}.`}`
}
