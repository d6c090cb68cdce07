import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServices, type TestServices } from '../testing/test-services.ts'
import { runCommand } from './testing/command-run.ts'

let services: TestServices

beforeEach(async () => {
  services = await startTestServices()
})
afterEach(() => services.end())

test('clavis completion bash: completes commands, options, their values and profiles', async () => {
  const { out, code } = await runCommand(services.folder, '', ['completion', 'bash'])
  expect(code).toBe(0)
  const folder = join(services.folder, 'bin')
  await mkdir(folder)
  await writeFile(join(folder, 'completion.bash'), out)
  await services.newProfile({ tokenUrl: 'https://auth.example.com/token', name: 'Acme live' })
  const names = (await runCommand(services.folder, '', ['completion', 'profiles'])).out
  expect(names).toBe('Acme live\n')
  await writeFile(join(folder, 'clavis'), `#!/bin/sh\necho '${names.trim()}'\n`, { mode: 0o700 })
  const complete = async (...words: string[]): Promise<string[]> => {
    const script = `source "$0/completion.bash"; COMP_WORDS=(clavis "$@"); COMP_CWORD=${words.length}; _clavis; printf '%s\\n' "\${COMPREPLY[@]}"`
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` }
    const { stdout } = await promisify(execFile)('bash', ['-c', script, folder, ...words], { env })
    return stdout.trim().split('\n')
  }
  expect(await complete('pro')).toEqual(['profile'])
  expect(await complete('key', 'cr')).toEqual(['create'])
  expect(await complete('key', 'create', 'Acme', '--bi')).toEqual(['--bits'])
  expect(await complete('list', 'Acme', 'report-')).toEqual(['report-configs'])
  expect(await complete('list', 'Acme', 'reports', '--format', 'p')).toEqual(['parquet'])
  expect(await complete('token', 'Ac')).toEqual([String.raw`Acme\ live`])
  expect(await complete('token', String.raw`Acme\ l`)).toEqual([String.raw`Acme\ live`])
  expect(await complete('key', 'create', '--bits', '')).toEqual(['2048', '3072', '4096'])
})

/** Tests with fish run where it is installed. */
const fish = ['/usr/bin/fish', '/usr/local/bin/fish', '/opt/homebrew/bin/fish'].find((path) => existsSync(path))

test.skipIf(fish === undefined)(
  'clavis completion fish: completes what belongs to the command, whatever its words mean elsewhere',
  async () => {
    const script = join(services.folder, 'clavis.fish')
    await writeFile(script, (await runCommand(services.folder, '', ['completion', 'fish'])).out)
    const complete = async (line: string): Promise<string[]> => {
      const source = 'function clavis; echo Acme live; end; source $argv[1]; complete -C $argv[2]'
      const { stdout } = await promisify(execFile)(fish ?? '', ['--no-config', '-c', source, script, line], {
        cwd: services.folder,
      })
      return stdout
        .split('\n')
        .flatMap((each) => each.split('\t')[0] ?? [])
        .filter((each) => each !== '')
    }
    expect(await complete('clavis key cr')).toEqual(['create'])
    expect(await complete('clavis key create --bits ')).toEqual(['2048', '3072', '4096'])
    expect(await complete('clavis certificate list ')).toEqual(['Acme live'])
    expect(await complete('clavis list x report-')).toEqual(['report-configs'])
    expect(await complete('clavis key create --js')).toEqual(['--json'])
    expect(await complete('clavis profile list ')).toEqual([])
  },
)

test('clavis completion: prints scripts for fish and zsh and refuses other shells', async () => {
  const forFish = (await runCommand(services.folder, '', ['completion', 'fish'])).out
  expect(forFish).toContain("complete -c clavis -n '__clavis_at \\'\\'' -fa token -d 'request an access token'")
  expect(forFish).toMatch(/__clavis_at \\' key create\\'' -l bits .* -xa '2048 3072 4096'/u)
  const forZsh = (await runCommand(services.folder, '', ['completion', 'zsh'])).out
  expect(forZsh).toMatch(/^autoload .*bashcompinit/mu)
  // To zsh, assigning these means another search path and other words to complete.
  expect(forZsh).not.toMatch(/\b(?:path|words|cdpath|fpath)=/u)
  expect(await runCommand(services.folder, '', ['completion', 'tcsh'])).toMatchObject({ code: 64 })
})
