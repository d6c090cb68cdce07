// Reads the reports of the two test runners: how many tests passed and failed, and for each failure a line and the command that
// runs that test again.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from './prepare.mjs'

/** Columns of a failure's line. */
const lineWidth = 200

/** Reads Vitest's JSON report. A missing report counts as one failure. */
export function readUnitReport(file) {
  return readReport(file, ({ testResults, ...report }) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numFailedTestSuites * (report.numFailedTests === 0 ? 1 : 0),
    failures: testResults.flatMap(({ name: path, status, message, assertionResults }) => {
      const failed = assertionResults.filter((result) => result.status === 'failed')
      // A file that cannot be read, or whose set-up fails, has no failed test of its own.
      if (failed.length === 0) return status === 'failed' ? [failure(path, 'the file itself', message)] : []
      return failed.map(({ fullName, failureMessages }) =>
        failure(path, fullName, failureMessages[0], ` -t ${JSON.stringify(pattern(fullName))}`),
      )
    }),
  }))
}

/** Reads Playwright's JSON report. A missing report counts as one failure. */
export function readWindowReport(file) {
  return readReport(file, ({ stats, suites, errors = [] }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: countBy(suites.flatMap(skipsOf)),
    failures: [
      ...suites.flatMap(failuresOf),
      ...errors.map(({ message }) => failure(join(root, 'e2e', 'specs'), 'outside of a test', message)),
    ],
  }))
}

/** Counts the specs of Playwright's JSON report, or of a suite in it. */
export function countSpecs({ specs = [], suites = [] }) {
  return suites.reduce((sum, suite) => sum + countSpecs(suite), specs.length)
}

function readReport(file, read) {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    return { passed: 0, failed: 1, skipped: [], failures: [failure(file, 'no test report', error.message)] }
  }
}

/** Returns why specs of a Playwright suite, and of the suites in it, were skipped. */
function skipsOf({ specs = [], suites = [] }) {
  const skipped = specs
    .flatMap(({ tests }) => tests)
    .filter(({ status }) => status === 'skipped')
    .map(({ annotations = [] }) => annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given')
  return [...skipped, ...suites.flatMap(skipsOf)]
}

/** Counts how often each text occurs. */
function countBy(texts) {
  return [...new Set(texts)].map((text) => [text, texts.filter((each) => each === text).length])
}

/** Returns the failures of a Playwright suite and of the suites in it. */
function failuresOf({ specs = [], suites = [] }) {
  const failed = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) =>
        failure(
          join(root, 'e2e', 'specs', file),
          title,
          results.find(({ error }) => error !== undefined)?.error.message,
          `:${line}`,
        ),
      ),
  )
  return [...failed, ...suites.flatMap(failuresOf)]
}

/** @param which what follows the file name in the command that runs this test */
function failure(path, name, message = '', which = '') {
  const file = relative(root, path)
  const [first = ''] = stripVTControlCharacters(message).trim().split('\n')
  return { line: `${file} › ${name}: ${first}`.slice(0, lineWidth), again: `npm test -- ${file}${which}` }
}

/** Returns a test's name as a regular expression. */
function pattern(name) {
  return name.replace(/[$()*+.?[\\\]^{|}]/gu, '\\$&')
}
