import { X509Certificate } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { thumbprintOf } from '../../profiles/store/stored-certificate.ts'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'
import { runCommand, type CommandOutcome } from '../testing/command-run.ts'

let services: TestServices
const clavis = (...args: string[]): Promise<CommandOutcome> => runCommand(services.folder, '', args)

beforeEach(async () => {
  services = await startTestServices()
})
afterEach(() => services.end())

const tokenUrl = 'https://auth.example.com/token'

test('clavis profile: creates and changes a profile with key=value', async () => {
  const created = await clavis(
    ...['profile', 'create', 'Acme', 'environment=mock', 'clientId=acme', `tokenUrl=${tokenUrl}`],
    ...['extraTokenParameters.tenant=a=b', 'includeClientId=true'],
  )
  expect(created).toMatchObject({ code: 0, out: 'Created Acme (Mock). Next: clavis secret set PROFILE\n', error: '' })
  expect((await services.profiles.find('Acme')).profile).toMatchObject({
    ...{ flavor: 'basic', clientId: 'acme', includeClientId: true, extraTokenParameters: { tenant: 'a=b' } },
  })

  // Another environment brings its flavor with the defaults that belong to it.
  const changed = await clavis(
    ...['profile', 'set', 'Acme', 'environment=client-testing', 'audience=acme:uri:sandbox:payments', 'name=Acme CT'],
    ...['assertionLifetimeSeconds=60', 'extraTokenParameters.tenant=', 'extraTokenParameters.x=y', 'merchant=Acme Ltd'],
  )
  expect(changed).toMatchObject({ code: 0, out: 'Changed Acme CT.\n', error: '' })
  expect((await services.profiles.find('Acme CT')).profile).toMatchObject({
    ...{ flavor: 'jwt', clientAuthentication: 'private_key_jwt', scopeParameter: 'scopes', clientId: 'acme' },
    ...{ assertionLifetimeSeconds: 60, merchant: 'Acme Ltd', extraTokenParameters: { x: 'y' } },
  })
  const heading = (await clavis('profile', 'list')).out.split('\n')[0]
  expect(heading).toMatch(/^NAME +ENVIRONMENT +FLAVOR +CLIENT ID +ID$/u)
})

test.each([
  [['clientID=x'], 'one of these keys: name, environment, clientId'],
  [['certificateAuthorities=x'], 'is not a valid setting assignment'],
  [['scopes'], 'is not a valid setting assignment'],
  [['includeJti=yes'], 'must be true or false'],
  [['assertionLifetimeSeconds=1'], 'At least 5 seconds'],
  [['tokenUrl=nowhere', 'clientId='], '“tokenUrl”: Enter a full address'],
  [['environment=live'], '“environment”'],
])('clavis profile set: refuses %j and changes nothing', async (settings, words) => {
  const { id } = await services.newProfile({ tokenUrl, name: 'Acme' })
  const refused = await clavis('profile', 'set', 'Acme', ...settings)
  expect(refused).toMatchObject({ code: 65, error: expect.stringContaining(words) as string })
  expect((await services.profiles.get(id)).profile.revision).toBe(1)
})

test('clavis profile: changes and replaces a Production profile with --confirm and keeps its own network', async () => {
  const { id } = await services.newProfile({ tokenUrl, name: 'Live', environment: 'production' })
  expect(await clavis('profile', 'set', 'Live', 'proxy=http://own.example.com:3128')).toMatchObject({ code: 65 })
  expect(
    await clavis('profile', 'set', 'Live', 'proxy=http://own.example.com:3128', '--confirm', 'Live'),
  ).toMatchObject({ code: 0 })

  const file = join(services.folder, 'profiles-to-import.json')
  expect(await clavis('profile', 'export', '--out', file)).toMatchObject({ code: 0 })
  const { clavis: version, profiles } = JSON.parse(await readFile(file, 'utf8')) as { clavis: 1; profiles: object[] }
  const changed = profiles.map((profile) => ({ ...profile, scopes: 'more', proxy: 'http://other.example.com:1' }))
  const added = { ...changed[0], name: 'New', environment: 'client-testing' }
  await writeFile(file, JSON.stringify({ clavis: version, profiles: [...changed, added] }))

  expect(await clavis('profile', 'import', file)).toMatchObject({
    code: 65,
    error: expect.stringContaining('profile-name-taken') as string,
  })
  const unconfirmed = await clavis('profile', 'import', file, '--replace')
  expect(unconfirmed).toMatchObject({ code: 65, error: expect.stringContaining('--confirm "Live"') as string })
  expect(await services.profiles.list()).toHaveLength(1)

  const replaced = await clavis('profile', 'import', file, '--replace', '--confirm', 'Live')
  expect(replaced).toMatchObject({ code: 0, error: '' })
  expect(replaced.out).toMatch(/^Replaced the settings of Live \(auth\.example\.com\)\.\n[^]*Imported New/u)
  expect((await services.profiles.get(id)).profile).toMatchObject({
    ...{ scopes: 'more', proxy: 'http://own.example.com:3128', revision: 3 },
  })
  expect((await services.profiles.find('New')).profile).toMatchObject({ scopes: 'more', proxy: 'system' })

  const twice = JSON.stringify({ clavis: version, profiles: [added, added] })
  await writeFile(file, twice)
  expect(await clavis('profile', 'import', file, '--replace')).toMatchObject({ code: 65 })
})

test('clavis certificate confirm: stores the portal’s thumbprint and client ID', async () => {
  const { id } = await services.newProfile({ tokenUrl, name: 'Acme' })
  const sha1 = thumbprintOf(new X509Certificate(await services.activateCredential(id)).raw).sha1
  const spelled = sha1.replaceAll(/(?<pair>..)(?!$)/gu, '$<pair>:')
  const odd = await clavis('certificate', 'confirm', 'Acme', spelled)
  expect(odd).toMatchObject({ code: 0, error: expect.stringContaining('sent as you typed it') as string })

  const confirmed = await clavis('certificate', 'confirm', 'Acme', sha1, '--client-id', 'acme-2')
  expect(confirmed).toMatchObject({
    code: 0,
    out: expect.stringContaining('Thumbprint confirmed') as string,
    error: '',
  })
  const { profile, credentials } = await services.profiles.get(id)
  expect([profile.clientId, credentials[0]]).toMatchObject(['acme-2', { confirmation: { thumbprint: sha1 } }])

  await services.newProfile({ tokenUrl, name: 'Other' })
  expect(await clavis('certificate', 'confirm', 'Other', sha1)).toMatchObject({
    code: 65,
    error: expect.stringContaining('belongs to the profile “Acme”') as string,
  })
  expect(await clavis('certificate', 'confirm', 'Acme', 'ABCD')).toMatchObject({ code: 65 })
})

test('Profiles: Production over plain http warns when created, changed, shown and imported', async () => {
  const plain = 'http://127.0.0.1:8080'
  const warns = {
    code: 0,
    error: expect.stringContaining(`unencrypted to a program on this computer: ${plain}.`) as string,
  }
  const settings = ['environment=production', 'clientId=acme', `tokenUrl=${plain}/token`]
  expect(await clavis('profile', 'create', 'Live', ...settings)).toMatchObject(warns)
  expect(await clavis('profile', 'show', 'Live')).toMatchObject(warns)
  expect(JSON.parse((await clavis('profile', 'show', 'Live', '--json')).out)).toMatchObject({ name: 'Live' })
  expect(await clavis('profile', 'set', 'Live', 'merchant=Acme')).toMatchObject(warns)
  const file = join(services.folder, 'plain.json')
  expect(await clavis('profile', 'export', 'Live', '--out', file)).toMatchObject({ code: 0 })
  await services.profiles.changeAll(() => [])
  expect(await clavis('profile', 'import', file)).toMatchObject(warns)
  const moved = await clavis('profile', 'set', 'Live', `tokenUrl=${tokenUrl}`, '--confirm', 'Live')
  expect(moved).toMatchObject({ code: 0, error: '' })
})
