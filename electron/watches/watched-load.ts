import { isDeepStrictEqual } from 'node:util'
import { ClavisError, type ErrorCode, type ErrorValue } from '#shared/errors.ts'
import type { SavedView } from '#shared/lists/list-views.ts'
import type { Column, ListQuery } from '#shared/lists/list.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { DatePreference } from '#shared/values/date-text.ts'
import type { WatchChanges, WatchLoad } from '#shared/watches/watch.ts'
import type { ComparisonService } from '../lists/comparison-service.ts'
import type { ComparisonOutcome } from '../lists/comparison.ts'
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
 * @param control `signal` stops it; `requireAllowed` throws if the profile, as it is at a page, must not be called
 * @returns what its history shows, with the state that the next load depends on
 * @throws `cancelled` if it was stopped; why it failed
 */
export async function loadWatched(
  { lists, snapshots, comparisons }: LoadServices,
  { watch, profile, view, dates }: LoadedWatch,
  title: string,
  { signal, requireAllowed }: { readonly signal: AbortSignal; readonly requireAllowed: (now: Profile) => void },
): Promise<{
  readonly loaded: Loaded
  readonly before: NonNullable<StoredWatch['before']>
  readonly loadingMs: number
}> {
  const since = performance.now()
  const { dataset, lease } = await lists.loadApart(profile.id, watch.list, signal, requireAllowed)
  let earlier: Earlier | undefined
  try {
    requireComplete(dataset)
    const loadingMs = Math.round(performance.now() - since)
    const basis = loadBasisOf(profile, watch.list)
    earlier = await leaseEarlier(snapshots, watch, basis)
    const columns = await lease.store.columns()
    const earlierColumns = (await earlier.lease?.store.columns()) ?? []
    const known = [...new Map([...earlierColumns, ...columns].map((column) => [column.path, column])).values()]
    // Without columns there are no records that could match.
    const query = view === undefined || known.length === 0 ? undefined : recordsOfView(view, known, dates)
    const { pages, records } = dataset.summary()
    const matching =
      query === undefined || records === 0 ? records : (await lease.store.rows(query, 0, 1, [], 'exact')).count
    const compared =
      earlier.lease === undefined
        ? { ...(earlier.notCompared === undefined ? {} : { notCompared: earlier.notCompared }) }
        : compare(
            await countDifferences(comparisons, watch, earlier.lease, lease, query, signal),
            fieldChanges(earlierColumns, columns),
            watch,
          )
    const name = `${title.slice(0, maxShownName)} ${new Date().toISOString()}`
    const { id: snapshotId } = await snapshots.keepOfWatch(dataset, name, watch.id)
    // What another process is using is compared with the next load, so that no change is missed.
    const before = earlier.isInUse === true && watch.before !== undefined ? watch.before : { snapshotId, basis }
    return { loaded: { pages, records, matching, snapshotId, ...compared }, before, loadingMs }
  } finally {
    await earlier?.lease?.release()
    await lease.release()
  }
}

/** @throws why the load is not complete */
function requireComplete(dataset: Dataset): void {
  const { state } = dataset.summary()
  if (state.kind === 'failed') throw ClavisError.fromValue(state.error)
  if (state.kind !== 'complete') throw new ClavisError('cancelled', 'The load was stopped.')
}

/** The load before, or why it can't be compared with; neither before the first load. */
interface Earlier {
  readonly lease?: DatasetLease
  readonly notCompared?: ErrorValue
  readonly isInUse?: boolean
}

async function leaseEarlier(
  snapshots: LoadServices['snapshots'],
  { before }: StoredWatch,
  basis: NonNullable<StoredWatch['before']>['basis'],
): Promise<Earlier> {
  if (before === undefined) return {}
  if (!isDeepStrictEqual(before.basis, basis))
    return notCompared('The profile’s addresses, client ID or field for the records changed since the load before.')
  try {
    return { lease: await snapshots.lease(before.snapshotId) }
  } catch (error) {
    if (!(error instanceof ClavisError && isOfEarlier.includes(error.code))) throw error
    return { notCompared: error.toValue(), isInUse: error.code === 'input-invalid' }
  }
}

/** Why the records of the load before can't be read: they were removed or damaged, or another process uses them. */
const isOfEarlier: readonly ErrorCode[] = ['snapshot-not-found', 'list-file-damaged', 'input-invalid']

/** Counts what changed; `unclear` if the chosen identifier doesn't tell records apart. */
async function countDifferences(
  comparisons: LoadServices['comparisons'],
  { settings: { idPath } }: StoredWatch,
  earlier: DatasetLease,
  later: DatasetLease,
  query: ListQuery | undefined,
  signal: AbortSignal,
): Promise<ComparisonOutcome> {
  try {
    return await comparisons.count(earlier, later, idPath, { signal, onProgress: () => undefined }, query)
  } catch (error) {
    if (error instanceof ClavisError && error.code === 'input-invalid')
      return { kind: 'unclear', candidates: [], reason: undefined }
    throw error
  }
}

/** Puts differences as the history shows them. It has no content of records, which why they are unclear may quote. */
function compare(
  outcome: ComparisonOutcome,
  fields: Pick<WatchChanges, 'newFields' | 'lostFields'>,
  { before, settings }: StoredWatch,
): Pick<Loaded, 'changes' | 'notCompared' | 'beforeId' | 'idPath'> {
  if (outcome.kind === 'unclear')
    return notCompared(
      settings.idPath === undefined
        ? 'It is unclear which field identifies a record.'
        : `“${settings.idPath}” doesn’t tell records apart.`,
      outcome.candidates.length === 0
        ? 'Enter the path of the identifier in the watch.'
        : `Enter the path of the identifier in the watch, for example ${outcome.candidates.slice(0, 3).join(', ')}.`,
    )
  const { idPath, counts, crossed } = outcome
  const changes: WatchChanges = {
    appeared: counts.added + crossed.entered,
    // Those that crossed are counted by their bytes, the changed ones by what they mean.
    changed: Math.max(0, counts.changed - crossed.entered - crossed.left),
    vanished: counts.gone + crossed.left,
    ...fields,
  }
  return { changes, ...(before && { beforeId: before.snapshotId }), ...(idPath === '' ? {} : { idPath }) }
}

function notCompared(message: string, hint = 'The next load is compared with this one.'): Pick<Earlier, 'notCompared'> {
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
