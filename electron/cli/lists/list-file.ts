import { ClavisError, type ErrorValue } from '#shared/errors.ts'
import type { TextColumn } from '#shared/lists/export-forms.ts'
import type { ChosenRecords } from '#shared/lists/export.ts'
import { filterHint } from '#shared/lists/filter-line/filter-hint.ts'
import { parseFilterLine, unknownNames } from '#shared/lists/filter-line/filter-line-reading.ts'
import type { Column, DatasetSummary, ListQuery } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { dateTextOf, type DatePreference } from '#shared/values/date-text.ts'
import { shownWord } from '#shared/values/shell-word.ts'
import { loadBasisOf } from '../../lists/loading/list-pages.ts'
import type { LoadMark, SavedMark } from '../../lists/loading/load-position.ts'
import { repeatsNotice } from '../../lists/loading/repeats-notice.ts'
import { ResumableExport } from '../../lists/resumable-export.ts'
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
type LineServices = LoadServices & Pick<Services, 'profiles' | 'comparisons'>
type LineOptions = ListOptions & { readonly startsOver?: boolean }

/** Maximum number of pages to load before the number of records is checked again. */
const maxPageBatch = 100

/**
 * Writes records while they load, so that an interrupted download can be resumed. The file is locked until the end.
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
  const basis = { profileId: profile.id, list, basis: loadBasisOf(profile, list) }
  const output = await ResumableExport.hold(file, basis, options.resume === undefined)
  try {
    const from = await startOf(output, options, progress)
    return await writeLoaded(services, loading, profile, list, { file, output, from }, options, progress)
  } catch (error) {
    // Where its profile was removed meanwhile, a download can’t be resumed.
    throw await withoutProfile(services, profile, error)
  } finally {
    await output.release()
  }
}

/** Returns where to resume; undefined to start from the first page, after saying why an earlier download can’t be resumed. */
async function startOf(
  output: ResumableExport,
  { resume, resumeOrStart, startsOver = false }: LineOptions,
  progress: ListProgress,
): Promise<SavedMark | undefined> {
  if (resume !== undefined) return output.resume()
  if (resumeOrStart === undefined || !output.isInterrupted) return undefined
  let why = 'The service no longer accepts the saved position.'
  if (!startsOver)
    try {
      return await output.resume()
    } catch (error) {
      if (!(error instanceof ClavisError && error.code === 'input-invalid')) throw error
      why = error.message
    }
  const earlier = output.keepsRecords ? ` The earlier records stay in ${output.oldPath} until all are loaded.` : ''
  progress.note(`${why} Loading from the first page.${earlier}`)
  return undefined
}

/** A file that is written, and where an earlier download of it stopped. */
interface LineTarget {
  readonly file: string
  readonly output: ResumableExport
  readonly from: SavedMark | undefined
}

async function writeLoaded(
  services: LineServices,
  loading: InterruptibleLoading,
  profile: Profile,
  list: ListName,
  { file, output, from }: LineTarget,
  { resumeOrStart, snapshot, max = Number.POSITIVE_INFINITY }: ListOptions,
  progress: ListProgress,
): Promise<Outcome> {
  const { datasets } = services
  const { records: before = 0, pages: pagesBefore = 0 } = from ?? {}
  /** Position up to which the download can be resumed. */
  let resumable: Pick<LoadMark, 'pages' | 'records'> = { pages: pagesBefore, records: before }
  /** Returns the result of writing; if it fails, for example because the disk is full, the error says how to resume. */
  const onDisk = <T>(written: Promise<T>): Promise<T> =>
    written.catch((error: unknown) => {
      throw error instanceof ClavisError ? interrupted(error.toValue(), { ...resumable, file }) : error
    })
  // What an earlier download left is replaced only once the new one works.
  const replacesEarlier = from === undefined && output.replacesEarlier
  if (from === undefined && !replacesEarlier) await output.begin()
  let isStarted = from !== undefined
  try {
    progress.countFrom(before)
    // Clavis was killed when only the file’s name was missing.
    const isWritten = from !== undefined && output.isComplete
    const maxNew = isWritten ? 0 : Math.max(0, max - before)
    const { datasetId } = await openLoad(services, profile, list, snapshot, from)
    const dataset = datasets.get(datasetId)
    let summary = maxNew === 0 ? dataset.summary() : await loading.load(datasetId, 1)
    let failure = loading.failureOf(summary)
    const canResume = from !== undefined || (!replacesEarlier && (loading.isStopped || failure?.code === 'disk-full'))
    if (failure !== undefined && !canResume) throw incomplete(failure, summary)
    isStarted = true
    if (replacesEarlier) await output.begin({ keepsOld: resumeOrStart !== undefined })
    let written = 0
    let { cursor } = from ?? {}
    for (let loaded = Promise.resolve(summary); ;) {
      summary = await loaded
      failure = loading.failureOf(summary)
      const mark = dataset.loader.mark()
      const { kind } = summary.state
      const wanted = Math.min(mark.records, maxNew)
      const canContinue = failure === undefined && kind !== 'complete' && wanted < maxNew
      // Load the next pages while these are written.
      if (canContinue) loaded = loading.load(datasetId, pageBatch(summary, maxNew - mark.records, pagesBefore))
      // A page without records moves the cursor, too.
      if (wanted > written || mark.cursor !== cursor) {
        output.wrote(before + wanted, await onDisk(dataset.store.appendTo(output.partial, written, wanted)))
        if (wanted === mark.records) {
          const earlier = await dataset.store.earlierPages(mark.pages - pagesBefore - 1, resumable.records)
          await onDisk(output.keep({ ...earlier, ...mark }))
        }
        if (wanted === mark.records && mark.cursor !== undefined)
          resumable = { pages: mark.pages, records: before + wanted }
        written = wanted
        cursor = mark.cursor
      }
      if (canContinue) continue
      // The number of pages is a guess: a failure behind the wanted records does not matter.
      if (failure !== undefined && wanted < maxNew)
        throw interrupted(failure, { pages: mark.pages, records: before + written, file })
      await onDisk(output.finish())
      const complete = isWritten || (kind === 'complete' && written === mark.records)
      if (complete && before > 0) summary = await withRepeats(services, file, summary, progress)
      return { records: before + written, complete, summary }
    }
  } finally {
    if (!isStarted && !replacesEarlier) await output.discard()
  }
}

/** Adds which records repeat in a complete file, of which only a part was loaded now. */
async function withRepeats(
  { comparisons }: LineServices,
  file: string,
  summary: DatasetSummary,
  progress: ListProgress,
): Promise<DatasetSummary> {
  const control = progress.jobControl('Checking')
  // The file is complete whether or not it can be checked.
  const lines = await comparisons.leaseLines(file, summary.list, control).catch((error: unknown) => {
    if (!(error instanceof ClavisError)) throw error
    progress.note(`Clavis could not check whether records repeat: ${error.message}`)
  })
  if (lines === undefined) return summary
  try {
    const repeats = await repeatsNotice(lines.store, control.signal)
    const known = summary.state.kind === 'complete' ? summary.state.notice : undefined
    const notices = [known, repeats].filter((notice) => notice !== undefined)
    return { ...summary, state: { kind: 'complete', ...(notices.length > 0 && { notice: notices.join(' ') }) } }
  } finally {
    await lines.release()
  }
}

/** Adds that a profile was removed, which is why its download can’t be resumed; returns any other error as it is. */
async function withoutProfile({ profiles }: LineServices, { id, name }: Profile, error: unknown): Promise<unknown> {
  if (!(error instanceof ClavisError) || error.code === 'input-invalid') return error
  const isThere = await profiles.get(id).then(
    () => true,
    (missing: unknown) => !(missing instanceof ClavisError) || missing.code !== 'profile-not-found',
  )
  if (isThere) return error
  const { code, message, details } = error.toValue()
  return ClavisError.fromValue({
    code: 'profile-not-found',
    details,
    message: code === 'profile-not-found' ? message : `Profile “${name}” was removed during the load. ${message}`,
    hint: 'The download can’t be resumed without the profile. The records loaded so far stay in the .partial file.',
  })
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
  // Records of a page that must be loaded again do not count: it may change.
  const isEnough = (): boolean => max !== undefined && datasets.get(summary.datasetId).loader.mark().records >= max
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
  const query = readFilter(summary.columns)
  noteHint(query, summary.columns, progress)
  const chosen: ChosenRecords =
    query === undefined
      ? { kind: 'first', count: Math.min(max ?? summary.records, summary.records) }
      : { kind: 'query', query }
  const columns = options.columns ?? (view === undefined ? undefined : columnsOfView(view, summary.columns))
  const chosenOptions = columns === undefined ? options : { ...options, columns }
  const { records, absentColumns, fittedColumns, textColumns } = await datasets
    .get(summary.datasetId)
    .store.exportTo(chosen, exportOptionsOf(chosenOptions), file, progress.jobControl('Saving'))
  const complete = isWhole && (query !== undefined || records === summary.records)
  const viewNotice = view && noticeOfView(view, summary.columns, options)
  return { absentColumns, fittedColumns, textColumns, viewNotice, records, complete, summary }
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
  from?: SavedMark,
): Promise<DatasetSummary> {
  if (snapshot === undefined) return lists.open(profile.id, list, true, from)
  const known = await snapshots.named(snapshot)
  if (known?.profileId === profile.id && known.list === list && !known.complete) return snapshots.open(known.id)
  const { datasetId } = await lists.open(profile.id, list, true)
  await snapshots.keep(datasetId, snapshot)
  return datasets.get(datasetId).summary()
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
