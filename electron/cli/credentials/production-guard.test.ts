import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Secret } from '../../keychain/secret.ts'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'
import { runCommand } from '../testing/command-run.ts'

let services: TestServices

beforeEach(async () => {
  services = await startTestServices()
})
afterEach(() => services.end())

test('clavis profile remove: removes a Production profile only with --confirm and its exact name', async () => {
  await services.newProfile({ tokenUrl: 'https://auth.example.com/token', name: 'Live', environment: 'production' })
  const remove = (...more: string[]): ReturnType<typeof runCommand> =>
    runCommand(services.folder, '', ['profile', 'remove', 'Live', '--destroy-secrets', ...more])
  expect(await remove()).toMatchObject({ code: 65, error: expect.stringContaining('--confirm "Live"') })
  expect(await remove('--confirm', 'live')).toMatchObject({ code: 65 })
  expect(await remove('--confirm', 'Live')).toMatchObject({ code: 0 })
})

test('--confirm: is required to activate a credential, replace a secret and print a token in Production', async () => {
  const { id } = await services.newProfile({
    ...{ tokenUrl: 'http://127.0.0.1:9/token', name: 'Live', environment: 'production' },
  })
  await services.activateCredential(id)
  await services.credentials.clientSecrets.set(id, Secret.fromText('kept'))
  const [active] = await services.credentials.list(id)
  const thumbprint = active !== undefined && 'certificate' in active ? (active.certificate?.thumbprint.sha1 ?? '') : ''
  const run = (...args: string[]): ReturnType<typeof runCommand> => runCommand(services.folder, 'other', args)
  for (const args of [
    ['certificate', 'activate', 'Live', thumbprint],
    ['certificate', 'confirm', 'Live', thumbprint.toLowerCase()],
    ['secret', 'set', 'Live'],
    ['token', 'Live', '--print'],
  ]) {
    expect(await run(...args)).toMatchObject({
      code: 65,
      out: '',
      error: expect.stringContaining('not-confirmed') as string,
    })
    expect(await run(...args, '--confirm', 'live')).toMatchObject({
      code: 65,
      error: expect.stringContaining('name-not-typed') as string,
    })
    expect(await run(...args, '--confirm', 'Live')).not.toMatchObject({ code: 65 })
  }
})

test('clavis profile import: shows token parameters, leaves out a proxy and names the option that imports it', async () => {
  const proxy = 'http://proxy.example.net:3128'
  const entry = {
    name: 'Acme',
    environment: 'client-testing',
    clientId: 'a',
    tokenUrl: 'https://auth.example.com',
    proxy,
    extraTokenParameters: { tenant: 'acme' },
  }
  const file = join(services.folder, 'profiles-to-import.json')
  await writeFile(file, JSON.stringify({ clavis: 1, profiles: [entry] }))
  const { code, out } = await runCommand(services.folder, '', ['profile', 'import', file])
  expect({ code, lines: out.trim().split('\n') }).toMatchObject({
    code: 0,
    lines: [
      'Imported Acme (auth.example.com).',
      '  Sends with each token request: tenant=acme',
      `  Left out: proxy ${proxy}`,
      expect.stringContaining('--with-network') as string,
    ],
  })
  expect((await services.profiles.find('Acme')).profile.proxy).toBe('system')
  await services.profiles.changeAll(() => [])
  await runCommand(services.folder, '', ['profile', 'import', file, '--with-network'])
  expect((await services.profiles.find('Acme')).profile.proxy).toBe(proxy)
})
