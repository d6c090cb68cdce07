import { ClavisError } from '#shared/errors.ts'
import type { ChosenRecords } from '#shared/lists/export.ts'
import { filterHint } from '#shared/lists/filter-line/filter-hint.ts'
import { parseFilterLine, unknownNames } from '#shared/lists/filter-line/filter-line-reading.ts'
import type { Column, ListQuery } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { dateTextOf, type DatePreference } from '#shared/values/date-text.ts'
import { queryOfView } from '../../lists/views/view-query.ts'
import type { Services } from '../../services.ts'
import type { InterruptibleLoading } from './interruptible-loading.ts'
import { incomplete, loadRecords, type LoadServices, openLoad, type Outcome } from './list-load.ts'
import { exportOptionsOf, type ListOptions } from './list-options.ts'
import type { ListProgress } from './list-progress.ts'
import { columnsOfView, noticeOfView } from './list-view.ts'

type ListServices = LoadServices & Pick<Services, 'settings' | 'listViews'>

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
  const { records, absentColumns, fittedColumns, textColumns, sheets } = await dataset.store.exportTo(
    chosen,
    exportOptionsOf(chosenOptions),
    file,
    progress.jobControl('Saving'),
  )
  const complete = isWhole && (query !== undefined || records === summary.records)
  const viewNotice = view && noticeOfView(view, summary.columns, options)
  const report = dataset.report()
  return { absentColumns, fittedColumns, textColumns, sheets, viewNotice, records, complete, summary, report }
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
