import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Environment } from '#shared/profiles/environment.ts'
import type { Confirmation } from '#shared/questions.ts'
import { contentOfText } from '../credentials/import/import-content.ts'
import type { PracticePortal } from '../practice/portal/portal-client.ts'
import { startInNewFolder, type RunningService } from '../practice/testing/running-service.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'

let practice: RunningService
let portal: PracticePortal
let services: TestServices
let folder: string
let asked: Confirmation[]

const confirm = (question: Confirmation): Promise<void> => {
  asked.push(question)
  return Promise.resolve()
}

beforeEach(async () => {
  practice = await startInNewFolder({ records: 10 })
  portal = practice.portal
  services = await startTestServices()
  folder = await mkdtemp(join(tmpdir(), 'clavis-several-'))
  asked = []
})
afterEach(async () => {
  await services.end()
  await practice[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Creates a profile with an active credential that the practice service knows, and starts its replacement. */
async function replacing(name: string, environment: Environment = 'client-testing'): Promise<string> {
  const { tokenUrl, clientId, audience = '' } = await portal.tab('client-testing')
  const { id: profileId } = await services.newProfile({ name, environment, tokenUrl, clientId, audience })
  const { id } = await services.credentials.createKey(profileId, 2048)
  const subject = { commonName: name, organization: '', organizationalUnit: '', locality: '', state: '', country: '' }
  const { request } = await services.credentials.createRequest(profileId, id, { ...subject, emailAddress: '' }, [])
  await services.credentials.markRequestExported(profileId, id)
  await portal.upload('client-testing', [await imported(request?.pem ?? '')])
  await services.credentials.activate(profileId, id, confirm)
  await services.replacements.start(profileId, 2048)
  return profileId
}

/** Has the practice portal sign a CSR and imports the certificate, which finds its key. */
async function imported(request: string): Promise<string> {
  const { certificate } = await portal.sign(request, 90)
  await services.credentials.imports.import([contentOfText(certificate)])
  return certificate
}

const steps = async (): Promise<string[]> =>
  (await services.replacements.list()).map(({ profileName, step }) => `${profileName}: ${step}`).sort()

test('Several replacements: advance together, and one that fails stays at its step with its reason', async () => {
  const { severalReplacements } = services
  const profileIds = [await replacing('One'), await replacing('Two', 'production'), await replacing('Three')]
  expect(await severalReplacements.take('make-request', profileIds)).toHaveLength(3)

  const requests = join(folder, 'requests')
  await mkdir(requests)
  const saved = await severalReplacements.save('request', profileIds, () => Promise.resolve(requests))
  expect(saved?.fileNames.sort()).toEqual(['one.csr', 'three.csr', 'two.csr'])
  for (const fileName of await readdir(requests)) await imported(await readFile(join(requests, fileName), 'utf8'))

  const certificates = join(folder, 'certificates')
  await mkdir(certificates)
  await severalReplacements.save('certificate', profileIds, () => Promise.resolve(certificates))
  expect((await readdir(certificates)).sort()).toEqual(['one.pem', 'three.pem', 'two.pem'])
  // The certificate of Three is never uploaded.
  for (const name of ['one.pem', 'two.pem'])
    await portal.upload('client-testing', [await readFile(join(certificates, name), 'utf8')])
  await severalReplacements.take('upload', profileIds)
  expect(await steps()).toEqual(['One: confirm', 'Three: confirm', 'Two: confirm'])

  const shown = (await portal.tab('client-testing')).certificates.slice(-2).map(({ thumbprint }) => thumbprint)
  const table = ['Client ID\tThumbprint', ...shown.map((thumbprint) => `acme-client\t${thumbprint}`), ''].join('\r\n')
  expect(await severalReplacements.confirmThumbprints(table)).toEqual({
    confirmed: ['One', 'Two'],
    unknownLines: ['Client ID\tThumbprint'],
  })
  await services.replacements.skipConfirmation(profileIds[2] ?? '')

  const tried = await severalReplacements.take('try', profileIds)
  expect(tried.map(({ profileName, error }) => [profileName, error?.code]).sort()).toEqual([
    ['One', undefined],
    ['Three', 'token-refused'],
    ['Two', undefined],
  ])
  expect(await steps()).toEqual(['One: switch', 'Three: try', 'Two: switch'])

  asked = []
  const switched = await severalReplacements.take('switch', profileIds, confirm)
  expect(switched.map(({ profileName, error }) => [profileName, error?.code]).sort()).toEqual([
    ['One', undefined],
    ['Three', 'credential-state-wrong'],
    ['Two', undefined],
  ])
  expect(asked.map(({ names }) => names)).toEqual([['Two']])
  await severalReplacements.take('watch', profileIds.slice(0, 2))
  await expect.poll(steps).toEqual(['One: retire', 'Three: try', 'Two: retire'])
  await severalReplacements.take('retire', profileIds.slice(0, 2), confirm)
  expect(await steps()).toEqual(['One: remove', 'Three: try', 'Two: remove'])
  await severalReplacements.take('remove', profileIds.slice(0, 2))
  expect(await steps()).toEqual(['One: done', 'Three: try', 'Two: done'])
  expect(asked.map(({ names }) => names)).toEqual([['Two'], ['Two']])
})

test('Several replacements: switch nothing when the question for the Production profiles is cancelled', async () => {
  const profileIds = [await replacing('One'), await replacing('Two', 'production')]
  for (const profileId of profileIds) {
    const { replacement } = await services.replacements.repeatRequest(profileId)
    const credentialId = replacement.newCredentialId
    const { request } = await services.credentials.get(profileId, credentialId)
    await services.credentials.markRequestExported(profileId, credentialId)
    await portal.upload('client-testing', [await imported(request?.pem ?? '')])
    await services.replacements.markUploaded(profileId)
    await services.replacements.skipConfirmation(profileId)
    await services.replacements.tryOut(profileId)
  }
  expect(await steps()).toEqual(['One: switch', 'Two: switch'])
  await expect(services.severalReplacements.take('switch', profileIds)).rejects.toMatchObject({ code: 'not-confirmed' })
  expect(await steps()).toEqual(['One: switch', 'Two: switch'])
})
