// `npm test`: everything that must pass, one after the other, with a summary at the end.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureDependencies, ensureSystemPackages, findNode, root, run, say } from './prepare.mjs'

const started = Date.now()
ensureDependencies()
findNode()
ensureSystemPackages([
  'chromium',
  'libsecret-1-0',
  'gnome-keyring',
  'dbus',
  'openssl',
  'gnutls-bin',
  'libsecret-tools',
  'curl',
])

const results = join(root, 'e2e', 'results')
const unitResults = join(results, 'unit.json')
const windowResults = join(results, 'window.json')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

/** Runs a program in a private D-Bus session with a real, unlocked keyring of its own. */
const withKeyring = (...command) => ['bash', ['e2e/fixtures/with-keyring.sh', ...command]]

const steps = [
  ['types', 'npm', ['run', '--silent', 'check:types']],
  ['lint', 'npm', ['run', '--silent', 'check:lint']],
  ['format', 'npm', ['run', '--silent', 'check:format']],
  ['import rules', 'npm', ['run', '--silent', 'check:imports']],
  ['unused code', 'npm', ['run', '--silent', 'check:unused']],
  ['build', 'npm', ['run', '--silent', 'build']],
  [
    'unit tests',
    ...withKeyring('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitResults}`),
  ],
  ['end to end', ...withKeyring('playwright', 'test')],
]

const outcomes = []
for (const [name, program, args] of steps) {
  say(`— ${name}`)
  const began = Date.now()
  const passed = run(program, args, { env: { CLAVIS_E2E_JSON: windowResults } }) === 0
  outcomes.push({ name, passed, seconds: (Date.now() - began) / 1000 })
}

/** Reads a runner's report; a report that is not there counts as one failure. */
function counts(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    say(`no test report in ${file}: ${error.message}`)
    return { passed: 0, failed: 1 }
  }
}
const unit = counts(unitResults, (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numFailedTestSuites * (report.numFailedTests === 0 ? 1 : 0),
}))
const window = counts(windowResults, ({ stats }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
}))
const failedSteps = outcomes.filter(({ passed }) => !passed)

process.stdout.write('\n')
for (const { name, passed, seconds } of outcomes)
  process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(14)} ${seconds.toFixed(0).padStart(4)} s\n`)
process.stdout.write(`${((Date.now() - started) / 60_000).toFixed(1)} minutes in all\n`)
const failedTests = unit.failed + window.failed
const failedChecks = failedSteps.filter(({ name }) => !['unit tests', 'end to end'].includes(name)).length
process.stdout.write(`${unit.passed + window.passed} passed, ${failedTests + failedChecks} failed\n`)
process.exit(failedSteps.length === 0 && failedTests === 0 ? 0 : 1)
