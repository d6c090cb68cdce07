import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { ClavisError } from '#shared/errors.ts'
import type { ParquetType } from '#shared/lists/export-forms.ts'
import type { ParquetColumnType } from '#shared/lists/export.ts'
import type { Column } from '#shared/lists/list.ts'
import { byte } from '../json/json-bytes.ts'
import type { ValueSpan } from '../json/json-reader.ts'
import { utf8Text } from '../json/json-string.ts'
import { furtherMembersTitle, type ExportColumns, distinctNames } from './export-columns.ts'
import type { ByteSink, RecordWriter } from './file-output.ts'
import { OverflowFields } from './overflow-fields.ts'
import { elementOf, misfit, valueOf, type ParquetValue, commonFit, numberFit, type NumberFit } from './parquet-types.ts'
import { RowBatch } from './row-batch.ts'

/** Characters that an error shows of a record, and of a value. */
const maxShown = 60

/** Limits of a row group: rows, cells, and bytes of records. */
const groupLimits = { rows: 10_000, cells: 1_000_000, bytes: 4 * 1024 * 1024 }

/** Thrown if a value doesn't fit its column's type: the record was not among those analyzed before. */
class ColumnOutgrown extends Error {
  override readonly name = 'ColumnOutgrown'
}

/** Finds out the types of number columns, and whether the values of other columns fit the types chosen for them. */
export class ParquetFitting {
  /** The columns of numbers whose types depend on their values, then those of chosen types. */
  readonly paths: readonly string[]
  /** How many columns have a type that depends on their values. */
  readonly #fits: NumberFit[]
  readonly #chosen: readonly ParquetColumnType[]
  readonly #known: readonly Column[]

  /** @param types the chosen types */
  constructor(known: readonly Column[], { paths }: ExportColumns, types: readonly ParquetColumnType[] = []) {
    const isChosen = (path: string): boolean => types.some((each) => each.path === path)
    const fitted = known.filter(({ path, type }) => type === 'number' && paths.includes(path) && !isChosen(path))
    this.paths = [...fitted, ...types].map(({ path }) => path)
    this.#fits = fitted.map(() => 'integer')
    this.#chosen = types
    this.#known = known
  }

  /** The columns whose types depend on their values. */
  get fitted(): string[] {
    return this.paths.slice(0, this.#fits.length)
  }

  /**
   * @param position of the record in the list
   * @throws `input-invalid` if a value does not fit the type chosen for its column
   */
  add(position: number, bytes: Uint8Array, spans: readonly (ValueSpan | undefined)[]): void {
    for (const [index, fit] of this.#fits.entries()) {
      const span = spans[index]
      if (span !== undefined && bytes[span.start] !== byte.lowerN)
        this.#fits[index] = commonFit(fit, numberFit(utf8Text(bytes, span.start, span.end)))
    }
    for (const [index, chosen] of this.#chosen.entries()) {
      const span = spans[this.#fits.length + index]
      if (span !== undefined && valueOf(bytes, span, chosen.type) === misfit)
        throw doesNotFit(chosen, position, bytes, span)
    }
  }

  /** Returns the column's type. */
  typeOf(path: string): ParquetType {
    const chosen = this.#chosen.find((each) => each.path === path)
    if (chosen !== undefined) return chosen.type
    if (this.#known.some((column) => column.path === path && column.type === 'boolean')) return 'boolean'
    const fit = this.#fits[this.paths.indexOf(path)] ?? 'text'
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
  const [record, value] = [utf8Text(bytes), utf8Text(bytes, span.start, span.end)].map((text) =>
    text.length > maxShown ? `${text.slice(0, maxShown)}…` : text,
  )
  return new ClavisError(
    'input-invalid',
    `Record ${position + 1} (${record}) does not fit: its “${path}” is ${value}, and its type is ${type}.`,
    { hint: `Choose a type that fits every value. Type “text” always does.` },
  )
}

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
  const names = distinctNames([
    ...columns.names.map(shownName),
    ...(further === undefined ? [] : [furtherMembersTitle]),
  ])
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

/** Parquet has no column without a name. */
function shownName(name: string): string {
  return name === '' ? '(value)' : name
}
