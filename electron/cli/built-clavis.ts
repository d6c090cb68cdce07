import { startWithNode } from '../keychain/keychain-process-start.ts'
import { runProcess } from './run-process.ts'

// Runs the built command line. Its workers are built into the same folder.
await runProcess({
  recordStoreWorker: new URL('./record-store-worker.js', import.meta.url),
  importWorker: new URL('./import-worker.js', import.meta.url),
  startKeychain: startWithNode(new URL('./keychain-process.js', import.meta.url)),
})
