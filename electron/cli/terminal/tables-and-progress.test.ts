import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentOfText } from '../../credentials/import/import-content.ts'
import { startInNewFolder, type RunningService } from '../../practice/testing/running-service.ts'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'
import { runCommand, runWithProgress } from '../testing/command-run.ts'

const passphrase = 'sturdy violin crater moss'
let practice: RunningService
let services: TestServices
let file: (name: string) => string

beforeAll(async () => {
  practice = await startInNewFolder({ records: 600 })
  services = await startTestServices()
  file = (name) => join(services.folder, name)
  const { tokenUrl, clientId, audience = '', reportsBaseUrl } = await practice.portal.tab('client-testing')
  for (const name of ['Shop 1', 'Shop 2']) {
    const { id } = await services.newProfile({ name, tokenUrl, clientId, audience, reportsBaseUrl })
    const pem = await credentialOf(id)
    await writeFile(file(`${name}.pem`), pem)
  }
  await runCommand(services.folder, '', ['list', 'Shop 1', 'reports', '--snapshot', 'monday'])
})
afterAll(async () => {
  await services.end()
  await practice[Symbol.asyncDispose]()
})

/** Gives a profile an active credential that the practice service knows. @returns its certificate, PEM */
async function credentialOf(profileId: string): Promise<string> {
  const { id } = await services.credentials.createKey(profileId, 2048)
  const subject = { commonName: 'acme', organization: '', organizationalUnit: '', locality: '', state: '', country: '' }
  const { request } = await services.credentials.createRequest(profileId, id, { ...subject, emailAddress: '' }, [])
  const { certificate } = await practice.portal.sign(request?.pem ?? '', 90)
  await services.credentials.imports.import([contentOfText(certificate)])
  await practice.portal.upload('client-testing', [certificate])
  await services.credentials.activate(profileId, id)
  return certificate
}

test.each([
  [['profile', 'list'], 'NAME ENVIRONMENT FLAVOR CLIENT ID ID'],
  [['profile', 'show', 'Shop 1'], 'SETTING VALUE'],
  [['certificate', 'list'], 'PROFILE STATE EXPIRY SHA-1 THUMBPRINT SUBJECT'],
  [['expiry'], 'PROFILE ENVIRONMENT EXPIRES STATUS'],
  [['key', 'list'], 'KEY STATE PROFILE CREDENTIAL'],
  [['snapshot', 'list'], 'NAME PROFILE LIST RECORDS SIZE SAVED'],
])('Tables: the table of %j has headings', async (args, headings) => {
  const { out } = await runCommand(services.folder, '', args)
  expect(out.split('\n')[0]?.replaceAll(/ +/gu, ' ')).toBe(headings)
})

test('Progress: every long command shows its progress on a terminal, and clears it', async () => {
  await mkdir(file('csrs'))
  const [outFile, backup] = [file('out.ndjson'), file('all.backup')]
  for (const [text, args, input = ''] of [
    ['Creating a 3072-bit key…', ['key', 'create', 'Shop 1', '--bits', '3072']],
    ['Importing 1 file…', ['certificate', 'import', 'Shop 1', file('Shop 1.pem')]],
    ['Creating a 2048-bit key…', ['replace', 'start', 'Shop 2', '--out-dir', file('csrs')]],
    ['Checking Shop 1…', ['doctor', 'Shop 1']],
    ['1 of 2 profiles', ['doctor', '--all', '--summary']],
    ['1 of 2 profiles', ['token', '--all']],
    [' records, ', ['list', 'Shop 1', 'reports', '--out', outFile]],
    ['Encrypting…', ['backup', 'create', '--out', backup], passphrase],
    ['Decrypting…', ['backup', 'show', backup], passphrase],
    ['Restoring…', ['backup', 'restore', backup], passphrase],
  ] as const) {
    const { code, error } = await runWithProgress(services.folder, input, args)
    expect({ code, error }, args.join(' ')).toEqual({ code: 0, error: expect.stringContaining(text) as string })
    expect(error.endsWith('\r\u001B[K'), args.join(' ')).toBe(true)
  }
})
