import { ClavisError, type ErrorValue } from '../../../shared/model/errors/error.ts'
import type {
  ChosenRecords,
  CsvOptions,
  ExportFormat,
  ExportOptions,
  NestedForm,
  SavedColumns,
} from '../../../shared/model/lists/export.ts'
import type { Column, RunSummary } from '../../../shared/model/lists/list.ts'
import type { ListName } from '../../../shared/model/profile/list-name.ts'
import { nearestColumn } from '../../../shared/model/lists/nearest-column.ts'
import type { Profile } from '../../../shared/model/profile/profile.ts'
import { requireSaveTarget } from '../../files/save-target.ts'
import { ResumableExport } from '../../lists/export/resumable-export.ts'
import { basisOf } from '../../lists/loading/list-pages.ts'
import type { LoadMark } from '../../lists/loading/load-position.ts'
import type { Services } from '../../services.ts'
import { fileArgument, type CommandContext } from '../command-context.ts'
import { InterruptibleLoading } from '../interruptible-loading.ts'
import { ListProgress } from '../output/list-progress.ts'

export interface ListOptions {
  readonly out?: string
  readonly resume?: string
  readonly format: ExportFormat
  readonly max?: number
  readonly snapshot?: string
  readonly nested: NestedForm
  readonly csvDelimiter: CsvOptions['delimiter']
  readonly csvBom?: true
  readonly csvFormulas?: true
  readonly columns?: SavedColumns
}

/** What a reading came to. */
interface Outcome {
  /** In the file; without one, in what is kept. */
  readonly records: number
  /** Whether those are all that the list has. */
  readonly complete: boolean
  readonly summary: RunSummary
  /** Paths of wanted columns of which no record has a member. */
  readonly absentColumns?: readonly string[]
}

/** What reads lists and keeps the readings. */
type Readings = Pick<Services, 'lists' | 'snapshots'>

/** Most pages that are loaded before it is looked how many records there are. */
const mostAtOnce = 100

export async function saveList(
  context: CommandContext,
  name: string,
  list: ListName,
  options: ListOptions,
): Promise<void> {
  const { terminal, interrupts, services, say, answer } = context
  const file = fileOf(options)
  if (file !== undefined) await requireSaveTarget(file)
  const readings = await services()
  const { profiles, runs, lists } = readings
  const { profile } = await profiles.find(name)
  const progress = new ListProgress(terminal, runs, interrupts)
  const loading = new InterruptibleLoading(lists, progress.interruption())
  try {
    const {
      records,
      complete,
      summary,
      absentColumns = [],
    } = await (file !== undefined && options.format === 'ndjson'
      ? writeLines(readings, loading, profile, list, file, options, progress)
      : writeFormat(readings, loading, profile, list, file, options, progress))
    progress.end()
    const { pages, state, snapshot, runId } = summary
    answer({
      ...{ records, pages, complete, report: lists.report(runId) },
      ...(file === undefined ? {} : { file }),
      ...(snapshot === undefined ? {} : { snapshot }),
      ...(absentColumns.length === 0 ? {} : { absentColumns }),
    })
    const moreUnless = (all: boolean): string => (all ? '' : ' More exist.')
    if (file !== undefined) say(`Wrote ${records} records (${pages} pages) to ${file}.${moreUnless(complete)}`)
    if (snapshot !== undefined)
      say(
        `Kept ${summary.records} records (${pages} pages) as “${snapshot.name}”.${moreUnless(state.kind === 'complete')}`,
      )
    for (const path of absentColumns) terminal.note(`clavis: ${absentWords(path, summary.columns)}\n`)
    if (state.kind === 'complete' && state.notice !== undefined) terminal.note(`clavis: ${state.notice}\n`)
  } finally {
    progress.end()
    await runs.end()
  }
}

/** What is said of a column that stays empty, and which was probably meant. */
function absentWords(path: string, known: readonly Column[]): string {
  const nearest = known.some((column) => column.path === path) ? undefined : nearestColumn(path, known)
  const meant = nearest === undefined ? '' : ` Is “${nearest.path}” meant?`
  return `None of the saved records has “${path}”; its column is empty.${meant}`
}

/** The file to write; undefined where the reading is only kept. */
function fileOf({ out, resume, snapshot, format, columns }: ListOptions): string | undefined {
  if (columns !== undefined && (format === 'ndjson' || format === 'json'))
    throw new ClavisError(
      'input-invalid',
      '--columns goes with CSV and Parquet: the other formats have whole records.',
      {
        hint: 'Add --format csv, or leave --columns out.',
      },
    )
  if (resume !== undefined && format !== 'ndjson')
    throw new ClavisError('input-invalid', 'Only NDJSON can be gone on with.', {
      hint: 'Leave --format out, or write a new file with --out.',
    })
  if (resume !== undefined && (out !== undefined || snapshot !== undefined))
    throw new ClavisError('input-invalid', '--resume goes with neither --out nor --snapshot.', {
      hint: 'A snapshot that is not complete is gone on with by naming it with --snapshot again.',
    })
  const file = out ?? resume
  if (file === undefined && snapshot === undefined)
    throw new ClavisError(
      'input-invalid',
      'Name a file with --out, an interrupted one with --resume, or a name with --snapshot.',
    )
  return file === undefined ? undefined : fileArgument(file)
}

/** Writes records while they come, so that an interrupted reading can be gone on with. */
async function writeLines(
  readings: Readings,
  loading: InterruptibleLoading,
  profile: Profile,
  list: ListName,
  file: string,
  { resume, snapshot, max = Number.POSITIVE_INFINITY }: ListOptions,
  progress: ListProgress,
): Promise<Outcome> {
  const { lists } = readings
  const basis = { profileId: profile.id, list, basis: basisOf(profile, list) }
  const resumed = resume === undefined ? undefined : await ResumableExport.resume(file, basis)
  let output = resumed
  try {
    const { records: before = 0, pages: pagesBefore = 0 } = resumed?.from ?? {}
    progress.goesOnAfter(before)
    /** What may come to what is there already. */
    const most = Math.max(0, max - before)
    const { runId } = await openReading(readings, profile, list, snapshot, resumed?.from)
    let summary = most === 0 ? lists.summary(runId) : await loading.load(runId, 1)
    let failure = loading.failureOf(summary)
    // What an earlier reading left beside the file gives way only to one that gets on: what a snapshot has is kept anyway,
    // and one of another client ID never gets on, so that a file's records are those of the basis noted beside it.
    if (resumed === undefined && failure !== undefined) throw incomplete(failure, summary)
    output ??= await ResumableExport.begin(file, basis)
    let written = 0
    let place = resumed?.from?.cursor
    /** How far the file can be gone on with. */
    let kept = resumed?.from
    for (let loaded = Promise.resolve(summary); ;) {
      summary = await loaded
      failure = loading.failureOf(summary)
      const mark = lists.mark(runId)
      const { kind } = summary.state
      const wanted = Math.min(mark.records, most)
      const goesOn = failure === undefined && kind !== 'complete' && wanted < most
      // The next pages come while these are written.
      if (goesOn) loaded = loading.load(runId, pagesAtOnce(summary, most - mark.records, pagesBefore))
      // A page without records moves the place, too.
      if (wanted > written || mark.cursor !== place) {
        try {
          const size = await lists.appendTo(runId, output.partial, written, wanted)
          const whole = { ...mark, records: before + mark.records }
          if (wanted === mark.records) await output.keep(whole, size)
          if (wanted === mark.records && mark.cursor !== undefined) kept = whole
        } catch (error) {
          // The disk is full, say: what it took before is good.
          throw error instanceof ClavisError && kept !== undefined
            ? interrupted(error.toValue(), { pages: kept.pages, records: kept.records, file })
            : error
        }
        written = wanted
        place = mark.cursor
      }
      if (goesOn) continue
      // Pages are asked for by a guess of how many are needed: one behind the wanted records concerns nobody.
      if (failure !== undefined && wanted < most)
        throw interrupted(failure, { pages: mark.pages, records: before + written, file })
      await output.finish()
      return { records: before + written, complete: kind === 'complete' && written === mark.records, summary }
    }
  } finally {
    await output?.release()
  }
}

/** Loads first and writes then: these formats have an end, or columns, that are known only when all is there. */
async function writeFormat(
  readings: Readings,
  loading: InterruptibleLoading,
  profile: Profile,
  list: ListName,
  file: string | undefined,
  options: ListOptions,
  progress: ListProgress,
): Promise<Outcome> {
  const { lists } = readings
  const { max, snapshot } = options
  let summary = await openReading(readings, profile, list, snapshot)
  // Not with records of a page that is to be read again: others may be there then.
  const isEnough = (): boolean => max !== undefined && lists.mark(summary.runId).records >= max
  const canGoOn = (): boolean => summary.state.kind !== 'complete' && loading.failureOf(summary) === undefined
  // A kept reading that failed is tried once more.
  for (let isFirst = true; isFirst || canGoOn(); isFirst = false) {
    if (isEnough()) break
    summary = await loading.load(summary.runId, max === undefined ? 'all' : pagesAtOnce(summary, max - summary.records))
  }
  const failure = loading.failureOf(summary)
  if (failure !== undefined && !isEnough()) throw incomplete(failure, summary)
  const isWhole = summary.state.kind === 'complete'
  if (file === undefined) return { records: summary.records, complete: isWhole, summary }
  const chosen: ChosenRecords = { kind: 'first', count: Math.min(max ?? summary.records, summary.records) }
  const { records, absentColumns } = await lists.exportTo(
    summary.runId,
    chosen,
    exportOptionsOf(options),
    file,
    progress.ofSaving(),
  )
  return { absentColumns, records, complete: isWhole && records === summary.records, summary }
}

/** A new reading, kept under a name where one is given; or the kept one of that name, where it is not complete. */
async function openReading(
  { lists, snapshots }: Readings,
  profile: Profile,
  list: ListName,
  snapshot: string | undefined,
  from?: LoadMark,
): Promise<RunSummary> {
  if (snapshot === undefined) return lists.open(profile.id, list, true, from)
  const known = (await snapshots.list()).find(({ name }) => name === snapshot.trim())
  if (known?.profileId === profile.id && known.list === list && !known.complete) return snapshots.open(known.id)
  const { runId } = await lists.open(profile.id, list, true)
  await snapshots.keep(runId, snapshot)
  return lists.summary(runId)
}

/**
 * How many pages to load before looking again: about a second's, and not many more than are wanted.
 * @param pagesBefore pages whose records are elsewhere
 */
function pagesAtOnce({ pages, records, pagesPerSecond = 1 }: RunSummary, wanted: number, pagesBefore = 0): number {
  const looked = pages - pagesBefore
  const needed = looked === 0 ? 1 : Math.ceil(wanted / Math.max(1, records / looked))
  return Math.max(1, Math.min(mostAtOnce, needed, Math.round(pagesPerSecond)))
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

/** An incomplete list is no list: no file is written, and the message says how far it came, and what is kept. */
function incomplete(
  error: ErrorValue,
  { pages, records, snapshot }: Pick<RunSummary, 'pages' | 'records' | 'snapshot'>,
): ClavisError {
  return ClavisError.fromValue({
    ...error,
    message: `${error.message} The list ends after ${records} records (${pages} pages); no file was written.`,
    ...(snapshot === undefined ? {} : hintOf(error, `--snapshot "${snapshot.name}"`)),
  })
}

/** What came is kept beside the file, and the message says how to go on. */
function interrupted(
  error: ErrorValue,
  { pages, records, file }: { readonly pages: number; readonly records: number; readonly file: string },
): ClavisError {
  return ClavisError.fromValue({
    ...error,
    message: `${error.message} The list ends after ${records} records (${pages} pages).`,
    ...hintOf(error, `--resume ${file}`),
  })
}

/** How to go on with what is kept; where its place is refused, nothing goes on. */
function hintOf({ code, hint }: ErrorValue, option: string): Pick<ErrorValue, 'hint'> {
  if (code === 'list-cursor-refused') return { hint }
  return { hint: `${hint === undefined ? '' : `${hint} `}What came is kept: go on with ${option}` }
}
