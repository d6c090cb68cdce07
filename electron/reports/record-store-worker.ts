import { Buffer } from 'node:buffer'
import { parentPort, workerData } from 'node:worker_threads'
import { ClavisError, type ErrorValue } from '../../shared/model/error.ts'
import { diskFailure, systemErrorCode } from '../files/disk-failure.ts'
import { RunningAnalyses } from './analysis/running-analyses.ts'
import { exportRecords } from './export/record-export.ts'
import { ValueSearches } from './links/value-search.ts'
import { RecordDatabase } from './record-database.ts'
import type {
  AnalysisProgress,
  RecordStoreAnswer,
  RecordStoreQuestion,
  RecordStoreStart,
} from './record-store-messages.ts'

// The worker thread of one run: it owns the run’s file. What takes long, a view, an export or an analysis, lets others in between.

const start = workerData as RecordStoreStart
const database = new RecordDatabase(start.file, start)

const closing = new AbortController()
const exports = new Set<Promise<number>>()
const analyses = new RunningAnalyses(database, {
  language: start.language,
  onProgress: (analysisId, records) => parentPort?.postMessage({ analysisId, records } satisfies AnalysisProgress),
  now: () => performance.now(),
})
const searches = new ValueSearches(database)

async function answer(question: RecordStoreQuestion): Promise<unknown> {
  switch (question.call) {
    case 'addPage':
      return database.addPage(new Uint8Array(question.input.body), question.input.replacesLast)
    case 'columns':
      return database.columns()
    case 'rows': {
      const { view, offset, limit, paths, freshness } = question.input
      return database.rows(view, offset, limit, paths, freshness)
    }
    case 'commonValues':
      return database.commonValues(question.input.path, question.input.beginning)
    case 'record': {
      const bytes = database.bytes(question.input.position)
      return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8')
    }
    case 'exportTo': {
      const { view, format, path } = question.input
      const saving = exportRecords(database, view, format, path, closing.signal)
      exports.add(saving)
      return saving.finally(() => exports.delete(saving))
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
    case 'close':
      closing.abort(gone())
      await Promise.allSettled([...exports, analyses.end(), searches.end()])
      database.close(gone())
      return undefined
  }
}

function gone(): ClavisError {
  return new ClavisError('list-run-gone', 'The list was closed while it was being saved, so no file was written.', {
    hint: 'Open the list again and save it once more.',
  })
}

function errorOf(error: unknown): ErrorValue {
  if (error instanceof ClavisError) return error.toValue()
  if (/^E[A-Z0-9]+$/u.test(systemErrorCode(error) ?? '')) return diskFailure(error, start.file, 'saved').toValue()
  const words = error instanceof Error ? error.message : String(error)
  return new ClavisError('internal-fault', `The record store failed: ${words}`, {
    hint: 'Start the list again from its first page.',
  }).toValue()
}

parentPort?.on('message', (question: RecordStoreQuestion) => {
  const reply = (message: RecordStoreAnswer): void => parentPort?.postMessage(message)
  answer(question).then(
    (value) => reply({ id: question.id, ok: true, value }),
    (error: unknown) => reply({ id: question.id, ok: false, error: errorOf(error) }),
  )
})
