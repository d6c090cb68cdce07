import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Returns what `npm test -- ARGS` runs. */
function chosen(...args: string[]): unknown {
  const module = new URL('../../scripts/chosen-tests.mjs', import.meta.url).href
  const source = `import { chosenTests } from ${JSON.stringify(module)}
    console.log(JSON.stringify(chosenTests(process.argv.slice(1))))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', source, '--', ...args])
  return JSON.parse(stdout.toString())
}

test('npm test: runs unit tests and window specs that are named together, with the options', () => {
  expect(chosen('a.test.ts', 'e2e/specs/b.spec.ts', '-t', 'a name')).toEqual({
    unit: ['a.test.ts', '-t', 'a name'],
    window: ['e2e/specs/b.spec.ts', '-g', 'a name'],
  })
  expect(chosen('e2e/specs/shell', '--repeat-each=4')).toEqual({ window: ['e2e/specs/shell', '--repeat-each=4'] })
  expect(chosen('electron/cli', 'shared')).toEqual({ unit: ['electron/cli', 'shared'] })
  expect(chosen('-t', 'a name')).toEqual({ unit: ['-t', 'a name'] })
})
