import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'
import { runCommand } from '../testing/command-run.ts'

let services: TestServices

beforeEach(async () => {
  services = await startTestServices()
})
afterEach(() => services.end())

test('bash completes commands, options, their values and profiles', async () => {
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
})

test('fish and zsh get scripts, too', async () => {
  const fish = (await runCommand(services.folder, '', ['completion', 'fish'])).out
  expect(fish).toContain("complete -c clavis -n '__fish_use_subcommand' -fa token -d 'request an access token'")
  expect(fish).toMatch(
    /seen_subcommand_from key; and __fish_seen_subcommand_from create' -l bits .* -xa '2048 3072 4096'/u,
  )
  expect((await runCommand(services.folder, '', ['completion', 'zsh'])).out).toMatch(/^autoload .*bashcompinit/u)
  expect(await runCommand(services.folder, '', ['completion', 'tcsh'])).toMatchObject({ code: 64 })
})
