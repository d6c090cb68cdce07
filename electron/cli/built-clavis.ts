import { runProcess } from './run-process.ts'

/** The built command line: its workers are built beside it. */
await runProcess({
  recordStoreWorker: new URL('./record-store-worker.js', import.meta.url),
  importWorker: new URL('./import-worker.js', import.meta.url),
})
