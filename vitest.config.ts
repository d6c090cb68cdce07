import { defineConfig } from 'vitest/config'
import { enterTestSession } from './e2e/fixtures/runner-session.ts'

enterTestSession(['run', 'watch', 'dev', 'related'])

/** Tests that measure their own process: what another file left in its memory would count. */
const measuring = ['electron/tokens/hostile-services.test.ts', 'electron/testing/longest-stall.test.ts']
/** Measures time only, which depends on the machine. */
const soakOnly = process.env['CLAVIS_SOAK'] === '1' ? [] : ['electron/testing/longest-stall.test.ts']

/**
 * What `npm test` leaves to `npm run test:all`: tests that take long, and that a change seldom breaks without breaking
 * one of the others. Kills, outages, crowds of processes, other programs' formats and servers, large and hostile input.
 */
const restOnly = [
  'electron/backup/shifted-in-time.test.ts',
  'electron/cli/killed-commands.test.ts',
  'electron/cli/lists/interrupted-load.test.ts',
  'electron/cli/lists/one-writer.test.ts',
  'electron/cli/lists/outage.test.ts',
  'electron/cli/loaded-code.test.ts',
  'electron/cli/profiles/many-profiles.test.ts',
  'electron/cli/secrets-from.test.ts',
  'electron/cli/several-commands.test.ts',
  'electron/cli/terminal/tables-and-progress.test.ts',
  'electron/cli/tls-environment.test.ts',
  'electron/cli/tokens/bruno-script.test.ts',
  'electron/cli/tokens/exec.test.ts',
  'electron/cli/tokens/serve.test.ts',
  'electron/cli/watches/watch-run.test.ts',
  'electron/credentials/formats/read-material.test.ts',
  'electron/credentials/import/hostile-files.test.ts',
  'electron/credentials/recovery/killed-processes.test.ts',
  'electron/credentials/recovery/recovery-service.test.ts',
  'electron/full-disk.test.ts',
  'electron/http/company-network.test.ts',
  'electron/ipc/read-only-wall.test.ts',
  'electron/keychain/os-keychain.test.ts',
  'electron/lists/any-use.test.ts',
  'electron/lists/planted-records.test.ts',
  'electron/local-address/callers.test.ts',
  'electron/practice/lists/practice-records.test.ts',
  'electron/practice/practice-profiles.test.ts',
  'electron/records/export/opened-in-spreadsheet.test.ts',
  'electron/records/query/word-pattern.test.ts',
  'electron/tokens/code-samples.test.ts',
  'electron/tokens/every-flavor.test.ts',
  'electron/tokens/hostile-services.test.ts',
  'electron/tokens/oidc-provider.test.ts',
  'electron/window/electron-calls.test.ts',
  'e2e/host/start-again.test.ts',
]
/** `core` in `npm test`, `rest` in what is left of it; otherwise everything. */
const level = process.env['CLAVIS_TESTS']
const isRun = (file: string): boolean =>
  level === undefined || level === 'all' || restOnly.includes(file) === (level === 'rest')

export default defineConfig({
  test: {
    globalSetup: ['memory-folder', 'build-programs', 'prepare-keys'].map((name) => `electron/testing/${name}.ts`),
    // Twice the two cores: files spend a third of their time waiting for programs and time limits.
    maxWorkers: 4,
    // Of a file's concurrent tests: they mostly wait.
    maxConcurrency: 10,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared process',
          include: level === 'rest' ? [...restOnly] : ['{electron,renderer,shared,e2e,scripts}/**/*.test.ts'],
          exclude: [...measuring, ...(level === 'core' ? restOnly : [])],
          // Modules keep no state, so files can share a process and its compiled code.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'own process', include: measuring.filter(isRun), exclude: soakOnly } },
    ],
    // Time limits only end what hangs: a busy machine takes a minute for what takes a second alone.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 300_000 } },
    restoreMocks: true,
  },
})
