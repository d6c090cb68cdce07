import { tlsEnvironment } from '../start-environment.ts'
import { endProcess } from './process-end.ts'
import { runCommandLine } from './run.ts'

/** The command line in plain Node: `node electron/cli/clavis.ts ARGS`. */
const { env, platform, stdin, stdout, stderr } = process
const end = await runCommandLine(process.argv.slice(2), {
  env,
  platform,
  stdin,
  stdout,
  stderr,
  tlsEnvironment,
  recordStoreWorker: new URL('../records/record-store-worker.ts', import.meta.url),
  importWorker: new URL('../credentials/import/import-worker.ts', import.meta.url),
})
endProcess(end, (code) => {
  process.exitCode = code
})
