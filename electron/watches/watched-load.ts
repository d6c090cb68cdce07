import { isDeepStrictEqual } from 'node:util'
import { ClavisError, type ErrorCode } from '#shared/errors.ts'
import type { SavedView } from '#shared/lists/list-views.ts'
import type { Column, ListQuery } from '#shared/lists/list.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { DatePreference } from '#shared/values/date-text.ts'
import type { WatchChanges, WatchLoad } from '#shared/watches/watch.ts'
import type { JobControl } from '../concurrency.ts'
import type { ComparisonService } from '../lists/comparison-service.ts'
import type { ListService } from '../lists/list-service.ts'
import type { DatasetLease } from '../lists/loading/dataset-registry.ts'
import type { Dataset } from '../lists/loading/dataset.ts'
import { loadBasisOf } from '../lists/loading/list-pages.ts'
import type { SnapshotService } from '../lists/snapshot-service.ts'
import { recordsOfView } from '../lists/views/view-query.ts'
import type { StoredWatch } from './watch-store.ts'

export interface LoadServices {
  readonly lists: Pick<ListService, 'loadApart'>
  readonly snapshots: Pick<SnapshotService, 'keepOfWatch' | 'lease'>
  readonly comparisons: Pick<ComparisonService, 'count'>
}

/** A watch with what its load depends on. */
export interface LoadedWatch {
  readonly watch: StoredWatch
  readonly profile: Profile
  readonly view: SavedView | undefined
  readonly dates: DatePreference
}

type Loaded = Omit<Extract<WatchLoad, { kind: 'loaded' }>, 'kind' | 'at' | 'durationMs' | 'met' | 'snoozed'>

/** Longest name of a view in a snapshot's. */
const maxShownName = 60

/**
 * Loads a watched list, compares it with the load before, and saves its records.
 * @param title names the watch, e.g. `Reports: Failed last week`
 * @returns what its history shows, with the state that the next load depends on
 * @throws `cancelled` if it was stopped; why it failed
 */
export async function loadWatched(
  { lists, snapshots, comparisons }: LoadServices,
  { watch, profile, view, dates }: LoadedWatch,
  title: string,
  signal: AbortSignal,
): Promise<{
  readonly loaded: Loaded
  readonly before: NonNullable<StoredWatch['before']>
  readonly loadingMs: number
}> {
  const since = performance.now()
  const { dataset, lease } = await lists.loadApart(profile.id, watch.list, signal)
  try {
    requireComplete(dataset)
    const loadingMs = Math.round(performance.now() - since)
    const { pages, records } = dataset.summary()
    const columns = await lease.store.columns()
    const query = view && recordsOfView(view, columns, dates)
    const matching = query === undefined ? records : (await lease.store.rows(query, 0, 1, [], 'exact')).count
    const basis = loadBasisOf(profile, watch.list)
    const control = { signal, onProgress: () => undefined }
    const { isInUse, ...compared } = await compare(
      { snapshots, comparisons },
      watch,
      { basis, lease, columns },
      query,
      control,
    )
    const name = `${title.slice(0, maxShownName)} ${new Date().toISOString()}`
    const { id: snapshotId } = await snapshots.keepOfWatch(dataset, name, watch.id)
    // What another process is using is compared with the next load, so that no change is missed.
    const before = isInUse === true && watch.before !== undefined ? watch.before : { snapshotId, basis }
    return { loaded: { pages, records, matching, snapshotId, ...compared }, before, loadingMs }
  } finally {
    await lease.release()
  }
}

/** @throws why the load is not complete */
function requireComplete(dataset: Dataset): void {
  const { state } = dataset.summary()
  if (state.kind === 'failed') throw ClavisError.fromValue(state.error)
  if (state.kind !== 'complete') throw new ClavisError('cancelled', 'The load was stopped.')
}

interface NewLoad {
  readonly basis: NonNullable<StoredWatch['before']>['basis']
  readonly lease: DatasetLease
  readonly columns: readonly Column[]
}

/** Compares a load with the one before, if there is one. That it can't be compared doesn't make it fail. */
async function compare(
  { snapshots, comparisons }: Omit<LoadServices, 'lists'>,
  { before, settings }: StoredWatch,
  { basis, lease, columns }: NewLoad,
  query: ListQuery | undefined,
  control: JobControl,
): Promise<Pick<Loaded, 'changes' | 'notCompared' | 'beforeId' | 'idPath'> & { readonly isInUse?: boolean }> {
  if (before === undefined) return {}
  if (!isDeepStrictEqual(before.basis, basis))
    return notCompared('The profile’s addresses, client ID or field for the records changed since the load before.')
  let earlier: DatasetLease
  try {
    earlier = await snapshots.lease(before.snapshotId)
  } catch (error) {
    if (!(error instanceof ClavisError && isOfEarlier.includes(error.code))) throw error
    return { notCompared: error.toValue(), isInUse: error.code === 'input-invalid' }
  }
  try {
    const outcome = await comparisons.count(earlier, lease, settings.idPath, control, query)
    if (outcome.kind === 'unclear')
      return notCompared(
        outcome.reason ?? 'It is unclear which field identifies a record.',
        `Enter the path of the identifier in the watch${outcome.candidates.length === 0 ? '' : `, for example ${outcome.candidates.slice(0, 3).join(', ')}`}.`,
      )
    const { idPath, counts, crossed } = outcome
    const changes: WatchChanges = {
      appeared: counts.added + crossed.entered,
      changed: counts.changed - crossed.entered - crossed.left,
      vanished: counts.gone + crossed.left,
      ...fieldChanges(await earlier.store.columns(), columns),
    }
    return { changes, beforeId: before.snapshotId, ...(idPath === '' ? {} : { idPath }) }
  } catch (error) {
    if (error instanceof ClavisError && error.code === 'input-invalid') return { notCompared: error.toValue() }
    throw error
  } finally {
    await earlier.release()
  }
}

/** Why the records of the load before can't be read: they were removed or damaged, or another process uses them. */
const isOfEarlier: readonly ErrorCode[] = ['snapshot-not-found', 'list-file-damaged', 'input-invalid']

function notCompared(message: string, hint = 'The next load is compared with this one.'): Pick<Loaded, 'notCompared'> {
  return { notCompared: { code: 'input-invalid', message, hint } }
}

/** Returns the fields that only one of two loads has. A load without records has none, which says nothing. */
function fieldChanges(
  before: readonly Column[],
  after: readonly Column[],
): Pick<WatchChanges, 'newFields' | 'lostFields'> {
  if (before.length === 0 || after.length === 0) return { newFields: [], lostFields: [] }
  const only = (columns: readonly Column[], others: readonly Column[]): string[] => {
    const known = new Set(others.map(({ path }) => path))
    return columns.map(({ path }) => path).filter((path) => !known.has(path))
  }
  return { newFields: only(after, before), lostFields: only(before, after) }
}
