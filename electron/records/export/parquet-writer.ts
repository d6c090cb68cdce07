import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { ClavisError } from '#shared/errors.ts'
import type { ParquetType, TextColumn } from '#shared/lists/export-forms.ts'
import type { ParquetColumnType } from '#shared/lists/export.ts'
import type { Column } from '#shared/lists/list.ts'
import { byte } from '../json/json-bytes.ts'
import type { ValueSpan } from '../json/json-reader.ts'
import { columnTitles, shortened, type ExportColumns } from './export-columns.ts'
import type { ByteSink, RecordWriter } from './file-output.ts'
import { OverflowFields } from './overflow-fields.ts'
import { elementOf, misfit, valueOf, type ParquetValue, commonFit, fitOf, type ValueFit } from './parquet-types.ts'
import { RowBatch } from './row-batch.ts'

/** Limits of a row group: rows, cells, and bytes of records. */
const groupLimits = { rows: 10_000, cells: 1_000_000, bytes: 4 * 1024 * 1024 }

/** Thrown if a value doesn't fit its column's type: the record was not among those analyzed before. */
class ColumnOutgrown extends Error {
  override readonly name = 'ColumnOutgrown'
}

/** A column whose type depends on its values. */
interface FittedColumn {
  readonly path: string
  /** The type of its values so far; undefined if there were none. */
  fit: ValueFit | undefined
  /** Whether it has a number, true or false. */
  hasTyped: boolean
  /** The first value because of which it is text, and its record. */
  reason: Omit<TextColumn, 'path'> | undefined
}

/** Finds out the types of columns with numbers, and whether the values of other columns fit the types chosen for them. */
export class ParquetFitting {
  /** The columns whose types depend on their values, then those of chosen types. */
  readonly paths: readonly string[]
  readonly #fitted: readonly FittedColumn[]
  readonly #chosen: readonly ParquetColumnType[]
  readonly #known: readonly Column[]

  /**
   * @param hasNumbers whether a column has a number among its values: a few don't change the type of a column of dates
   * @param types the chosen types
   */
  constructor(
    known: readonly Column[],
    { paths }: ExportColumns,
    hasNumbers: (path: string) => boolean,
    types: readonly ParquetColumnType[] = [],
  ) {
    const isFitted = ({ path, type }: Column): boolean =>
      type === 'number' || type === 'mixed' || (type === 'datetime' && hasNumbers(path))
    const isChosen = (path: string): boolean => types.some((each) => each.path === path)
    this.#fitted = known
      .filter((column) => isFitted(column) && paths.includes(column.path) && !isChosen(column.path))
      .map(({ path, type }) => ({
        path,
        // If none of the exported records has a value.
        fit: type === 'number' ? 'integer' : undefined,
        hasTyped: false,
        reason: undefined,
      }))
    this.paths = [...this.#fitted, ...types].map(({ path }) => path)
    this.#chosen = types
    this.#known = known
  }

  /** The columns whose types depend on their values: those with numbers, and mixed ones with true or false. */
  get fitted(): string[] {
    return this.#fitted.flatMap(({ path, fit, hasTyped }) => (hasTyped || (fit ?? 'text') !== 'text' ? [path] : []))
  }

  /** The columns that are text because some of their values fit no other type. */
  get asText(): TextColumn[] {
    return this.#fitted.flatMap(({ path, hasTyped, reason }) => (hasTyped && reason ? [{ path, ...reason }] : []))
  }

  /**
   * @param position of the record in the list
   * @throws `input-invalid` if a value does not fit the type chosen for its column
   */
  add(position: number, bytes: Uint8Array, spans: readonly (ValueSpan | undefined)[]): void {
    for (const [index, column] of this.#fitted.entries()) {
      const span = spans[index]
      if (span === undefined || bytes[span.start] === byte.lowerN) continue
      const fit = fitOf(bytes, span)
      if (fit !== 'text') column.hasTyped = true
      if (column.fit === 'text') continue
      column.fit = commonFit(column.fit, fit)
      if (column.fit === 'text') column.reason = { record: position + 1, value: shortened(bytes, span) }
    }
    for (const [index, chosen] of this.#chosen.entries()) {
      const span = spans[this.#fitted.length + index]
      if (span !== undefined && valueOf(bytes, span, chosen.type) === misfit)
        throw doesNotFit(chosen, position, bytes, span)
    }
  }

  /** Returns the column's type. */
  typeOf(path: string): ParquetType {
    const chosen = this.#chosen.find((each) => each.path === path)
    if (chosen !== undefined) return chosen.type
    if (this.#known.some((column) => column.path === path && column.type === 'boolean')) return 'boolean'
    const fit = this.#fitted.find((each) => each.path === path)?.fit ?? 'text'
    return fit === 'large-integer' ? 'integer' : fit
  }
}

/** Names the record by its number and its first characters. */
function doesNotFit(
  { path, type }: ParquetColumnType,
  position: number,
  bytes: Uint8Array,
  span: ValueSpan,
): ClavisError {
  const fitting = suggestedTypes.find((other) => valueOf(bytes, span, other) !== misfit)
  const record = shortened(bytes, { start: 0, end: bytes.length })
  return new ClavisError(
    'input-invalid',
    `Record ${position + 1} (${record}) does not fit: its “${path}” is ${shortened(bytes, span)}, and its type is ${type}.`,
    {
      hint: `Choose a type that fits every value.${fitting === undefined ? '' : ` Type “${fitting}” fits this one.`} Type “text” always does.`,
    },
  )
}

const suggestedTypes: readonly ParquetType[] = [
  ...(['boolean', 'integer', 'double', 'date'] as const),
  ...(['timestamp', 'timestamp(9)', 'local-timestamp', 'local-timestamp(9)'] as const),
]

/**
 * Writes records as Parquet: columns of chosen types as such, those of booleans too, columns of numbers as 64-bit
 * integers or doubles if no digit is lost, everything else as the text received.
 * @param fitting has seen every record
 */
export function parquetWriter(sink: ByteSink, columns: ExportColumns, fitting: ParquetFitting): RecordWriter {
  const { paths } = columns
  const types = paths.map((path) => fitting.typeOf(path))
  // A file without columns would have no rows either.
  const further = columns.furtherMembers || paths.length === 0 ? new OverflowFields(paths) : undefined
  // The library finds a column’s values by its name.
  const names = columnTitles(columns, further !== undefined)
  const output = new SinkWriter(sink)
  const file = new ParquetWriter({
    writer: output,
    schema: [
      { name: 'records', num_children: names.length },
      ...names.map((name, index) => ({
        name,
        repetition_type: 'OPTIONAL' as const,
        ...elementOf(types[index] ?? 'text'),
      })),
    ],
    createdBy: 'Clavis',
  })
  const group = new RowBatch(paths.length, groupLimits)

  function flush(): void {
    if (group.rows === 0) return
    void file.write({ columnData: names.map((name, index) => columnOf(name, index)), rowGroupSize: group.rows })
    group.clear()
  }

  /** The library asks for one column after another; each one's values are created only then. */
  function columnOf(name: string, index: number): { readonly name: string; readonly data: ParquetValue[] } {
    const type = types[index]
    return {
      name,
      get data() {
        if (type === undefined) return group.records((record) => further?.of(record))
        return group.column(index, (bytes, span) => {
          const value = valueOf(bytes, span, type)
          if (value === misfit) throw new ColumnOutgrown()
          return value
        })
      },
    }
  }

  return {
    paths,
    record: (bytes, spans) => {
      group.add(bytes, spans)
      if (group.isFull) flush()
    },
    end: () => {
      flush()
      void file.finish()
    },
    notes: () => ({ fittedColumns: fitting.fitted, textColumns: fitting.asText }),
  }
}

/** The library's buffer, emptied into the file after each row group. */
class SinkWriter extends ByteWriter {
  readonly #sink: ByteSink

  constructor(sink: ByteSink) {
    super(1024 * 1024)
    this.#sink = sink
  }

  flush(): void {
    this.#sink.write(new Uint8Array(this.buffer, 0, this.index))
    this.index = 0
  }

  override finish(): void {
    this.flush()
  }
}
