// `npm run test:soak`: the types by the compiler that `npm test` leaves out, and the long forms of tests that it runs in short.
import { run } from './prepare.mjs'
import { inTestSession, prepareTests } from './test-session.mjs'

prepareTests()
const [program, args] = inTestSession(
  'vitest',
  'run',
  'electron/cli/profiles/many-profiles.test.ts',
  'electron/credentials/import',
  'electron/credentials/recovery/killed-processes.test.ts',
  'electron/oauth/hostile-services.test.ts',
  'electron/records/record-store.test.ts',
  'electron/testing/longest-stall.test.ts',
)
const types = run('tsc', ['--build'])
const tests = run(program, args, { env: { CLAVIS_SOAK: '1', CLAVIS_TEST_SESSION: '1' } })
process.exit(types === 0 ? tests : types)
