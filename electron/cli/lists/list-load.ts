import { ClavisError, type ErrorValue } from '#shared/errors.ts'
import type { TextColumn } from '#shared/lists/export-forms.ts'
import type { DatasetSummary } from '#shared/lists/list.ts'
import type { LoadReport } from '#shared/lists/load-report.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { shownWord } from '#shared/values/shell-word.ts'
import type { Services } from '../../services.ts'
import type { InterruptibleLoading } from './interruptible-loading.ts'

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
  /** Sheets of an Excel workbook. */
  readonly sheets?: number
  /** Names the columns of the saved view that no record has. */
  readonly viewNotice?: string | undefined
}

/** What loads a list for a command. */
export type LoadServices = Pick<Services, 'lists' | 'datasets' | 'snapshots'>

/** Maximum number of pages to load before the number of records is checked again. */
const maxPageBatch = 100

/** Starts a load, saved as a snapshot if a name is given, or continues the incomplete snapshot of that name. */
export async function openLoad(
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

/** Loads until there are some records, or all. @returns why there are fewer, if that failed */
export async function loadRecords(
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
 * Returns how many pages to load before checking again: about one second's, and not many more than needed.
 * @param wanted records that are still missing
 */
export function pageBatch({ pages, records, pagesPerSecond = 1 }: DatasetSummary, wanted: number): number {
  const needed = pages === 0 ? 1 : Math.ceil(wanted / Math.max(1, records / pages))
  return Math.max(1, Math.min(maxPageBatch, needed, Math.round(pagesPerSecond)))
}

/** Returns the error of an incomplete load for which no file is written. It says how far the load got. */
export function incomplete(
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
export function interrupted(
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
