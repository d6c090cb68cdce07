import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'playwright/test'
import { loadedModules } from '../../../electron/cli/testing/loaded-modules.ts'
import { commandLine, runCommand } from '../../fixtures/command-line.ts'
import { writeStoredProfiles } from '../../fixtures/services/stored-profiles.ts'

// The built command line: the build decides where its workers are, and which files contain the code that a command
// loads.

let dataFolder: string
test.beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'clavis-command-'))
})
test.afterEach(() => rm(dataFolder, { recursive: true, force: true }))

test('Built command line: loads a list in its built worker @core', async () => {
  const records = ['{"reportId":"b","amount":1.10}', '{"reportId":"a","amount":2}']
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(
      url.startsWith('/token')
        ? '{"access_token":"t","token_type":"Bearer","expires_in":600}'
        : `{"reports":[${records.join(',')}],"next":null,"lastPage":"true"}`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const of = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const file = (name: string): string => join(dataFolder, name)
  const profile = { name: 'Acme', environment: 'mock', clientId: 'acme', clientAuthentication: 'client_secret_basic' }
  const addresses = { apiBaseUrl: of, reportsBaseUrl: of, tokenUrl: `${of}/token` }
  await writeFile(file('acme.json'), JSON.stringify({ clavis: 1, profiles: [{ ...profile, ...addresses }] }))
  try {
    for (const [input, args] of [
      ['', ['profile', 'import', file('acme.json')]],
      ['secret', ['secret', 'set', 'Acme']],
      ['', ['list', 'Acme', 'reports', '--out', file('reports.ndjson')]],
      ['', ['profile', 'remove', 'Acme', '--destroy-secrets']],
    ] as const)
      expect(await runCommand(dataFolder, input, args)).toMatchObject({ code: 0, err: '' })
    expect(await readFile(file('reports.ndjson'), 'utf8')).toBe(`${records.join('\n')}\n`)
  } finally {
    server.close()
  }
})

/** Strings from packages that take long to load: undici, node-forge, jose and zod. */
const ofPackages = ['ProxyAgent', 'pkcs12FromAsn1', 'CompactEncrypt', 'ZodDiscriminatedUnion']

/** Returns which of the packages a text contains. */
const found = (code: string): string[] => ofPackages.filter((word) => code.includes(word))

test('Built command line: each command loads the packages that it uses', async () => {
  await writeStoredProfiles(dataFolder, [
    {
      ...{ name: 'Acme', environment: 'production' },
      certificates: [{ state: 'active', name: 'acme', fromDay: -100, toDay: 200 }],
    },
  ])
  const loadedBy = async (...args: string[]): Promise<string[]> => {
    const modules = await loadedModules(commandLine, ['--data-dir', dataFolder, ...args])
    const files = modules.filter((url) => url.startsWith('file:'))
    return found((await Promise.all(files.map((url) => readFile(fileURLToPath(url), 'utf8')))).join('\n'))
  }
  const chunks = join(dirname(commandLine), 'chunks')
  const built = (await readdir(chunks)).filter((name) => name.endsWith('.js'))
  expect(found((await Promise.all(built.map((name) => readFile(join(chunks, name), 'utf8')))).join('\n'))).toEqual(
    ofPackages,
  )
  expect(await loadedBy('--help')).toEqual([])
  expect(await loadedBy('expiry')).toEqual(['ZodDiscriminatedUnion'])
})
