export const exportFormats = ['ndjson', 'json', 'csv', 'parquet'] as const

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

/** A column with numbers that is saved as text in Parquet, with the first value that fits no other type. */
export interface TextColumn {
  readonly path: string
  /** From 1. */
  readonly record: number
  readonly value: string
}

/** Says which column with numbers is saved as text in a Parquet file, and why; undefined if there is none. */
export function textColumnsMessage([first, ...others]: readonly TextColumn[]): string | undefined {
  if (first === undefined) return undefined
  const more =
    others.length === 0
      ? ''
      : ` ${others.length === 1 ? 'Another column is' : `${others.length} more columns are`} saved as text, too.`
  return `“${first.path}” is saved as text: its value in record ${first.record}, ${first.value}, fits no other type.${more}`
}
