import { runProcess } from './run-process.ts'

// Runs the built command line. Its workers are built into the same folder.
await runProcess({
  recordStoreWorker: new URL('./record-store-worker.js', import.meta.url),
  importWorker: new URL('./import-worker.js', import.meta.url),
})
