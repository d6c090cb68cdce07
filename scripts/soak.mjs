// `npm run test:soak`: the long forms of tests that `npm test` runs in short.
import { run } from './prepare.mjs'
import { inTestSession, prepareTests } from './test-session.mjs'

prepareTests()
const [program, args] = inTestSession(
  'vitest',
  'run',
  'electron/credentials/import',
  'electron/credentials/recovery/killed-processes.test.ts',
  'electron/records/record-store.test.ts',
)
process.exit(run(program, args, { env: { CLAVIS_SOAK: '1', CLAVIS_TEST_SESSION: '1' } }))
