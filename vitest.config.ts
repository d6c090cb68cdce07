import { defineConfig } from 'vitest/config'
import { enterTestSession } from './e2e/fixtures/runner-session.ts'

enterTestSession(['run', 'watch', 'dev', 'related'])

/** Tests that measure their own process: what another file left in its memory would count. */
const measuring = ['electron/tokens/hostile-services.test.ts', 'electron/testing/longest-stall.test.ts']
/** Measures time only, which depends on the machine. */
const soakOnly = process.env['CLAVIS_SOAK'] === '1' ? [] : ['electron/testing/longest-stall.test.ts']

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
          include: ['{electron,renderer,shared,e2e,scripts}/**/*.test.ts'],
          exclude: measuring,
          // Modules keep no state, so files can share a process and its compiled code.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'own process', include: measuring, exclude: soakOnly } },
    ],
    // Time limits only end what hangs: a busy machine takes a minute for what takes a second alone.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 300_000 } },
    restoreMocks: true,
  },
})
