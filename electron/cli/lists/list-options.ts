import { resolve } from 'node:path'
import { ClavisError } from '#shared/errors.ts'
import { isTableFormat } from '#shared/lists/export-forms.ts'
import type {
  ParquetColumnType,
  CsvOptions,
  ExportFormat,
  ExportOptions,
  NestedForm,
  SavedColumns,
} from '#shared/lists/export.ts'
import type { WaitLimits } from '../../services.ts'
import type { WaitOptions } from '../terminal/wait-options.ts'

export interface ListOptions extends WaitOptions {
  readonly out?: string
  readonly force?: true
  readonly resume?: string
  readonly resumeOrStart?: string
  readonly format: ExportFormat
  readonly max?: number
  readonly filter?: string
  /** Name of a saved view. */
  readonly view?: string
  readonly timeZone?: string
  readonly snapshot?: string
  readonly nested: NestedForm
  readonly csvDelimiter: CsvOptions['delimiter']
  readonly csvBom?: true
  readonly csvFormulas?: true
  readonly columns?: SavedColumns
  readonly types?: readonly ParquetColumnType[]
}

/** Checks what `--resume-or-start` is combined with. @throws `input-invalid` */
function requireAlone({ out, resume, snapshot, format }: ListOptions): void {
  if ([out, resume, snapshot].some((other) => other !== undefined) || format !== 'ndjson')
    throw new ClavisError(
      'input-invalid',
      '--resume-or-start can’t be combined with --out, --resume, --snapshot or another format.',
      { hint: 'Use --resume-or-start on its own, with NDJSON.' },
    )
}

/** Returns the limits of a load. Its token requests keep theirs unless that of pages is shorter. */
export function waitLimits({ maxWait }: ListOptions): WaitLimits {
  return { requestMs: maxWait, tokenMs: Math.min(maxWait, 60_000) }
}

/** @throws `input-invalid` if a time zone is given for no filter */
export function requireFilterOfZone({
  filter,
  view,
  timeZone,
}: Pick<ListOptions, 'filter' | 'view' | 'timeZone'>): void {
  if (timeZone !== undefined && filter === undefined && view === undefined)
    throw new ClavisError('input-invalid', '--time-zone needs --filter, whose days are of that zone.', {
      hint: 'Add --filter, or remove --time-zone.',
    })
}

/** Returns the file to write, `-` for standard output; undefined if only a snapshot is saved. @throws `input-invalid` */
export function fileOf(options: ListOptions): string | undefined {
  const { out, resume, resumeOrStart, snapshot, format, columns, types = [], filter, view } = options
  if (filter !== undefined && out === undefined)
    throw new ClavisError('input-invalid', '--filter needs a file: a snapshot has all records.', {
      hint: 'Add --out FILE.',
    })
  if (view !== undefined && out === undefined)
    throw new ClavisError('input-invalid', '--view needs a file: a snapshot has all records.', {
      hint: 'Add --out FILE.',
    })
  requireFilterOfZone(options)
  if (resumeOrStart !== undefined) requireAlone(options)
  if (columns !== undefined && !isTableFormat(format))
    throw new ClavisError('input-invalid', '--columns needs CSV, XLSX or Parquet: the others contain whole records.', {
      hint: 'Add --format csv, or remove --columns.',
    })
  if (types.length > 0 && format !== 'parquet')
    throw new ClavisError('input-invalid', '--types needs Parquet: the other formats have no column types.', {
      hint: 'Add --format parquet, or remove --types.',
    })
  const typed = columns && types.find(({ path }) => columns.every((column) => column.path !== path))
  if (typed !== undefined)
    throw new ClavisError('input-invalid', `“${typed.path}” has a type but is not in --columns.`, {
      hint: 'Add it to --columns, or remove it from --types.',
    })
  if (resume !== undefined && format !== 'ndjson')
    throw new ClavisError('input-invalid', 'Only an NDJSON download can be resumed.', {
      hint: 'Remove --format, or write a new file with --out.',
    })
  if (resume !== undefined && (out !== undefined || snapshot !== undefined))
    throw new ClavisError('input-invalid', '--resume can’t be combined with --out or --snapshot.', {
      hint: 'To continue an incomplete snapshot, use --snapshot with its name and without --resume.',
    })
  const file = out ?? resume ?? resumeOrStart
  if (file === undefined && snapshot === undefined)
    throw new ClavisError('input-invalid', 'No target is given.', {
      hint: 'Add --out FILE, --resume FILE or --snapshot NAME.',
    })
  return file === undefined || file === '-' ? file : resolve(file)
}

/** Returns how records are written. */
export function exportOptionsOf({
  format,
  nested = 'columns',
  columns,
  csvDelimiter = 'comma',
  csvBom,
  csvFormulas,
  types,
}: Partial<ListOptions> & Pick<ListOptions, 'format'>): ExportOptions {
  const chosen = columns === undefined ? {} : { columns }
  switch (format) {
    case 'ndjson':
    case 'json':
      return { format }
    case 'csv':
      return {
        format,
        nested,
        delimiter: csvDelimiter,
        byteOrderMark: csvBom === true,
        guardFormulas: csvFormulas !== true,
        ...chosen,
      }
    case 'xlsx':
      return { format, nested, ...chosen }
    case 'parquet':
      return { format, nested, ...chosen, ...(types === undefined ? {} : { types: [...types] }) }
  }
}
