import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { Column } from '../../../../shared/model/lists/list.ts'
import { byte } from '../../json/json-bytes.ts'
import { utf8Text, valueText } from '../../json/json-string.ts'
import type { ValueSpan } from '../../json/json-reader.ts'
import { distinctNames } from '../unique-column-names.ts'
import { furtherMembersTitle, type ExportColumns } from '../export-columns.ts'
import { OverflowFields } from '../overflow-fields.ts'
import { RowBatch } from '../row-batch.ts'
import { commonFit, numberFit, type NumberFit } from './parquet-number-type.ts'
import type { ByteSink, RecordWriter } from '../record-writer.ts'

/** Type of a column in the file. */
type ColumnKind = 'boolean' | 'integer' | 'double' | 'text'

/** A cell; undefined if the record has no value there, or null. */
type ParquetValue = string | number | bigint | boolean | undefined

/** Limits of a row group: rows, cells, and bytes of records. */
const groupLimits = { rows: 10_000, cells: 1_000_000, bytes: 4 * 1024 * 1024 }

/** Thrown if a value doesn't fit its column's type: the record was not among those analyzed before. */
class ColumnOutgrown extends Error {
  override readonly name = 'ColumnOutgrown'
}

/** Finds out the types of number columns. */
export class ParquetFitting {
  readonly paths: readonly string[]
  readonly #fits: NumberFit[]

  constructor(known: readonly Column[], { paths }: ExportColumns) {
    this.paths = known.flatMap(({ path, type }) => (type === 'number' && paths.includes(path) ? [path] : []))
    this.#fits = this.paths.map(() => 'integer')
  }

  add(bytes: Uint8Array, spans: readonly (ValueSpan | undefined)[]): void {
    for (const [index, span] of spans.entries()) {
      const fit = this.#fits[index]
      if (span === undefined || fit === undefined || bytes[span.start] === byte.lowerN) continue
      this.#fits[index] = commonFit(fit, numberFit(utf8Text(bytes, span.start, span.end)))
    }
  }

  /** Returns the column's type; text if it is not one of numbers. */
  kindOf(path: string): Exclude<ColumnKind, 'boolean'> {
    const fit = this.#fits[this.paths.indexOf(path)] ?? 'text'
    return fit === 'large-integer' ? 'integer' : fit
  }
}

/**
 * Writes records as Parquet: columns of booleans as such, columns of numbers as 64-bit integers or doubles if no digit
 * is lost, everything else as the text received.
 * @param fitting has seen every record
 */
export function parquetWriter(
  sink: ByteSink,
  known: readonly Column[],
  columns: ExportColumns,
  fitting: ParquetFitting,
): RecordWriter {
  const { paths } = columns
  const types = new Map(known.map(({ path, type }) => [path, type]))
  const kinds = paths.map((path): ColumnKind => (types.get(path) === 'boolean' ? 'boolean' : fitting.kindOf(path)))
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
      ...names.map((name, index) => ({ name, repetition_type: 'OPTIONAL' as const, ...elementOf(kinds[index]) })),
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
    const kind = kinds[index]
    return {
      name,
      get data() {
        if (kind === undefined) return group.records((record) => further?.of(record))
        return group.column(index, (bytes, span) => valueOf(bytes, span, kind))
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

function elementOf(kind: ColumnKind = 'text'): {
  type: 'BOOLEAN' | 'INT64' | 'DOUBLE' | 'BYTE_ARRAY'
  converted_type?: 'UTF8'
} {
  switch (kind) {
    case 'boolean':
      return { type: 'BOOLEAN' }
    case 'integer':
      return { type: 'INT64' }
    case 'double':
      return { type: 'DOUBLE' }
    case 'text':
      return { type: 'BYTE_ARRAY', converted_type: 'UTF8' }
  }
}

function valueOf(bytes: Uint8Array, span: ValueSpan | undefined, kind: ColumnKind): ParquetValue {
  const first = span === undefined ? byte.lowerN : bytes[span.start]
  if (span === undefined || first === byte.lowerN) return undefined
  if (kind === 'text') return valueText(bytes, span.start, span.end)
  const text = utf8Text(bytes, span.start, span.end)
  if (kind === 'boolean') {
    if (first !== byte.lowerT && first !== byte.lowerF) throw new ColumnOutgrown()
    return first === byte.lowerT
  }
  if (first !== byte.minus && (first === undefined || first < byte.zero || first > byte.nine))
    throw new ColumnOutgrown()
  const fit = numberFit(text)
  if (kind === 'integer' ? fit === 'double' || fit === 'text' : fit === 'large-integer' || fit === 'text')
    throw new ColumnOutgrown()
  return kind === 'integer' ? BigInt(text) : Number(text)
}
