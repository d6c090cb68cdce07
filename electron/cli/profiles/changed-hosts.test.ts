import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Profile } from '#shared/profiles/profile.ts'
import { clientSecretAccount, proxyPasswordAccount } from '../../keychain/keychain.ts'
import { Secret } from '../../keychain/secret.ts'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'
import { runCommand, type CommandOutcome } from '../testing/command-run.ts'

let services: TestServices
let profile: Profile
beforeEach(async () => {
  services = await startTestServices()
  profile = await services.newProfile({
    ...{ name: 'Acme', flavor: 'basic', tokenUrl: 'https://auth.example.com/token' },
    ...{ proxy: 'http://proxy.example.net:3128', proxyUser: 'ada' },
  })
  await services.credentials.clientSecrets.set(profile.id, Secret.fromText('hush'))
  await services.proxyPasswords.set(profile.id, Secret.fromText('hush'))
})
afterEach(() => services.end())

const clavis = (...args: string[]): Promise<CommandOutcome> => runCommand(services.folder, '', ['profile', ...args])

/** Says which secrets the keychain has. */
async function stored(): Promise<string[]> {
  const accounts = { secret: clientSecretAccount(profile.id), password: proxyPasswordAccount(profile.id) }
  const found = await Promise.all(
    Object.entries(accounts).map(async ([name, account]) =>
      (await services.keychain.read(account)) === undefined ? [] : [name],
    ),
  )
  return found.flat()
}

async function file(settings: Record<string, unknown>): Promise<string> {
  const path = join(services.folder, 'acme.json')
  const entry = { name: 'Acme', environment: 'mock', clientId: 'acme', tokenUrl: profile.tokenUrl, ...settings }
  await writeFile(path, JSON.stringify({ clavis: 1, profiles: [entry] }))
  return path
}

test('profile import --replace: names a changed token host and deletes the client secret', async () => {
  const path = await file({ tokenUrl: 'https://other.example.com/token' })
  const { code, out, error } = await clavis('import', path, '--replace')
  expect({ code, out, error }).toEqual({
    code: 0,
    out: 'Replaced the settings of Acme (other.example.com).\n  Token URL: auth.example.com → other.example.com\n',
    error: 'clavis: warning: Acme: The token host changes, so a stored client secret is deleted. Enter it again.\n',
  })
  expect(await stored()).toEqual(['password'])
})

test('profile import: no text of a file prints a line of its own', async () => {
  const claim = 'x\nImported Acme live (good.example.com).'
  const path = await file({ name: 'New', extraTokenParameters: { tenant: claim } })
  expect((await clavis('import', path)).out).toBe(
    'Imported New (auth.example.com).\n  Sends with each token request: tenant=x\\u000AImported Acme live (good.example.com).\n',
  )
  const refused = await clavis('import', await file({ name: claim }))
  expect(refused).toMatchObject({ code: 65, out: '' })
  expect(refused.error).not.toContain('\nImported')
})

test('profile import --replace: says on lines of their own what has to be confirmed', async () => {
  const live = { name: 'Live', environment: 'production' } as const
  await services.newProfile({ ...live, tokenUrl: profile.tokenUrl })
  const path = await file({ ...live, clientId: 'other' })
  const { code, error } = await clavis('import', path, '--replace')
  expect(code).toBe(65)
  expect(error).toContain('Change a Production profile?\n  Profile: Live\n  Client ID: acme → other\n')
})

test('profile import --replace: keeps the secrets while their hosts stay', async () => {
  const { code, error } = await clavis('import', await file({ scopes: 'read' }), '--replace')
  expect({ code, error }).toEqual({ code: 0, error: '' })
  expect(await stored()).toEqual(['secret', 'password'])
})

test('profile set: deletes the proxy password when the proxy changes', async () => {
  const { code, out, error } = await clavis('set', 'Acme', 'proxy=http://other.example.net:3128')
  expect(code).toBe(0)
  expect(out).toContain('Proxy: http://proxy.example.net:3128 → http://other.example.net:3128')
  expect(error).toContain('The proxy changes, so a stored proxy password is deleted. Enter it again.')
  expect(await stored()).toEqual(['secret'])
})

test('clavis profile: agrees to the hosts typed on the command line', async () => {
  await services.profiles.database.change(({ sql }) => sql.exec('DELETE FROM agreed_hosts'))
  await clavis('create', 'New', 'environment=mock', 'clientId=acme', 'tokenUrl=https://new.example.com/token')
  await clavis('set', 'Acme', 'apiBaseUrl=https://api.example.com/v1')
  const hosts = await services.profiles.database.read((sql) =>
    sql.prepare('SELECT purpose, host FROM agreed_hosts ORDER BY host').all(),
  )
  expect(hosts.map((row) => ({ ...row }))).toEqual([
    { purpose: 'api', host: 'https://api.example.com' },
    { purpose: 'token', host: 'https://new.example.com' },
  ])
})
