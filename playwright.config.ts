import { defineConfig } from 'playwright/test'
import { enterTestSession } from './e2e/fixtures/runner-session.ts'

enterTestSession(['test'])

const jsonReport = process.env['CLAVIS_E2E_JSON']

export default defineConfig({
  testDir: 'e2e/specs',
  testMatch: '**/*.spec.ts',
  outputDir: 'e2e/results/window',
  // Two cores: more windows at once only wait for each other.
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ...(jsonReport === undefined ? [] : [['json', { outputFile: jsonReport }] as const])],
  use: { trace: 'retain-on-failure' },
})
