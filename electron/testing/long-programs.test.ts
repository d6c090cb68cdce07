import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('runLong: says how far a program is while it runs, and returns its exit code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clavis-long-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // The program ends once its progress was asked for.
  const program = `
    const { existsSync } = require('node:fs')
    setInterval(() => existsSync(${JSON.stringify(join(folder, 'asked'))}) && process.exit(7), 5)`
  const source = `
    import { writeFileSync } from 'node:fs'
    import { runLong } from ${JSON.stringify(new URL('../../scripts/prepare.mjs', import.meta.url).href)}
    const progress = () => {
      writeFileSync(${JSON.stringify(join(folder, 'asked'))}, '')
      return '3 of 5 packages'
    }
    const options = { progress, everyMs: 20, shell: false }
    process.exitCode = await runLong(process.execPath, ['-e', ${JSON.stringify(program)}], options)`
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source], { timeout: 300_000 })
  expect([status, stderr.toString()]).toEqual([7, expect.stringMatching(/^(?:clavis: … \d+ s 3 of 5 packages\n)+$/u)])
})
