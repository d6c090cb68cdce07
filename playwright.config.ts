import { defineConfig } from 'playwright/test'
import { enterTestSession } from './e2e/fixtures/runner-session.ts'

enterTestSession(['test'])

/** Runs the specs that only the soak runs, too. */
const isSoak = process.env['CLAVIS_SOAK'] === '1' || process.env['CLAVIS_PICTURES'] === '1'
/**
 * Set by scripts/test.mjs. `npm test` runs the core: specs with the tag `@core`, one or two for each screen and for each
 * promise of SECURITY.md, which a change most often breaks. `npm run test:all` runs the rest, too.
 */
const level = process.env['CLAVIS_TESTS']
const jsonReport = process.env['CLAVIS_E2E_JSON']

export default defineConfig({
  testDir: 'e2e/specs',
  testMatch: '**/*.spec.ts',
  ...(level === 'core' && { grep: /@core/u }),
  grepInvert: [...(isSoak ? [] : [/@soak/u]), ...(level === 'rest' ? [/@core/u] : [])],
  outputDir: 'e2e/results/window',
  // One more than the two cores, because a spec waits for its window a quarter of the time.
  workers: 3,
  retries: 0,
  // Time limits only end what hangs, as in the unit tests.
  timeout: 600_000,
  expect: { timeout: 300_000 },
  reporter: [['list'], ...(jsonReport === undefined ? [] : [['json', { outputFile: jsonReport }] as const])],
  use: { trace: 'retain-on-failure' },
})
