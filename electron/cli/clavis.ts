import { startWithNode } from '../keychain/keychain-process-start.ts'
import { runProcess } from './run-process.ts'

// Runs the command line from its sources: `node electron/cli/clavis.ts ARGS`.
await runProcess({
  recordStoreWorker: new URL('../records/record-store-worker.ts', import.meta.url),
  importWorker: new URL('../credentials/import/import-worker.ts', import.meta.url),
  startKeychain: startWithNode(new URL('../keychain/keychain-process.ts', import.meta.url)),
})
