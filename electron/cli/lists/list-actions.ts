import { ClavisError, type ErrorValue } from '../../../shared/model/errors/error.ts'
import type {
  ChosenRecords,
  CsvOptions,
  ExportFormat,
  ExportOptions,
  NestedForm,
  SavedColumns,
} from '../../../shared/model/lists/export.ts'
import type { Column, DatasetSummary } from '../../../shared/model/lists/list.ts'
import type { ListName } from '../../../shared/model/profile/list-name.ts'
import { nearestColumn } from '../../../shared/model/lists/columns/nearest-column.ts'
import type { Profile } from '../../../shared/model/profile/profile.ts'
import { requireSaveTarget } from '../../files/writing/save-target.ts'
import { ResumableExport } from '../../lists/export/resumable-export.ts'
import { basisOf } from '../../lists/loading/list-pages.ts'
import type { LoadMark } from '../../lists/loading/load-position.ts'
import type { Services, WaitLimits } from '../../services.ts'
import { fileArgument, type CommandContext } from '../command-context.ts'
import { InterruptibleLoading } from './interruptible-loading.ts'
import { timeoutReached, type WaitOptions } from '../input/wait-options.ts'
import { ListProgress } from './list-progress.ts'

export interface ListOptions extends WaitOptions {
  readonly out?: string
  readonly resume?: string
  readonly resumeOrStart?: string
  readonly format: ExportFormat
  readonly max?: number
  readonly snapshot?: string
  readonly nested: NestedForm
  readonly csvDelimiter: CsvOptions['delimiter']
  readonly csvBom?: true
  readonly csvFormulas?: true
  readonly columns?: SavedColumns
}

/** The result of an export. */
interface Outcome {
  /** Records in the file, or in the snapshot if no file is written. */
  readonly records: number
  /** Whether these are all records of the list. */
  readonly complete: boolean
  readonly summary: DatasetSummary
  /** Paths of chosen columns that no record has. */
  readonly absentColumns?: readonly string[]
}

type ListServices = Pick<Services, 'lists' | 'snapshots'>

/** Maximum number of pages to load before the number of records is checked again. */
const maxPageBatch = 100

/**
 * Loads a list and writes its records to a file, saves them as a snapshot, or both.
 * @throws `input-invalid` if the options contradict each other; what loading and writing throw
 */
export async function exportList(
  context: CommandContext,
  name: string,
  list: ListName,
  given: ListOptions,
): Promise<void> {
  const { terminal, interrupts, services, print, printJson } = context
  const options = await withResume(given)
  const file = fileOf(options)
  if (file !== undefined) await requireSaveTarget(file)
  const listServices = await services(waitLimits(options))
  const { profiles, runs, lists } = listServices
  const { profile } = await profiles.find(name)
  const progress = new ListProgress(terminal, runs, interrupts)
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(timeoutReached(options.timeout)), options.timeout)
  const loading = new InterruptibleLoading(lists, AbortSignal.any([progress.handleInterrupts(), deadline.signal]))
  try {
    const write = (chosen: ListOptions): Promise<Outcome> =>
      file !== undefined && chosen.format === 'ndjson'
        ? writeLines(listServices, loading, profile, list, file, chosen, progress)
        : writeFormat(listServices, loading, profile, list, file, chosen, progress)
    const outcome = write(options).catch((error: unknown) => {
      if (options.resumeOrStart === undefined || !isRefusedByService(error)) throw error
      terminal.note(
        'clavis: The service no longer accepts the saved position; loading from the first page. The earlier records stay in ' +
          `${ResumableExport.oldRecordsOf(options.resumeOrStart)} until all are loaded.\n`,
      )
      const { resume: _resume, ...restarted } = options
      return write(restarted)
    })
    const { records, complete, summary, absentColumns = [] } = await outcome
    progress.end()
    const { pages, state, snapshot, datasetId } = summary
    printJson({
      ...{ records, pages, complete, report: lists.report(datasetId) },
      ...(file === undefined ? {} : { file }),
      ...(snapshot === undefined ? {} : { snapshot }),
      ...(absentColumns.length === 0 ? {} : { absentColumns }),
    })
    const moreUnless = (isAll: boolean): string => (isAll ? '' : ' More available.')
    if (file !== undefined) print(`Wrote ${records} records (${pages} pages) to ${file}.${moreUnless(complete)}`)
    if (snapshot !== undefined)
      print(
        `Saved ${summary.records} records (${pages} pages) as “${snapshot.name}”.${moreUnless(state.kind === 'complete')}`,
      )
    for (const path of absentColumns) terminal.note(`clavis: ${describeAbsentColumn(path, summary.columns)}\n`)
    if (state.kind === 'complete' && state.notice !== undefined) terminal.note(`clavis: ${state.notice}\n`)
  } finally {
    clearTimeout(timer)
    progress.end()
    await runs.end()
  }
}

/** Turns `--resume-or-start` into `--resume` if there is something to resume, else into `--out`. @throws `input-invalid` */
async function withResume(options: ListOptions): Promise<ListOptions> {
  const { resumeOrStart: file, out, resume, snapshot, format } = options
  if (file === undefined) return options
  if ([out, resume, snapshot].some((other) => other !== undefined) || format !== 'ndjson')
    throw new ClavisError(
      'input-invalid',
      '--resume-or-start can’t be combined with --out, --resume, --snapshot or another format.',
      { hint: 'It writes NDJSON: it resumes the file if it was interrupted, else it starts it.' },
    )
  return { ...options, ...((await ResumableExport.isLeft(fileArgument(file))) ? { resume: file } : { out: file }) }
}

/** Whether the service refused a saved cursor, which may have expired. A changed profile has the same code. */
function isRefusedByService(error: unknown): boolean {
  return error instanceof ClavisError && error.code === 'list-cursor-refused' && error.details?.['status'] !== undefined
}

/** Returns the limits of a load. Its token requests keep theirs unless that of pages is shorter. */
function waitLimits({ maxWait }: ListOptions): WaitLimits {
  return { requestMs: maxWait, tokenMs: Math.min(maxWait, 60_000) }
}

/** Says that a column stays empty, and which one was probably meant. */
function describeAbsentColumn(path: string, known: readonly Column[]): string {
  const nearest = known.some((column) => column.path === path) ? undefined : nearestColumn(path, known)
  const suggestion = nearest === undefined ? '' : ` Did you mean “${nearest.path}”?`
  return `No record has “${path}”; column left empty.${suggestion}`
}

/** Returns the file to write; undefined if only a snapshot is saved. @throws `input-invalid` */
function fileOf({ out, resume, snapshot, format, columns }: ListOptions): string | undefined {
  if (columns !== undefined && (format === 'ndjson' || format === 'json'))
    throw new ClavisError('input-invalid', '--columns needs CSV or Parquet: the other formats contain whole records.', {
      hint: 'Add --format csv, or remove --columns.',
    })
  if (resume !== undefined && format !== 'ndjson')
    throw new ClavisError('input-invalid', 'Only an NDJSON download can be resumed.', {
      hint: 'Remove --format, or write a new file with --out.',
    })
  if (resume !== undefined && (out !== undefined || snapshot !== undefined))
    throw new ClavisError('input-invalid', '--resume can’t be combined with --out or --snapshot.', {
      hint: 'To continue an incomplete snapshot, use --snapshot with its name and without --resume.',
    })
  const file = out ?? resume
  if (file === undefined && snapshot === undefined)
    throw new ClavisError('input-invalid', 'No target is given.', {
      hint: 'Add --out FILE, --resume FILE or --snapshot NAME.',
    })
  return file === undefined ? undefined : fileArgument(file)
}

/** Writes records while they load, so that an interrupted download can be resumed. */
async function writeLines(
  services: ListServices,
  loading: InterruptibleLoading,
  profile: Profile,
  list: ListName,
  file: string,
  { resume, resumeOrStart, snapshot, max = Number.POSITIVE_INFINITY }: ListOptions,
  progress: ListProgress,
): Promise<Outcome> {
  const { lists } = services
  const basis = { profileId: profile.id, list, basis: basisOf(profile, list) }
  const resumed = resume === undefined ? undefined : await ResumableExport.resume(file, basis)
  // What an earlier download left is replaced only once the new one works.
  let output = resumed ?? (await ResumableExport.beginUnlessLeft(file, basis))
  let isStarted = resumed !== undefined
  try {
    const { records: before = 0, pages: pagesBefore = 0 } = resumed?.from ?? {}
    progress.countFrom(before)
    const maxNew = Math.max(0, max - before)
    const { datasetId } = await openLoad(services, profile, list, snapshot, resumed?.from)
    let summary = maxNew === 0 ? lists.summary(datasetId) : await loading.load(datasetId, 1)
    let failure = loading.failureOf(summary)
    const canResume = resumed !== undefined || (loading.isStopped && output !== undefined)
    if (failure !== undefined && !canResume) throw incomplete(failure, summary)
    isStarted = true
    // This also keeps records of two client IDs apart.
    output ??= await ResumableExport.begin(file, basis, { keepsOld: resumeOrStart !== undefined })
    let written = 0
    let cursor = resumed?.from?.cursor
    /** Position up to which the download can be resumed. */
    let resumable = resumed?.from
    for (let loaded = Promise.resolve(summary); ;) {
      summary = await loaded
      failure = loading.failureOf(summary)
      const mark = lists.mark(datasetId)
      const { kind } = summary.state
      const wanted = Math.min(mark.records, maxNew)
      const canContinue = failure === undefined && kind !== 'complete' && wanted < maxNew
      // Load the next pages while these are written.
      if (canContinue) loaded = loading.load(datasetId, pageBatch(summary, maxNew - mark.records, pagesBefore))
      // A page without records moves the cursor, too.
      if (wanted > written || mark.cursor !== cursor) {
        try {
          const size = await lists.appendTo(datasetId, output.partial, written, wanted)
          const total = { ...mark, records: before + mark.records }
          if (wanted === mark.records) await output.keep(total, size)
          if (wanted === mark.records && mark.cursor !== undefined) resumable = total
        } catch (error) {
          // For example, the disk is full. What was written before is good.
          throw error instanceof ClavisError && resumable !== undefined
            ? interrupted(error.toValue(), { pages: resumable.pages, records: resumable.records, file })
            : error
        }
        written = wanted
        cursor = mark.cursor
      }
      if (canContinue) continue
      // The number of pages is a guess: a failure behind the wanted records does not matter.
      if (failure !== undefined && wanted < maxNew)
        throw interrupted(failure, { pages: mark.pages, records: before + written, file })
      await output.finish()
      return { records: before + written, complete: kind === 'complete' && written === mark.records, summary }
    }
  } finally {
    if (!isStarted) await output?.discard()
    await output?.release()
  }
}

/** Loads everything, then writes: the columns and the end of these formats are known only then. */
async function writeFormat(
  services: ListServices,
  loading: InterruptibleLoading,
  profile: Profile,
  list: ListName,
  file: string | undefined,
  options: ListOptions,
  progress: ListProgress,
): Promise<Outcome> {
  const { lists } = services
  const { max, snapshot } = options
  let summary = await openLoad(services, profile, list, snapshot)
  // Records of a page that must be loaded again do not count: it may change.
  const isEnough = (): boolean => max !== undefined && lists.mark(summary.datasetId).records >= max
  const canContinue = (): boolean => summary.state.kind !== 'complete' && loading.failureOf(summary) === undefined
  // A snapshot whose load failed is tried once more.
  for (let isFirst = true; isFirst || canContinue(); isFirst = false) {
    if (isEnough()) break
    summary = await loading.load(
      summary.datasetId,
      max === undefined ? 'all' : pageBatch(summary, max - summary.records),
    )
  }
  const failure = loading.failureOf(summary)
  if (failure !== undefined && !isEnough()) throw incomplete(failure, summary)
  const isWhole = summary.state.kind === 'complete'
  if (file === undefined) return { records: summary.records, complete: isWhole, summary }
  const chosen: ChosenRecords = { kind: 'first', count: Math.min(max ?? summary.records, summary.records) }
  const { records, absentColumns } = await lists.exportTo(
    summary.datasetId,
    chosen,
    exportOptionsOf(options),
    file,
    progress.jobControl('Saving'),
  )
  return { absentColumns, records, complete: isWhole && records === summary.records, summary }
}

/** Starts a load, saved as a snapshot if a name is given, or continues the incomplete snapshot of that name. */
async function openLoad(
  { lists, snapshots }: ListServices,
  profile: Profile,
  list: ListName,
  snapshot: string | undefined,
  from?: LoadMark,
): Promise<DatasetSummary> {
  if (snapshot === undefined) return lists.open(profile.id, list, true, from)
  const known = (await snapshots.list()).find(({ name }) => name === snapshot.trim())
  if (known?.profileId === profile.id && known.list === list && !known.complete) return snapshots.open(known.id)
  const { datasetId } = await lists.open(profile.id, list, true)
  await snapshots.keep(datasetId, snapshot)
  return lists.summary(datasetId)
}

/**
 * Returns how many pages to load before checking again: about one second's, and not many more than needed.
 * @param wanted records that are still missing
 * @param pagesBefore pages that an earlier download wrote
 */
function pageBatch({ pages, records, pagesPerSecond = 1 }: DatasetSummary, wanted: number, pagesBefore = 0): number {
  const loaded = pages - pagesBefore
  const needed = loaded === 0 ? 1 : Math.ceil(wanted / Math.max(1, records / loaded))
  return Math.max(1, Math.min(maxPageBatch, needed, Math.round(pagesPerSecond)))
}

function exportOptionsOf({ format, nested, columns, csvDelimiter, csvBom, csvFormulas }: ListOptions): ExportOptions {
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
    case 'parquet':
      return { format, nested, ...chosen }
  }
}

/** Returns the error of an incomplete load for which no file is written. It says how far the load got. */
function incomplete(
  error: ErrorValue,
  { pages, records, snapshot }: Pick<DatasetSummary, 'pages' | 'records' | 'snapshot'>,
): ClavisError {
  return ClavisError.fromValue({
    ...error,
    message: `${error.message} Stopped after ${records} records (${pages} pages); no file was written.`,
    ...(snapshot === undefined ? {} : hintOf(error, `--snapshot "${snapshot.name}"`)),
  })
}

/** Returns the error of an interrupted download. It says how to resume. */
function interrupted(
  error: ErrorValue,
  { pages, records, file }: { readonly pages: number; readonly records: number; readonly file: string },
): ClavisError {
  return ClavisError.fromValue({
    ...error,
    message: `${error.message} Stopped after ${records} records (${pages} pages).`,
    ...hintOf(error, `--resume ${file}`, pages > 0),
  })
}

/** Returns how to resume; a cursor that the service refuses cannot be resumed. */
function hintOf({ code, hint }: ErrorValue, option: string, hasPages = true): Pick<ErrorValue, 'hint'> {
  if (code === 'list-cursor-refused') return { hint }
  const parts = [hint, hasPages ? 'The records loaded so far are saved.' : undefined, `Resume with ${option}`]
  return { hint: parts.filter((part) => part !== undefined).join(' ') }
}
