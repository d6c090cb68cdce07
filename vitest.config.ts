import { defineConfig } from 'vitest/config'
import { enterTestSession } from './e2e/fixtures/runner-session.ts'

enterTestSession(['run', 'watch', 'dev', 'related'])

export default defineConfig({
  test: {
    include: ['{electron,renderer,shared,e2e}/**/*.test.ts'],
    globalSetup: ['electron/testing/build-programs.ts', 'electron/testing/prepare-keys.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes when it comes: a second is short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    // Two cores: more workers only wait for each other.
    maxWorkers: 2,
    restoreMocks: true,
  },
})
