// `npm test`: checks, build, most unit tests, and the window specs that a change most often breaks. `npm run test:all` (`--all`):
// everything that must pass. With `--rest`, only what `npm test`, which has just run, left out; the counts are of both.
// A line for each step while it runs; at the end what failed, how to run it again, and how long each step took.
// `npm test -- FILES [-t NAME]` runs some files, or one test, the same way.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileCache } from './checkout.mjs'
import { chosenTests } from './chosen-tests.mjs'
import { ensureBuild, giveUp, root, run, say, start } from './prepare.mjs'
import { countSpecs, readUnitReport, readWindowReport } from './test-reports.mjs'
import { inTestSession, prepareTests } from './test-session.mjs'

const startedAt = Date.now()
await prepareTests()

/**
 * Shares Node's compile cache between processes, because tests start the command line and the app hundreds of times.
 */
const environment = { CLAVIS_TEST_SESSION: '1', CLAVIS_TESTS: 'all', NODE_COMPILE_CACHE: compileCache }

const options = ['--all', '--rest']
const chosen = process.argv.slice(2).filter((argument) => !options.includes(argument))
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

const isRest = process.argv.includes('--rest')
/** What vitest.config.ts and playwright.config.ts choose. */
const level = isRest ? 'rest' : process.argv.includes('--all') ? 'all' : 'core'

const results = join(root, 'e2e', 'results')
const unitReport = join(results, 'unit.json')
const windowReport = join(results, 'window.json')
/** How many tests of `npm test` passed, for `--rest`, which removes it: it can be counted once only. */
const coreReport = join(results, 'core.json')
const passedBefore = isRest ? takeCoreReport() : 0
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

function takeCoreReport() {
  if (!existsSync(coreReport))
    giveUp('npm test has not passed just before.', 'Run npm test first, or npm run test:all without --rest.')
  return JSON.parse(readFileSync(coreReport, 'utf8')).passed
}

/** Two columns of checks run at the same time; both take about as long. The linter checks the types, too. */
const checks = isRest ? [] : [['check:lint'], ['check:format', 'build', 'check:imports', 'check:unused']]

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

/** Returns what `npm test` leaves out, in words. */
async function leftOut() {
  const [specs, files] = await Promise.all(
    [
      ['playwright', ['test', '--list', '--reporter=json']],
      ['vitest', ['list', '--filesOnly', '--json']],
    ].map(async ([program, args]) => {
      const child = start(program, args, {
        stdio: ['ignore', 'pipe', 2],
        env: { CLAVIS_TEST_SESSION: '1', CLAVIS_TESTS: 'rest' },
      })
      return JSON.parse(await child.stdout.reduce((text, chunk) => text + chunk, ''))
    }),
  )
  return `${countSpecs(specs)} window specs and ${files.length} files of unit tests`
}

const [rest] = await Promise.all([
  // A file that can't be read fails the checks and the runners, which name it.
  level === 'core' ? leftOut().catch(() => 'Other window specs and unit tests') : undefined,
  ...checks.map(async (column) => {
    for (const script of column) await runStep(script, `npm run ${script}`, () => runCheck(script))
  }),
])
for (const { name, command } of runners)
  await runStep(name, undefined, () => {
    const [program, args] = inTestSession(...command)
    return run(program, args, { env: { ...environment, CLAVIS_TESTS: level, CLAVIS_E2E_JSON: windowReport } })
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
if (rest !== undefined) process.stdout.write(`${rest} run with npm run test:all only\n`)
if (isRest) process.stdout.write(`${passedBefore} passed in npm test before\n`)
const passed = passedBefore + unit.passed + window.passed
const isGreen = steps.every((step) => step.passed) && failures.length === 0
if (isGreen && level === 'core') writeFileSync(coreReport, JSON.stringify({ passed }))
process.stdout.write(`${passed} passed, ${unit.failed + window.failed + failedChecks.length} failed\n`)
process.exit(isGreen ? 0 : 1)
