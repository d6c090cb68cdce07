import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Environment } from '#shared/profiles/environment.ts'
import { withoutAsking } from '../../confirmation.ts'
import { contentOfText } from '../../credentials/import/import-content.ts'
import { startInNewFolder, type RunningService } from '../../practice/testing/running-service.ts'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'
import { runCommand, type CommandOutcome } from '../testing/command-run.ts'

let practice: RunningService
let services: TestServices
const replace = (...args: string[]): Promise<CommandOutcome> => runCommand(services.folder, '', ['replace', ...args])

beforeEach(async () => {
  practice = await startInNewFolder({ records: 3 })
  services = await startTestServices()
})
afterEach(async () => {
  await services.end()
  await practice[Symbol.asyncDispose]()
})

/** Creates a profile with an active credential that the practice service knows. */
async function addProfile(name: string, environment: Environment): Promise<string> {
  const { tokenUrl, clientId, audience = '' } = await practice.portal.tab('client-testing')
  const { id: profileId } = await services.newProfile({ name, environment, tokenUrl, clientId, audience })
  const { id } = await services.credentials.createKey(profileId, 2048)
  const subject = { commonName: name, organization: '', organizationalUnit: '', locality: '', state: '', country: '' }
  const { request } = await services.credentials.createRequest(profileId, id, { ...subject, emailAddress: '' }, [])
  await upload(request?.pem ?? '')
  await services.credentials.activate(profileId, id, withoutAsking)
  return profileId
}

/** Has the practice service sign a CSR, imports the certificate and uploads it. */
async function upload(request: string): Promise<void> {
  const { certificate } = await practice.portal.sign(request, 90)
  await services.credentials.imports.import([contentOfText(certificate)])
  await practice.portal.upload('client-testing', [certificate])
}

const steps = async (): Promise<string[]> =>
  (await services.replacements.list()).map(({ profileName, step }) => `${profileName}: ${step}`).sort()

test('clavis replace: replaces several certificates from start to end and leaves one that is refused where it was', async () => {
  await addProfile('Shop 1', 'client-testing')
  await addProfile('Shop 2', 'client-testing')
  const live = await addProfile('Shop live', 'production')
  await addProfile('Other', 'client-testing')
  const folder = join(services.folder, 'csrs')

  expect(await replace('start')).toMatchObject({ code: 64, error: expect.stringContaining('--all') as string })
  expect(await replace('start', 'Shop 1', '--all')).toMatchObject({ code: 64 })
  const started = await replace('start', '--match', 'Shop *', '--out-dir', folder)
  expect(started).toMatchObject({ code: 0, error: '' })
  expect(started.out.trim().split('\n').toSorted()).toEqual(
    ['Shop 1', 'Shop 2', 'Shop live'].map(
      (name) => expect.stringMatching(new RegExp(`^${name}: Wrote the CSR to .+\\.csr\\. Step 4 of 11`, 'u')) as string,
    ),
  )
  expect((await replace('status')).out).toMatch(/^PROFILE +ENVIRONMENT +STEP[^]*Shop 1 +Client Testing +Step 4 of 11/u)

  // Two of three are signed and uploaded; the third certificate is imported, but the portal does not know it.
  const requests = new Map(
    (await services.profiles.list()).map(({ profile, credentials, replacement }) => [
      profile.name,
      credentials.find(({ id }) => id === replacement?.newCredentialId)?.request?.pem ?? '',
    ]),
  )
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
  expect(files.toSorted()).toEqual([...requests.values()].filter((pem) => pem !== '').toSorted())
  for (const name of ['Shop 1', 'Shop live']) await upload(requests.get(name) ?? '')
  const { certificate } = await practice.portal.sign(requests.get('Shop 2') ?? '', 90)
  await services.credentials.imports.import([contentOfText(certificate)])

  expect(await replace('test', 'Shop 1')).toMatchObject({
    code: 65,
    error: expect.stringContaining('--skip-confirmation') as string,
  })
  const tested = await replace('test', '--all', '--skip-confirmation')
  expect(tested.code).toBe(77)
  expect(tested.out).toMatch(/^Shop 2: FAILED token-refused: /mu)
  expect(tested.out).toMatch(/^Shop live: The service accepted the new key\./mu)
  expect(await steps()).toEqual(['Shop 1: switch', 'Shop 2: try', 'Shop live: switch'])

  // One confirmation names every Production profile, and nothing changes without it.
  const unconfirmed = await replace('switch', '--all')
  expect(unconfirmed).toMatchObject({ code: 65, error: expect.stringContaining('--confirm "Shop live"') as string })
  expect(await steps()).toEqual(['Shop 1: switch', 'Shop 2: try', 'Shop live: switch'])
  const switched = await runCommand(services.folder, '', [
    '--json',
    'replace',
    'switch',
    '--all',
    '--confirm',
    'Shop live',
  ])
  expect(switched).toMatchObject({ code: 0, error: '' })
  expect(JSON.parse(switched.out)).toMatchObject([
    { profile: 'Shop 1', value: { step: 'retire' } },
    { profile: 'Shop live', profileId: live, value: { step: 'retire' } },
  ])
  // There is nothing to switch, and nothing to confirm.
  const again = await replace('switch', '--match', 'Shop*')
  expect(again).toMatchObject({ code: 0, error: '' })
  expect(again.out.match(/The new credential is active already\./gu)).toHaveLength(2)

  expect(await replace('rollback', 'Shop 1')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Rolled back') as string,
  })
  expect(await replace('finish', 'Shop live')).toMatchObject({ code: 65 })
  expect(await replace('retire', 'Shop live', '--confirm', 'Shop live')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Step 11 of 11: remove the old certificate from the portal') as string,
  })
  expect(await replace('finish', 'Shop live')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Shop live is good until \d{4}-\d{2}-\d{2}\./u) as string,
  })
  expect(await steps()).toEqual(['Shop 1: try', 'Shop 2: try'])
  expect(await replace('cancel', '--all')).toMatchObject({ code: 0 })
  expect(await replace('status')).toMatchObject({ code: 0, out: 'No replacement in progress.\n' })
  expect(await replace('retire', 'Shop 1')).toMatchObject({ code: 65 })
})
