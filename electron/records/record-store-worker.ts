import { Buffer } from 'node:buffer'
import { parentPort, workerData } from 'node:worker_threads'
import { ClavisError, type ErrorValue } from '../../shared/model/error.ts'
import { packRows } from '../../shared/model/packed-rows.ts'
import { diskFailure, systemErrorCode } from '../files/disk-failure.ts'
import { RunningAnalyses } from './statistics/running-analyses.ts'
import { differencesPage, type RecordTexts } from './diff/difference-page.ts'
import { matchDigests } from './diff/digest-join.ts'
import { digestRecords, type RecordDigest } from './diff/record-digest.ts'
import { appendRecords } from './export/append-export.ts'
import type { JobControl } from '../scheduling/cancellation.ts'
import { ValueSearches } from './links/value-search.ts'
import { RecordDatabase } from './record-database.ts'
import { PageBuffer } from './storage/record-file.ts'
import type {
  AnalysisProgress,
  ReadColumns,
  RecordStoreAnswer,
  RecordStoreMessage,
  RecordStoreProgress,
  RecordStoreQuestion,
  RestoredRecords,
  RecordStoreStart,
} from './record-store-messages.ts'
import { SeenCursors } from './pages/seen-cursors.ts'

// The worker thread of one run: it owns the run’s file. What takes long, a view, an export or an analysis, lets others in between.

const start = workerData as RecordStoreStart
/** @throws what kept the file from being opened: every question is answered with that */
const opened = openFile()
/** What a page's parts are joined in. */
const pageMemory = new PageBuffer()
/** The long pieces of work under way, by the id of their question. */
const jobs = new Map<number, { readonly abort: AbortController; readonly ended: Promise<unknown> }>()

interface OpenedFile {
  readonly database: RecordDatabase
  readonly analyses: RunningAnalyses
  readonly searches: ValueSearches
}

function openFile(): () => OpenedFile {
  try {
    const database = new RecordDatabase(start.file, start)
    const analyses = new RunningAnalyses(database, {
      language: start.language,
      onProgress: (analysisId, records) => parentPort?.postMessage({ analysisId, records } satisfies AnalysisProgress),
      now: () => performance.now(),
    })
    const file = { database, analyses, searches: new ValueSearches(database) }
    return () => file
  } catch (error) {
    const fault = errorOf(error, 'read')
    return () => {
      throw ClavisError.fromValue(fault)
    }
  }
}

async function answer(question: RecordStoreQuestion): Promise<unknown> {
  const { database, analyses, searches } = opened()
  switch (question.call) {
    case 'addPage':
      return database.addPage(joined(question.input.parts), question.input.replacesLast)
    case 'columns':
      return database.columns()
    case 'readColumns':
      return { columns: database.columns(), records: database.records } satisfies ReadColumns
    case 'rows': {
      const { view, offset, limit, paths, freshness } = question.input
      return packRows(await database.rows(view, offset, limit, paths, freshness))
    }
    case 'rowOf':
      return database.rowOf(question.input.view, question.input.position, question.input.freshness)
    case 'commonValues':
      return database.commonValues(question.input.path, question.input.beginning)
    case 'record': {
      const bytes = database.bytes(question.input.position)
      return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8')
    }
    case 'exportTo': {
      const { chosen, options, path } = question.input
      return doJob(question.id, async (control) => {
        // What it brings along is large, and most lists are never saved: they should not wait for it to begin.
        const { exportRecords } = await import('./export/record-export.ts')
        return exportRecords({ records: database, chosen, options, path, ...control })
      })
    }
    case 'profileColumns': {
      const { analysisId, view, paths, timeZone } = question.input
      return analyses.profileColumns(analysisId, view, { paths, timeZone })
    }
    case 'chart':
      return analyses.chart(question.input.analysisId, question.input.view, question.input.question)
    case 'cancelAnalysis':
      analyses.cancel(question.input.analysisId)
      return undefined
    case 'findValues':
      return searches.find(question.input.searchId, question.input.values, question.input.paths)
    case 'cancelSearch':
      searches.cancel(question.input.searchId)
      return undefined
    case 'append':
      return appendRecords(database, question.input.path, question.input.from, question.input.until)
    case 'restored':
      return {
        pages: database.pages,
        records: database.records,
        recordsBeforeLast: database.recordsBeforeLast,
        recordMember: database.recordMember,
        columns: database.columns(),
        envelopeBeforeLast: database.envelope(database.pages - 2),
        lastEnvelope: database.envelope(database.pages - 1),
        seen: seenBeforeLast(database),
      } satisfies RestoredRecords
    case 'sync':
      database.sync()
      return undefined
    case 'digest': {
      const { idPath, ...part } = question.input
      return doJob(question.id, (control) => digestRecords(database, idPath, part, control))
    }
    case 'texts':
      return textsAt(database, question.input.positions)
    case 'match':
      return matchDigests(question.input.before, question.input.after)
    case 'addDifferences': {
      const { body, count } = differencesPage(question.input.records, question.input.idPath)
      if (count > 0) database.addPage(body, false)
      return count
    }
    case 'close': {
      for (const { abort } of jobs.values()) abort.abort(gone())
      await Promise.allSettled([...[...jobs.values()].map(({ ended }) => ended), analyses.end(), searches.end()])
      database.close(gone())
      return undefined
    }
  }
}

/** A page in one piece: in the same memory for each, as nothing of it is kept. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  const body = pageMemory.take(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    body.set(part, at)
    at += part.length
  }
  return body
}

/** The cursors that the pages before the last have named. */
function seenBeforeLast(database: RecordDatabase): string[] {
  const seen = new SeenCursors()
  for (let page = 0; page < database.pages - 1; page += 1) {
    const next = database.envelope(page)?.next
    if (next?.kind === 'cursor') seen.add(next.cursor)
  }
  return seen.marks()
}

function textsAt(database: RecordDatabase, positions: Uint32Array): RecordTexts {
  const texts = Array.from(positions, (position) => database.bytes(position) ?? new Uint8Array())
  const ends = new Uint32Array(texts.length)
  let end = 0
  for (const [index, { length }] of texts.entries()) ends[index] = end += length
  const bytes = new Uint8Array(end)
  for (const [index, text] of texts.entries()) bytes.set(text, (ends[index] ?? 0) - text.length)
  return { bytes, ends }
}

/** Does what takes long: others are answered in between, and it may be cancelled. */
async function doJob<T>(id: number, work: (control: JobControl) => Promise<T>): Promise<T> {
  const abort = new AbortController()
  const ended = work({
    signal: abort.signal,
    onProgress: (done, total) => parentPort?.postMessage({ id, done, total } satisfies RecordStoreProgress),
  })
  jobs.set(id, { abort, ended })
  try {
    return await ended
  } finally {
    jobs.delete(id)
  }
}

/** The memory of large answers, which is handed over instead of being copied. */
function handedOver({ call }: RecordStoreQuestion, value: unknown): ArrayBuffer[] {
  switch (call) {
    case 'digest': {
      const { keys, contents, positions } = value as RecordDigest
      return [keys.buffer, contents.buffer, positions.buffer]
    }
    case 'texts':
      return [(value as RecordTexts).bytes.buffer]
    default:
      return []
  }
}

function gone(): ClavisError {
  return new ClavisError('list-run-gone', 'The list was closed while it was being saved, so no file was written.', {
    hint: 'Open the list again and save it once more.',
  })
}

function errorOf(error: unknown, action: 'saved' | 'read' = 'saved'): ErrorValue {
  if (error instanceof ClavisError) return error.toValue()
  if (/^E[A-Z0-9]+$/u.test(systemErrorCode(error) ?? '')) return diskFailure(error, start.file, action).toValue()
  const words = error instanceof Error ? error.message : String(error)
  return new ClavisError('internal-fault', `The record store failed: ${words}`, {
    hint: 'Start the list again from its first page.',
  }).toValue()
}

parentPort?.on('message', (question: RecordStoreMessage) => {
  if ('cancel' in question) {
    jobs.get(question.cancel)?.abort.abort(new ClavisError('list-cancelled', 'It was cancelled.'))
    return
  }
  const reply = (message: RecordStoreAnswer, transfer: readonly ArrayBuffer[] = []): void =>
    parentPort?.postMessage(message, transfer)
  answer(question).then(
    (value) => reply({ id: question.id, ok: true, value }, handedOver(question, value)),
    (error: unknown) => reply({ id: question.id, ok: false, error: errorOf(error) }),
  )
})
