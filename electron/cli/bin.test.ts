import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }

// Checks what the `clavis` command starts, in a copied checkout whose programs print their own name.

const root = join(import.meta.dirname, '..', '..')

let checkout: string
const file = (path: string): string => join(checkout, path)

const [built, source, setting] = ['out/main/clavis.js', 'electron/cli/clavis.ts', 'shared/model/setting.ts'] as const
const lock = '{}'

/** Sets a file's modification time, in seconds since the epoch. */
const writtenAt = (path: string, second: number): Promise<void> => utimes(file(path), second, second)

beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'clavis-bin-'))
  const says = (word: string): string => `console.log(${JSON.stringify(word)}, ...process.argv.slice(2))`
  const contents = {
    'package.json': '{"type":"module"}',
    'package-lock.json': lock,
    'node_modules/.cache/clavis/installed-lock': createHash('sha256').update(lock).digest('hex'),
    'electron.vite.config.ts': '',
    [built]: says('built'),
    [source]: `${says('sources')} as void`,
    [setting]: '',
    'out/.built': '',
  }
  for (const [path, content] of Object.entries(contents)) {
    await mkdir(dirname(file(path)), { recursive: true })
    await writeFile(file(path), content)
    await writtenAt(path, 1000)
  }
  await writtenAt('out/.built', 2000)
  await cp(join(root, 'scripts'), file('scripts'), { recursive: true })
})
afterEach(() => rm(checkout, { recursive: true }))

/** Runs the command as a shell does. @param path a link to the package's `bin` file */
async function run(path: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  return promisify(execFile)(path, args, { env: { ...process.env, PATH } })
}

describe.skipIf(process.platform === 'win32')('the command that the package names', () => {
  beforeEach(async () => {
    await mkdir(file('bin'))
    await symlink(file(packageFile.bin.clavis), file('bin/clavis'))
  })
  const clavis = (...args: string[]): ReturnType<typeof run> => run(file('bin/clavis'), ...args)

  test('bin/clavis: is executable and runs the build through a link', async () => {
    expect((await stat(join(root, packageFile.bin.clavis))).mode & 0o111).not.toBe(0)
    expect(await clavis('token', 'Acme CT')).toEqual({ stdout: 'built token Acme CT\n', stderr: '' })
  })

  test.each([
    ['a source changed since the build', () => writtenAt(setting, 3000)],
    ['the dependencies changed since the build', () => writtenAt('package-lock.json', 3000)],
    ['the build is incomplete', () => rm(file('out/.built'))],
    ['the command line is not in the build', () => rm(file(built))],
  ])('bin/clavis: runs the sources if %s', async (_why, change) => {
    await change()
    expect(await clavis('--help')).toEqual({ stdout: 'sources --help\n', stderr: '' })
  })

  test('bin/clavis: runs the build if only a test changed since', async () => {
    await writeFile(file('shared/model/setting.test.ts'), '')
    expect(await clavis('--help')).toEqual({ stdout: 'built --help\n', stderr: '' })
  })

  test('bin/clavis: starts the Node.js of the dependencies if it was started with one that is too old', async () => {
    await mkdir(file('node_modules/.bin'))
    await symlink(process.execPath, file('node_modules/.bin/node'))
    const older = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })"
    const hook = `data:text/javascript,${encodeURIComponent(older)}`
    await writeFile(file(built), 'console.log(process.versions.node, ...process.argv.slice(2)); process.exitCode = 77')
    await writtenAt(built, 1000)
    await expect(run(process.execPath, '--import', hook, file('bin/clavis'), 'token', 'Acme CT')).rejects.toMatchObject(
      {
        code: 77,
        stdout: `${process.versions.node} token Acme CT\n`,
        stderr: '',
      },
    )
  })

  test('bin/clavis: compares the lock file with the installed packages only after it was written again', async () => {
    await clavis()
    const seen = async (): Promise<number> => (await stat(file('node_modules/.cache/clavis/seen-lock'))).mtimeMs
    await writtenAt('node_modules/.cache/clavis/seen-lock', 1500)
    await clavis()
    expect(await seen()).toBe(1_500_000)
    await writtenAt('package-lock.json', 1200)
    await clavis()
    expect(await seen()).toBeGreaterThan(1_500_000)
  })
})
