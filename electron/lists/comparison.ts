import { ClavisError } from '#shared/errors.ts'
import type { ComparedCompleteness, ComparisonCounts } from '#shared/lists/comparison.ts'
import { identifierCandidates } from '#shared/lists/identifier-candidates.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import { requireNotCancelled, type JobControl } from '../concurrency.ts'
import { maxDigests, type MatchOutcome, type RecordStore } from '../records/record-store.ts'
import type { DatasetLease } from './loading/dataset-registry.ts'

/** What is compared, and where the differences are stored. */
export interface ComparisonJob extends JobControl {
  readonly list: ListName
  readonly before: Pick<DatasetLease, 'store' | 'isComplete'>
  readonly after: Pick<DatasetLease, 'store' | 'isComplete'>
  /** An empty store. */
  readonly result: RecordStore
  /** Path of the identifier, if the person chose one. */
  readonly chosenId: string | undefined
  /** Whether the differences have the newer version of changed records. */
  readonly withRecord: boolean
  /** A record counts if its old or its new version matches. Undefined: all count. */
  readonly filter?: ListQuery | undefined
}

/** Result of a comparison. `unclear`: the person has to choose the identifier. */
export type ComparisonOutcome =
  | ComparedDatasets
  | {
      readonly kind: 'unclear'
      readonly candidates: readonly string[]
      /** Why the likeliest one does not identify records. */
      readonly reason: string | undefined
    }

interface ComparedDatasets {
  readonly kind: 'compared'
  readonly idPath: string
  readonly counts: ComparisonCounts
  /** Columns of the differences that have a value in at least one changed record. */
  readonly changedPaths: readonly string[]
  /** Whether all records of each dataset were compared. */
  readonly completeness: ComparedCompleteness
  /** Changed records that match the filter only since, and those that no longer do. */
  readonly crossed: { readonly entered: number; readonly left: number }
}

/** Characters that a message shows of a record. */
const maxShown = 120

/** Number of records whose text is read at once. */
const batch = 500

/**
 * Compares two datasets by their records' identifiers. Each store computes the digests of its own records in its own
 * thread; text is read only of records that differ.
 * @throws `input-invalid` if the chosen identifier is not unique; `cancelled`
 */
export async function compareDatasets(job: ComparisonJob): Promise<ComparisonOutcome> {
  const { list, before, after, chosenId } = job
  const completeness = completenessNow(job)
  const [olds, news] = await Promise.all([before.store.readColumns(), after.store.readColumns()])
  const counted = { before: olds.records, after: news.records }
  if (chosenId !== undefined) {
    const attempt = await compareBy(job, counted, chosenId)
    if (attempt.kind === 'compared') return attempt
    throw new ClavisError('input-invalid', await notUniqueMessage(job, chosenId, attempt), {
      hint: 'Choose another field as the identifier.',
    })
  }
  if (olds.records === 0 && news.records === 0)
    return {
      kind: 'compared',
      idPath: '',
      counts: {
        added: 0,
        gone: 0,
        changed: 0,
        same: 0,
        withoutIdBefore: 0,
        withoutIdAfter: 0,
        repeatedBefore: 0,
        repeatedAfter: 0,
      },
      changedPaths: [],
      completeness,
      crossed: { entered: 0, left: 0 },
    }
  const candidates = identifierCandidates(list, olds, news)
  const clear = candidates.filter(({ isClear }, _index, all) => isClear || all.length === 1)
  let reason: string | undefined
  for (const { path } of clear) {
    const attempt = await compareBy(job, counted, path)
    if (attempt.kind === 'compared') return attempt
    reason ??= await notUniqueMessage(job, path, attempt)
  }
  // What was just refused is not offered.
  const others = candidates.filter((candidate) => !clear.includes(candidate))
  return { kind: 'unclear', candidates: others.map(({ path }) => path), reason }
}

type Repeated = Extract<MatchOutcome, { kind: 'repeated' }>
type Attempt = ComparedDatasets | Repeated

/** @param counted number of records of each dataset when the comparison started; more may be loaded meanwhile */
async function compareBy(
  job: ComparisonJob,
  counted: { readonly before: number; readonly after: number },
  idPath: string,
): Promise<Attempt> {
  const { before, after, result, withRecord, filter, signal, onProgress } = job
  const parts = Math.max(1, Math.ceil(Math.max(counted.before, counted.after) / maxDigests))
  const total = (counted.before + counted.after) * parts
  const done = { before: 0, after: 0 }
  const matches: Extract<MatchOutcome, { kind: 'matched' }>['match'][] = []
  const withoutId = { before: 0, after: 0 }
  const repeated = { before: 0, after: 0 }
  // Records loaded during the comparison are ignored, so completeness is what it was at the start.
  const completeness = completenessNow(job)
  for (let part = 0; part < parts; part += 1) {
    const digest = async (side: 'before' | 'after'): ReturnType<RecordStore['digest']> => {
      const { store } = side === 'before' ? before : after
      const digested = await store.digest(idPath, { part, parts }, filter, {
        signal,
        onProgress: (looked) => {
          done[side] = counted[side] * part + looked
          onProgress(done.before + done.after, total)
        },
      })
      withoutId[side] += digested.withoutId
      return digested
    }
    const outcome = await result.match(...(await Promise.all([digest('before'), digest('after')])))
    if (outcome.kind === 'repeated') return outcome
    matches.push(outcome.match)
    repeated.before += outcome.repeatedBefore
    repeated.after += outcome.repeatedAfter
  }
  const counts = {
    added: 0,
    gone: 0,
    changed: 0,
    same: 0,
    withoutIdBefore: withoutId.before,
    withoutIdAfter: withoutId.after,
    repeatedBefore: repeated.before,
    repeatedAfter: repeated.after,
  }
  const crossed = { entered: 0, left: 0 }
  for (const { changedBefore, changedAfter, same, entered, left } of matches) {
    counts.same += same
    crossed.entered += entered
    crossed.left += left
    for (const [from, to] of batches(changedAfter.length)) {
      requireNotCancelled(signal)
      const [olds, news] = await Promise.all([
        before.store.texts(changedBefore.slice(from, to)),
        after.store.texts(changedAfter.slice(from, to)),
      ])
      const changed = await result.addDifferences({ change: 'changed', before: olds, after: news, withRecord }, idPath)
      counts.changed += changed
      counts.same += to - from - changed
    }
  }
  // The records stored so far are the changed ones.
  const changedPaths = (await result.columns()).map(({ path }) => path).filter((path) => !/^record(?:\.|$)/u.test(path))
  for (const { added, gone } of matches) {
    for (const [from, to] of batches(added.length)) {
      requireNotCancelled(signal)
      const texts = await after.store.texts(added.slice(from, to))
      counts.added += await result.addDifferences({ change: 'added', after: texts }, idPath)
    }
    for (const [from, to] of batches(gone.length)) {
      requireNotCancelled(signal)
      const texts = await before.store.texts(gone.slice(from, to))
      counts.gone += await result.addDifferences({ change: 'gone', before: texts }, idPath)
    }
  }
  return { kind: 'compared', idPath, counts, changedPaths, completeness, crossed }
}

function completenessNow({ before, after }: ComparisonJob): ComparedCompleteness {
  return { before: before.isComplete(), after: after.isComplete() }
}

function* batches(length: number): Generator<readonly [number, number]> {
  for (let from = 0; from < length; from += batch) yield [from, Math.min(length, from + batch)]
}

/** Names two records of one dataset that have the same identifier and differ. */
async function notUniqueMessage(
  { before, after }: ComparisonJob,
  idPath: string,
  { side, repeated }: Repeated,
): Promise<string> {
  const { first = 0, position = 0 } = repeated.example ?? {}
  const text = (await (side === 'before' ? before : after).store.record(position)) ?? ''
  const record = text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
  return `“${idPath}” does not tell records apart: records ${first + 1} and ${position + 1} of the ${
    side === 'before' ? 'earlier' : 'later'
  } list have the same value there and differ. Record ${position + 1}: ${record}`
}
