import { existsSync } from 'node:fs'
import { ClavisError, type ErrorValue } from '#shared/errors.ts'
import type { DatasetSummary } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { repeatsNotice } from '../../lists/loading/repeats-notice.ts'
import { OutputLoad } from '../../lists/output-load.ts'
import type { Services } from '../../services.ts'
import type { InterruptibleLoading } from './interruptible-loading.ts'
import { incomplete, interrupted, loadRecords, type LoadServices, openLoad, type Outcome } from './list-load.ts'
import type { ListOptions } from './list-options.ts'
import type { ListProgress } from './list-progress.ts'

type LineServices = LoadServices & Pick<Services, 'profiles'>
type LineOptions = ListOptions & { readonly startsOver?: boolean }

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

/**
 * Returns the error of a download whose profile was removed: it can’t be resumed, and the records loaded so far are saved to a file
 * of their own. Returns any other error as it is.
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
