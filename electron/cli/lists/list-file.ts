import { existsSync } from 'node:fs'
import { ClavisError, type ErrorValue } from '#shared/errors.ts'
import type { TextColumn } from '#shared/lists/export-forms.ts'
import type { ChosenRecords } from '#shared/lists/export.ts'
import { filterHint } from '#shared/lists/filter-line/filter-hint.ts'
import { parseFilterLine, unknownNames } from '#shared/lists/filter-line/filter-line-reading.ts'
import type { Column, DatasetSummary, ListQuery } from '#shared/lists/list.ts'
import type { LoadReport } from '#shared/lists/load-report.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { dateTextOf, type DatePreference } from '#shared/values/date-text.ts'
import { shownWord } from '#shared/values/shell-word.ts'
import { repeatsNotice } from '../../lists/loading/repeats-notice.ts'
import { OutputLoad } from '../../lists/output-load.ts'
import type { Services } from '../../services.ts'
import type { InterruptibleLoading } from './interruptible-loading.ts'
import { exportOptionsOf, type ListOptions } from './list-options.ts'
import type { ListProgress } from './list-progress.ts'
import { columnsOfView, noticeOfView, queryOfView } from './list-view.ts'

/** The result of an export. */
export interface Outcome {
  /** Records in the file, or in the snapshot if no file is written. */
  readonly records: number
  /** Whether these are all records of the list. */
  readonly complete: boolean
  readonly summary: DatasetSummary
  readonly report: LoadReport
  /** Paths of chosen columns that no record has. */
  readonly absentColumns?: readonly string[]
  /** Paths of Parquet columns whose type depends on their values. */
  readonly fittedColumns?: readonly string[]
  readonly textColumns?: readonly TextColumn[]
  /** Names the columns of the saved view that no record has. */
  readonly viewNotice?: string | undefined
}

type LoadServices = Pick<Services, 'lists' | 'datasets' | 'snapshots'>
type ListServices = LoadServices & Pick<Services, 'settings' | 'listViews'>
type LineServices = LoadServices & Pick<Services, 'profiles'>
type LineOptions = ListOptions & { readonly startsOver?: boolean }

/** Maximum number of pages to load before the number of records is checked again. */
const maxPageBatch = 100

/**
 * Loads everything into a file beside the one to write, so that an interrupted download can be resumed, then writes. The file
 * is locked until the end.
 * @param options `startsOver`: replaces an earlier download, because the service does not accept its position
 */
export async function writeLines(
  services: LineServices,
  loading: InterruptibleLoading,
  profile: Profile,
  list: ListName,
  file: string,
  options: LineOptions,
  progress: ListProgress,
): Promise<Outcome> {
  const output = await OutputLoad.hold(file, services)
  try {
    const start = await startOf(services, output, profile, list, options, progress)
    const target = { file, output, start }
    try {
      return await writeLoaded(services, loading, target, options, progress)
    } catch (error) {
      throw await withoutProfile(services, profile, target, error, progress)
    }
  } finally {
    await output.release()
  }
}

/** A load, and whether an earlier command began it. */
interface LineStart {
  readonly summary: DatasetSummary
  readonly isResumed: boolean
}

/** Resumes an earlier download, or starts from the first page, after saying why it can’t be resumed. */
async function startOf(
  services: LineServices,
  output: OutputLoad,
  profile: Profile,
  list: ListName,
  { resume, resumeOrStart, snapshot, startsOver = false }: LineOptions,
  progress: ListProgress,
): Promise<LineStart> {
  const resumed = async (): Promise<LineStart> => ({ summary: await output.resume(profile.id, list), isResumed: true })
  if (resume !== undefined) return resumed()
  if (resumeOrStart !== undefined && (await output.isInterrupted())) {
    let why = 'The service no longer accepts the saved position.'
    if (!startsOver)
      try {
        return await resumed()
      } catch (error) {
        const isUnusable = error instanceof ClavisError && ['input-invalid', 'list-file-damaged'].includes(error.code)
        if (!isUnusable) throw error
        why = error.message
      }
    const earlier = output.replacesEarlier ? ` The earlier records stay in ${output.oldPath} until all are loaded.` : ''
    progress.note(`${why} Loading from the first page.${earlier}`)
  }
  const isKept = snapshot !== undefined
  const summary = await (isKept ? openLoad(services, profile, list, snapshot) : output.begin(profile.id, list))
  return { summary, isResumed: isKept }
}

/** A file that is written, and the load that it is made of. */
interface LineTarget {
  readonly file: string
  readonly output: OutputLoad
  readonly start: LineStart
}

async function writeLoaded(
  services: LineServices,
  loading: InterruptibleLoading,
  { file, output, start }: LineTarget,
  { resumeOrStart, snapshot, max }: ListOptions,
  progress: ListProgress,
): Promise<Outcome> {
  const { datasetId } = start.summary
  const dataset = services.datasets.get(datasetId)
  /** Records that an earlier command loaded: the file gets them in any case. */
  const before = snapshot === undefined ? dataset.loader.mark().records : 0
  if (!start.isResumed) {
    const first = await loading.load(datasetId, 1)
    const failure = loading.failureOf(first)
    // What an earlier download left is replaced only once the new one works.
    const canResume =
      !output.replacesEarlier && (loading.isStopped || failure?.code === 'disk-full' || failure?.code === 'disk-failed')
    if (failure !== undefined && canResume) throw interrupted(failure, { ...dataset.loader.mark(), file })
    if (failure !== undefined) {
      await output.discard()
      throw incomplete(failure, first)
    }
    await output.replaceEarlier(resumeOrStart !== undefined)
  }
  const wanted = max === undefined ? undefined : Math.max(max, before)
  const loaded = await loadRecords(services, loading, datasetId, wanted)
  const { failure } = loaded
  let { summary } = loaded
  const stopped = (error: ErrorValue): ClavisError =>
    snapshot === undefined ? interrupted(error, { ...dataset.loader.mark(), file }) : incomplete(error, summary)
  if (failure !== undefined) throw stopped(failure)
  const isWhole = summary.state.kind === 'complete'
  const count = Math.min(wanted ?? summary.records, summary.records)
  const { records } = await dataset.store
    .exportTo({ kind: 'first', count }, { format: 'ndjson' }, file, progress.jobControl('Saving'))
    .catch((error: unknown) => {
      throw error instanceof ClavisError ? stopped(error.toValue()) : error
    })
  // A load that an earlier command completed was not searched by this one.
  if (start.summary.state.kind === 'complete') {
    const repeats = await repeatsNotice(dataset.store, progress.handleInterrupts())
    const notices = [start.summary.state.notice, repeats].filter((notice) => notice !== undefined)
    summary = { ...summary, state: { kind: 'complete', ...(notices.length > 0 && { notice: notices.join(' ') }) } }
  }
  const report = dataset.report()
  await output.finish()
  return { records, complete: isWhole && records === summary.records, summary, report }
}

/** Loads until there are some records, or all. @returns why there are fewer, if that failed */
async function loadRecords(
  { datasets }: LoadServices,
  loading: InterruptibleLoading,
  datasetId: string,
  max: number | undefined,
): Promise<{ readonly summary: DatasetSummary; readonly failure: ErrorValue | undefined }> {
  const dataset = datasets.get(datasetId)
  let summary = dataset.summary()
  // Records of a page that must be loaded again do not count: it may change.
  const isEnough = (): boolean => max !== undefined && dataset.loader.mark().records >= max
  const canContinue = (): boolean => summary.state.kind !== 'complete' && loading.failureOf(summary) === undefined
  // An earlier load that failed is tried once more.
  for (let isFirst = true; isFirst || canContinue(); isFirst = false) {
    if (isEnough()) break
    summary = await loading.load(datasetId, max === undefined ? 'all' : pageBatch(summary, max - summary.records))
  }
  return { summary, failure: isEnough() ? undefined : loading.failureOf(summary) }
}

/**
 * Adds that a profile was removed, which is why its download can’t be resumed, and saves what was loaded to a file of its own;
 * returns any other error as it is.
 */
async function withoutProfile(
  { profiles, datasets }: LineServices,
  { id, name }: Profile,
  { file, output, start }: LineTarget,
  error: unknown,
  progress: ListProgress,
): Promise<unknown> {
  if (!(error instanceof ClavisError) || error.code === 'input-invalid') return error
  const isThere = await profiles.get(id).then(
    () => true,
    (missing: unknown) => !(missing instanceof ClavisError) || missing.code !== 'profile-not-found',
  )
  if (isThere) return error
  const { code, message, details } = error.toValue()
  const dataset = datasets.find(start.summary.datasetId)
  const rest = unusedName(file)
  const count = dataset?.loader.mark().records ?? 0
  // The records of a snapshot stay in it; an interrupted download of the file is another command's.
  const hasRest = start.summary.snapshot === undefined && count > 0
  const saved = hasRest
    ? await dataset?.store
        .exportTo({ kind: 'first', count }, { format: 'ndjson' }, rest, progress.jobControl('Saving'))
        .catch(() => undefined)
    : undefined
  if (saved !== undefined) await output.discard()
  const loaded = saved === undefined ? '' : ` The records loaded so far stay in ${rest}.`
  return ClavisError.fromValue({
    code: 'profile-not-found',
    details,
    message: code === 'profile-not-found' ? message : `Profile “${name}” was removed during the load. ${message}`,
    hint: `The download can’t be resumed without the profile.${loaded}`,
  })
}

/** Returns a name beside a file for the records of a download that can’t be resumed; it gets a number if it is taken. */
function unusedName(file: string): string {
  for (let number = 1; ; number += 1) {
    const path = `${file}.partial${number === 1 ? '' : `-${number}`}.ndjson`
    if (!existsSync(path)) return path
  }
}

/**
 * Loads everything, then writes: the columns and the end of these formats are known only then. What no column could make a
 * valid filter is refused after the first page.
 */
export async function writeFormat(
  services: ListServices,
  loading: InterruptibleLoading,
  profile: Profile,
  list: ListName,
  file: string | undefined,
  options: ListOptions,
  progress: ListProgress,
): Promise<Outcome> {
  const { datasets } = services
  const { max, snapshot } = options
  const { dates } = await services.settings.read()
  const view =
    options.view === undefined
      ? undefined
      : await services.listViews.find({ profileId: profile.id, list }, options.view)
  const filter = view?.filter ?? options.filter
  let summary = await openLoad(services, profile, list, snapshot)
  if (filter !== undefined && summary.pages === 0) summary = await loading.load(summary.datasetId, 1)
  // Without columns there are no records that could match.
  const readFilter = (columns: readonly Column[]): ListQuery | undefined =>
    filter === undefined || columns.length === 0
      ? undefined
      : view === undefined
        ? queryOf(filter, columns, options.timeZone, dates)
        : queryOfView(view, columns, options.timeZone, dates)
  const later = filter === undefined ? [] : unknownNames(filter, summary.columns)
  readFilter([...summary.columns, ...later.map((path) => ({ path, type: 'null' as const, filled: 0 }))])
  if (later.length > 0 && summary.state.kind !== 'complete')
    progress.note(`The first page has no column “${later.join('”, “')}”. Later pages may have it.`)
  const loaded = await loadRecords(services, loading, summary.datasetId, max)
  ;({ summary } = loaded)
  if (loaded.failure !== undefined) throw incomplete(loaded.failure, summary)
  const isWhole = summary.state.kind === 'complete'
  const dataset = datasets.get(summary.datasetId)
  if (file === undefined) return { records: summary.records, complete: isWhole, summary, report: dataset.report() }
  const query = readFilter(summary.columns)
  noteHint(query, summary.columns, progress)
  const chosen: ChosenRecords =
    query === undefined
      ? { kind: 'first', count: Math.min(max ?? summary.records, summary.records) }
      : { kind: 'query', query }
  const columns = options.columns ?? (view === undefined ? undefined : columnsOfView(view, summary.columns))
  const chosenOptions = columns === undefined ? options : { ...options, columns }
  const { records, absentColumns, fittedColumns, textColumns } = await dataset.store.exportTo(
    chosen,
    exportOptionsOf(chosenOptions),
    file,
    progress.jobControl('Saving'),
  )
  const complete = isWhole && (query !== undefined || records === summary.records)
  const viewNotice = view && noticeOfView(view, summary.columns, options)
  const report = dataset.report()
  return { absentColumns, fittedColumns, textColumns, viewNotice, records, complete, summary, report }
}

/** Returns the query of a filter line. Its days are of the zone of the settings unless one is given. @throws `input-invalid` */
export function queryOf(
  line: string,
  columns: readonly Column[],
  timeZone: string | undefined,
  dates: DatePreference,
  owner = 'the list',
): ListQuery {
  const parsed = parseFilterLine(line, columns)
  if (parsed.kind === 'fault')
    throw new ClavisError('input-invalid', `--filter: ${parsed.fault.message}`, {
      hint: `Use columns and formats of the filter language. Columns are those of ${owner}.`,
    })
  const { search, filters } = parsed.line
  return { search: [...search], filters: [...filters], sort: [], timeZone: timeZone ?? dateTextOf(dates).timeZone }
}

/** Notes why a filter probably finds nothing. */
export function noteHint(query: ListQuery | undefined, columns: readonly Column[], progress: ListProgress): void {
  const hint = query && filterHint(query.filters, columns)
  if (hint !== undefined) progress.note(hint)
}

/** Starts a load, saved as a snapshot if a name is given, or continues the incomplete snapshot of that name. */
async function openLoad(
  { lists, datasets, snapshots }: LoadServices,
  profile: Profile,
  list: ListName,
  snapshot: string | undefined,
): Promise<DatasetSummary> {
  if (snapshot === undefined) return lists.open(profile.id, list, true)
  const known = await snapshots.named(snapshot)
  if (known?.profileId === profile.id && known.list === list && !known.complete) return snapshots.open(known.id)
  const { datasetId } = await lists.open(profile.id, list, true)
  await snapshots.keep(datasetId, snapshot)
  return datasets.get(datasetId).summary()
}

/**
 * Returns how many pages to load before checking again: about one second's, and not many more than needed.
 * @param wanted records that are still missing
 */
function pageBatch({ pages, records, pagesPerSecond = 1 }: DatasetSummary, wanted: number): number {
  const needed = pages === 0 ? 1 : Math.ceil(wanted / Math.max(1, records / pages))
  return Math.max(1, Math.min(maxPageBatch, needed, Math.round(pagesPerSecond)))
}

/** Returns the error of an incomplete load for which no file is written. It says how far the load got. */
function incomplete(
  error: ErrorValue,
  { pages, records, snapshot }: Pick<DatasetSummary, 'pages' | 'records' | 'snapshot'>,
): ClavisError {
  return ClavisError.fromValue({
    ...error,
    message: `${error.message} Stopped after ${records} records (${pages} pages); no file was written.`,
    ...(snapshot === undefined ? {} : hintOf(error, `--snapshot ${shownWord(snapshot.name)}`)),
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

/** Returns how to resume; not if the service refuses the cursor, or the profile was removed. */
function hintOf({ code, hint }: ErrorValue, option: string, hasPages = true): Pick<ErrorValue, 'hint'> {
  if (code === 'list-cursor-refused' || code === 'profile-not-found') return { hint }
  const parts = [hint, hasPages ? 'The records loaded so far are saved.' : undefined, `Resume with ${option}`]
  return { hint: parts.filter((part) => part !== undefined).join(' ') }
}
