import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// The script itself, with apt-get and sudo that only note how they were called.

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clavis-packages-'))
  for (const name of ['apt-get', 'sudo']) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >> "${join(folder, 'calls')}"\n`)
    chmodSync(join(folder, name), 0o755)
  }
  writeFileSync(join(folder, 'calls'), '')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the calls that install something, what was said, and the exit code. */
function install({
  uid,
  typed,
  env = {},
}: {
  readonly uid: number
  /** What a person types on a terminal; undefined: there is none. */
  readonly typed?: string
  readonly env?: Readonly<Record<string, string>>
}): { readonly calls: string[]; readonly said: string; readonly code: number | null } {
  const module = new URL('../../scripts/system-packages.mjs', import.meta.url).href
  const source = join(folder, 'install.mjs')
  writeFileSync(
    source,
    `process.getuid = () => ${uid}
     const { installSystemPackages } = await import(${JSON.stringify(module)})
     installSystemPackages(['first-package', 'second-package'])`,
  )
  const { CI: _ci, ...inherited } = process.env
  const options = {
    env: { ...inherited, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}`, ...env },
    input: typed ?? '',
    timeout: 300_000,
  }
  const { stdout, stderr, status } =
    typed === undefined
      ? spawnSync(process.execPath, [source], options)
      : spawnSync('script', ['-qec', `'${process.execPath}' '${source}'`, '/dev/null'], options)
  const calls = readFileSync(join(folder, 'calls'), 'utf8').split('\n')
  return {
    calls: calls.filter((line) => line.includes('apt-get') && !line.endsWith('--version')),
    said: `${stdout.toString()}${stderr.toString()}`,
    code: status,
  }
}

const question = 'install them with sudo apt-get? [y/N]'
const names = 'first-package second-package'

test.runIf(process.platform === 'linux').each(['\n', 'n\n', 'later\n', '\u0004'])(
  'System packages: on a terminal, the answer %j installs nothing and prints the command',
  (typed) => {
    const { calls, said, code } = install({ uid: 1000, typed })
    expect(said).toContain(`these system packages are missing: ${names}`)
    expect(said).toContain(question)
    expect(said).toContain(`sudo apt-get install -y --no-install-recommends ${names}`)
    expect(calls).toEqual([])
    expect(code).toBe(1)
  },
)

test.runIf(process.platform === 'linux').each(['y\n', 'Yes\n'])(
  'System packages: on a terminal, the answer %j installs them with sudo',
  (typed) => {
    const { calls, said, code } = install({ uid: 1000, typed })
    expect(said.indexOf(question)).toBeLessThan(said.indexOf(`installing missing system packages: ${names}`))
    expect(calls[0]).toBe('sudo apt-get update -qq')
    expect(calls[1]).toBe(`sudo apt-get install -y -qq --no-install-recommends ${names}`)
    expect(code).toBe(0)
  },
)

test.runIf(process.platform === 'linux').each([
  ['without a terminal', { uid: 1000 }, 'sudo -n apt-get'],
  ['on a terminal of CI', { uid: 1000, typed: '', env: { CI: 'true' } }, 'sudo -n apt-get'],
  ['as root', { uid: 0 }, 'apt-get'],
  ['as root on a terminal', { uid: 0, typed: '' }, 'apt-get'],
])('System packages: are named and installed %s, without a question', (_where, how, program) => {
  const { calls, said, code } = install(how)
  expect(said).toContain(`installing missing system packages: ${names}`)
  expect(said).not.toContain(question)
  expect(calls).toEqual([`${program} update -qq`, `${program} install -y -qq --no-install-recommends ${names}`])
  expect(code).toBe(0)
})
