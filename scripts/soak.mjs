// `npm run test:soak`: checks the types with the compiler, which `npm test` doesn't, and runs extended tests.
import { ensureBuild, run } from './prepare.mjs'
import { inTestSession, prepareTests } from './test-session.mjs'

await prepareTests()
await ensureBuild()
const units = inTestSession(
  'vitest',
  'run',
  'electron/cli/killed-commands.test.ts',
  'electron/cli/profiles/many-profiles.test.ts',
  'electron/cli/several-commands.test.ts',
  'electron/cli/unreadable-state.test.ts',
  'electron/credentials/formats',
  'electron/credentials/import',
  'electron/credentials/recovery/killed-processes.test.ts',
  'electron/five-processes.test.ts',
  'electron/ipc/wall.test.ts',
  'electron/ipc/read-only-wall.test.ts',
  'electron/lists/any-use.test.ts',
  'electron/lists/comparison-service.test.ts',
  'electron/tokens/hostile-services.test.ts',
  'electron/records/export/record-export.test.ts',
  'electron/records/query/query-executor.test.ts',
  'electron/records/query/text-sort.test.ts',
  'electron/records/record-database.test.ts',
  'electron/records/record-store.test.ts',
  'electron/testing/longest-stall.test.ts',
)
const specs = inTestSession('playwright', 'test')
const types = run('tsc', ['--build'])
const tests = [units, specs].map(([program, args]) =>
  run(program, args, { env: { CLAVIS_SOAK: '1', CLAVIS_TEST_SESSION: '1' } }),
)
process.exit(Math.max(types, ...tests))
