// `npm test`: everything that must pass. A line for each step while it runs; at the end what failed, how to run it again, and
// how long each step took. `npm test -- FILES [-t NAME]` runs some files, or one test, the same way.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { compileCache } from './checkout.mjs'
import { chosenTests } from './chosen-tests.mjs'
import { ensureBuild, root, run, say, start } from './prepare.mjs'
import { readUnitReport, readWindowReport } from './test-reports.mjs'
import { inTestSession, prepareTests } from './test-session.mjs'

const startedAt = Date.now()
await prepareTests()

/**
 * Shares Node's compile cache between processes, because tests start the command line and the app hundreds of times.
 */
const environment = { CLAVIS_TEST_SESSION: '1', NODE_COMPILE_CACHE: compileCache }

const chosen = process.argv.slice(2)
if (chosen.length > 0) process.exit(await runChosen(chosen))

/** Runs the tests that were named and returns the exit code. */
async function runChosen(args) {
  const { unit, window } = chosenTests(args)
  if (window !== undefined) await ensureBuild()
  const runs = [
    ...(unit === undefined ? [] : [['vitest', 'run', ...unit]]),
    ...(window === undefined ? [] : [['playwright', 'test', ...window]]),
  ].map((command) => {
    const [program, given] = inTestSession(...command)
    return run(program, given, { env: environment })
  })
  return Math.max(...runs)
}

const results = join(root, 'e2e', 'results')
const unitReport = join(results, 'unit.json')
const windowReport = join(results, 'window.json')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

/** Two columns of checks run at the same time; both take about as long. The linter checks the types, too. */
const checks = [['check:lint'], ['check:format', 'build', 'check:imports', 'check:unused']]

/** The test runners have the machine to themselves, one after the other. */
const runners = [
  {
    name: 'unit tests',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
  },
  { name: 'window specs', command: ['playwright', 'test'] },
]

const steps = []
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(0)} s`

/** Runs one step and says when it starts and how it ends. `execute` returns an exit code. */
async function runStep(name, again, execute) {
  say(`${name} …`)
  const since = Date.now()
  const passed = (await execute()) === 0
  steps.push({ name, again, passed, time: seconds(since) })
  say(`${name}: ${passed ? 'passed' : 'FAILED'} in ${seconds(since)}`)
}

/** Runs a check and prints its output when it has ended, so that two outputs don't mix. */
function runCheck(script) {
  return new Promise((resolve, reject) => {
    const child = start('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output))
      resolve(code ?? 1)
    })
  })
}

await Promise.all(
  checks.map(async (column) => {
    for (const script of column) await runStep(script, `npm run ${script}`, () => runCheck(script))
  }),
)
for (const { name, command } of runners)
  await runStep(name, undefined, () => {
    const [program, args] = inTestSession(...command)
    return run(program, args, { env: { ...environment, CLAVIS_E2E_JSON: windowReport } })
  })

/** How many failures the end of the log shows. */
const shownFailures = 12

const unit = readUnitReport(unitReport)
const window = readWindowReport(windowReport)
const failures = [...unit.failures, ...window.failures]
const failedChecks = steps.filter(({ passed, again }) => !passed && again !== undefined)

process.stdout.write('\n')
for (const { line, again } of failures.slice(0, shownFailures))
  process.stdout.write(`FAILED  ${line}\n        run it again: ${again}\n`)
if (failures.length > shownFailures) process.stdout.write(`FAILED  and ${failures.length - shownFailures} more\n`)
for (const { name, again } of failedChecks) process.stdout.write(`FAILED  ${name}\n        run it again: ${again}\n`)
for (const [reason, count] of window.skipped) process.stdout.write(`skipped  ${count} window specs: ${reason}\n`)
for (const { name, passed, time } of steps)
  process.stdout.write(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(14)} ${time.padStart(6)}\n`)
process.stdout.write(`${((Date.now() - startedAt) / 60_000).toFixed(1)} minutes in total\n`)
process.stdout.write(
  `${unit.passed + window.passed} passed, ${unit.failed + window.failed + failedChecks.length} failed\n`,
)
process.exit(steps.every(({ passed }) => passed) && failures.length === 0 ? 0 : 1)
