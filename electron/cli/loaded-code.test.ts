import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#shared/values/local-day.ts'
import { credentialWith, profileWith } from '../expiry/testing/stored-certificate.ts'
import { storeProfiles } from '../profiles/testing/store-profiles.ts'
import { loadedModules } from './testing/loaded-modules.ts'

// Checks which modules a command loads, because loading code takes most of a short command's time.

const program = join(import.meta.dirname, 'clavis.ts')

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-loaded-'))
  const end = new Date(Date.now() + 60 * dayMs).toISOString()
  const profiles = ['Acme', 'Other'].map((name) => profileWith(name, [credentialWith(name, `${name} credential`, end)]))
  await storeProfiles(folder, profiles)
})
afterAll(() => rm(folder, { recursive: true }))

/** Returns the packages that a command loads, and its modules of Clavis and Node. */
async function loadedBy(...args: string[]): Promise<{ packages: string[]; modules: string[] }> {
  const urls = await loadedModules(program, ['--data-dir', folder, ...args])
  const packages = urls.flatMap(
    (url) => /\/node_modules\/(?<name>(?:@[^/]+\/)?[^/]+)/u.exec(url)?.groups?.['name'] ?? [],
  )
  return {
    packages: [...new Set(packages)].sort(),
    modules: urls
      .filter((url) => !url.includes('/node_modules/'))
      .map((url) => url.replace(/^.*\/(?=electron\/|shared\/)/u, '')),
  }
}

test.each([
  [['--version']],
  [['--help']],
  [['help', 'exit-codes']],
  [['token', '--help']],
  [['certificate', 'import', '--help']],
  [['list', '--help']],
  [['watch', 'set', '--help']],
  [['mcp', '--help']],
  [['practice', '--help']],
])('Loaded code: %j loads the arguments of the commands, but not their actions', async (args) => {
  const { packages, modules } = await loadedBy(...args)
  expect(packages).toEqual(['commander'])
  expect(modules).toContain('electron/cli/commands/tool-commands.ts')
  expect(
    modules.filter((name) =>
      /-actions\.ts$|cli\/mcp\/|cli\/(?:backup|check|diagnostics|expiry|practice|requests|tokens)\.ts$|with-(?:services|profiles)\.ts$|^electron\/services\.ts$|^node:(?:https?|tls|net)$/u.test(
        name,
      ),
    ),
  ).toEqual([])
})

test.each([[['expiry']], [['profile', 'list']]])('Loaded code: %j loads only the profiles service', async (args) => {
  const { packages, modules } = await loadedBy(...args)
  expect(packages).toEqual(['commander', 'zod'])
  expect(modules).toContain('electron/profiles/store/profile-store.ts')
  expect(
    modules
      .filter((name) => /^electron\/(?:http|keychain|tokens|lists|records|credentials)\/|\/services\.ts$/u.test(name))
      .sort(),
  ).toEqual([
    'electron/http/connection/distrust.ts',
    'electron/http/connection/tls-environment.ts',
    // Only the names of its entries.
    'electron/keychain/keychain-process-start.ts',
    'electron/keychain/keychain.ts',
  ])
  expect(modules.filter((name) => /^node:(?:https?|tls|net)$/u.test(name))).toEqual([])
})

test('Loaded code: a start of the window loads no HTTP client, which takes as long as half of its other code', async () => {
  const urls = await loadedModules(join(import.meta.dirname, '..', 'backend.ts'), [])
  expect(urls.filter((url) => url.includes('/electron/services.ts'))).toHaveLength(1)
  expect(urls.filter((url) => /\/node_modules\/(?:undici|commander|hyparquet-writer|fflate)\//u.test(url))).toEqual([])
})
