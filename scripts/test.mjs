// `npm test`: everything that must pass, with a summary at the end: what failed and why, each step, and one line in all.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureDependencies, ensureSystemPackages, findNode, root, run, say, start } from './prepare.mjs'

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
  'gnumeric',
  'libsecret-tools',
  'curl',
])

const results = join(root, 'e2e', 'results')
const unitResults = join(results, 'unit.json')
const windowResults = join(results, 'window.json')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

/**
 * What Node makes of the sources (types taken out, code compiled) is kept over its processes: tests start the command line
 * and the app some hundreds of times.
 */
const nodeCache = join(root, 'node_modules', '.cache', 'node')

/** Runs a program in a private D-Bus session with a real, unlocked keyring of its own. */
const withKeyring = (...command) => ['bash', ['e2e/fixtures/with-keyring.sh', ...command]]
const npmScript = (name) => ['npm', ['run', '--silent', name]]

/** Checks that need nothing of each other: two columns, side by side, of about the same length. */
const checks = [
  [['lint', ...npmScript('check:lint')]],
  [
    ['types', ...npmScript('check:types')],
    ['format', ...npmScript('check:format')],
    ['import rules', ...npmScript('check:imports')],
    ['unused code', ...npmScript('check:unused')],
    ['build', ...npmScript('build')],
  ],
]

/** Tests have the machine to themselves, one runner after the other. */
const tests = [
  [
    'unit tests',
    ...withKeyring('vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitResults}`),
  ],
  ['end to end', ...withKeyring('playwright', 'test')],
]

const outcomes = []

async function runStep([name, program, args], execute) {
  const began = Date.now()
  const passed = (await execute(name, program, args)) === 0
  outcomes.push({ name, passed, seconds: (Date.now() - began) / 1000 })
}

/** Runs a program and shows what it says once it has ended, so that two at a time do not speak across each other. */
function runSilently(name, program, args) {
  return new Promise((resolve, reject) => {
    const child = start(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      say(`— ${name}`)
      process.stdout.write(Buffer.concat(said))
      resolve(code ?? 1)
    })
  })
}

function runAloud(name, program, args) {
  say(`— ${name}`)
  return run(program, args, { env: { CLAVIS_E2E_JSON: windowResults, NODE_COMPILE_CACHE: nodeCache } })
}

await Promise.all(
  checks.map(async (column) => {
    for (const step of column) await runStep(step, runSilently)
  }),
)
for (const step of tests) await runStep(step, runAloud)

/** Reads a runner's report; a report that is not there counts as one failure. */
function findings(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    return { passed: 0, failed: 1, failures: [`no test report in ${file}: ${error.message}`] }
  }
}

/** How many failures are told at the end: whoever sees only a log's last lines sees these. */
const shownFailures = 12

/** Columns of a line that tells of a failure. */
const lineWidth = 200

/** A test's name and the first line of what went wrong, without colours. */
function failureLine(where, name, message = '') {
  const [first = ''] = stripVTControlCharacters(message).trim().split('\n')
  return `${relative(root, where)} › ${name}: ${first}`.slice(0, lineWidth)
}

const unit = findings(unitResults, ({ testResults, ...report }) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numFailedTestSuites * (report.numFailedTests === 0 ? 1 : 0),
  failures: testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed')
    // A file that cannot be read, or whose preparation fails, has no test of its own that failed.
    if (failed.length === 0) return status === 'failed' ? [failureLine(file, 'the file itself', message)] : []
    return failed.map(({ fullName, failureMessages }) => failureLine(file, fullName, failureMessages[0]))
  }),
}))

/** Every test of a window report's suite that did not pass at once. */
function failuresOf({ specs = [], suites = [] }) {
  const failed = specs.flatMap(({ file, title, tests: runs }) =>
    runs
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results: tries }) =>
        failureLine(
          join(root, 'e2e', 'specs', file),
          title,
          tries.find(({ error }) => error !== undefined)?.error.message,
        ),
      ),
  )
  return [...failed, ...suites.flatMap(failuresOf)]
}

const window = findings(windowResults, ({ stats, suites, errors = [] }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  failures: [
    ...suites.flatMap(failuresOf),
    ...errors.map(({ message }) => failureLine(join(root, 'e2e', 'specs'), 'outside of a test', message)),
  ],
}))
const failedSteps = outcomes.filter(({ passed }) => !passed)

process.stdout.write('\n')
const failures = [...unit.failures, ...window.failures]
for (const line of failures.slice(0, shownFailures)) process.stdout.write(`FAILED  ${line}\n`)
if (failures.length > shownFailures) process.stdout.write(`FAILED  and ${failures.length - shownFailures} more\n`)
for (const { name, passed, seconds } of outcomes)
  process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(14)} ${seconds.toFixed(0).padStart(4)} s\n`)
process.stdout.write(`${((Date.now() - started) / 60_000).toFixed(1)} minutes in all\n`)
const failedTests = unit.failed + window.failed
const failedChecks = failedSteps.filter(({ name }) => !['unit tests', 'end to end'].includes(name)).length
process.stdout.write(`${unit.passed + window.passed} passed, ${failedTests + failedChecks} failed\n`)
process.exit(failedSteps.length === 0 && failedTests === 0 ? 0 : 1)
