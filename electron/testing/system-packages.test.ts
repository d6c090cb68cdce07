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

/** Runs `npm start` without a display. @param missing programs that are not installed */
function startWithoutDisplay(
  missing: readonly string[],
  path: string,
): { readonly said: string; readonly code: number | null } {
  const source = join(folder, 'start.mjs')
  writeFileSync(
    source,
    `import fs from 'node:fs'
     import { syncBuiltinESMExports } from 'node:module'
     const installed = ['/usr/bin/xvfb-run', '/usr/bin/xauth'].filter((file) => !${JSON.stringify(missing)}.includes(file))
     fs.existsSync = (file) => installed.includes(file)
     syncBuiltinESMExports()
     await import(${JSON.stringify(new URL('../../scripts/start.mjs', import.meta.url).href)})`,
  )
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, CLAVIS_RUNTIME: _runtime, ...env } = process.env
  const { stderr, status } = spawnSync(process.execPath, [source], { env: { ...env, PATH: path }, timeout: 300_000 })
  return { said: stderr.toString(), code: status }
}

test.runIf(process.platform === 'linux').each([
  [['/usr/bin/xvfb-run', '/usr/bin/xauth'], 'xvfb xauth'],
  [['/usr/bin/xvfb-run'], 'xvfb'],
  // Its package only recommends it, and xvfb-run ends without it.
  [['/usr/bin/xauth'], 'xauth'],
])(
  'npm start: without a display, names the packages that xvfb-run lacks and installs nothing, %j',
  (missing, packages) => {
    const { said, code } = startWithoutDisplay(missing, folder)
    expect(said.split('\n')).toEqual([
      'clavis: There is no display to open a window on.',
      `clavis: These system packages are missing: ${packages}.`,
      `clavis: Install them: sudo apt-get install -y --no-install-recommends ${packages}`,
      'clavis: Without a display, use xvfb-run -a npm start. The command line needs none: npm run --silent clavis -- --help',
      '',
    ])
    expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe('apt-get --version\n')
    expect(code).toBe(1)
  },
)

test.runIf(process.platform === 'linux')(
  'npm start: without a display, names the packages on a system without apt-get',
  () => {
    rmSync(join(folder, 'apt-get'))
    const { said } = startWithoutDisplay(['/usr/bin/xvfb-run'], folder)
    expect(said).toContain('These system packages are missing: xvfb.\n')
    expect(said).toContain('Install them with your system’s package manager.\n')
    expect(said).not.toContain('apt-get')
  },
)

test.runIf(process.platform === 'linux')('npm start: without a display, names no package where xvfb-run works', () => {
  expect(startWithoutDisplay([], folder).said).not.toMatch(/install/iu)
})
