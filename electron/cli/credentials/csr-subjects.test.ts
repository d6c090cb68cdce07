import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { contentOfText } from '../../credentials/import/import-content.ts'
import { othersKey } from '../../testing/prepared-keys.ts'
import { startTestServices, type TestServices } from '../../testing/test-services.ts'
import { runCommand, type CommandOutcome } from '../testing/command-run.ts'

let services: TestServices
let profileId: string

const file = (name: string): string => join(services.folder, name)
const clavis = (...args: string[]): Promise<CommandOutcome> => runCommand(services.folder, '', args)
const openssl = (...args: string[]): string => execFileSync('openssl', args, { encoding: 'utf8' })

beforeEach(async () => {
  services = await startTestServices()
  profileId = (await services.newProfile({ name: 'Acme', tokenUrl: 'http://127.0.0.1:9/token' })).id
})
afterEach(() => services.end())

test('clavis csr: the subject is the one that was typed, as OpenSSL reads it, also during a replacement', async () => {
  const typed = [
    'CN=psd2.acme.example,postalCode=10115,street=Main 1,serialNumber=HRB 4711,OU=Reporting,OU=Payments',
    'organizationIdentifier=PSDDE-BAFIN-123456,O=Acme Bank AG,UID=u1,C=DE,DC=acme,DC=example',
  ].join(',')
  await services.credentials.createKey(profileId, 2048)
  for (const subject of [typed, 'CN=psd2.acme.example,OU=Payments,O=Acme Bank AG,C=DE']) {
    const made = await clavis('csr', 'Acme', '--subject', subject, '--out', file('a.csr'))
    expect(made).toMatchObject({ code: 0, error: '' })
    const read = openssl('req', '-verify', '-noout', '-subject', '-nameopt', 'RFC2253', '-in', file('a.csr'))
    expect(read).toBe(`subject=${subject}\n`)
  }
})

test('clavis replace start: the CSR has the subject of an imported certificate, and the answer names what is missing', async () => {
  const key = othersKey()
  await writeFile(file('old.key'), key)
  const extensions = ['-addext', 'subjectAltName=DNS:acme.example,RID:1.2.3.4', '-addext', 'keyUsage=digitalSignature']
  const subject = '/DC=example/OU=A/OU=B/CN=multi+UID=u1'
  openssl('req', '-x509', '-key', file('old.key'), '-subj', subject, ...extensions, '-out', file('old.pem'))
  const pem = openssl('x509', '-in', file('old.pem')) + key
  await services.credentials.imports.import([contentOfText(pem)], { profileId })
  const [{ id } = { id: '' }] = await services.credentials.list(profileId)
  await services.credentials.activate(profileId, id)

  const { code, out } = await clavis('replace', 'start', 'Acme', '--out-dir', services.folder)
  expect(code).toBe(0)
  expect(out).toContain('Not in the CSR, but in the old certificate: Registered ID:1.2.3.4, X509v3 Key Usage. Step 4')
  const csr = file(/to (?<name>\S+\.csr)/u.exec(out)?.groups?.['name'] ?? '')
  expect(openssl('req', '-noout', '-subject', '-in', csr)).toBe(
    openssl('x509', '-noout', '-subject', '-in', file('old.pem')),
  )
  const status = await clavis('--json', 'replace', 'status')
  expect(JSON.parse(status.out)).toMatchObject([{ missingInRequest: ['Registered ID:1.2.3.4', 'X509v3 Key Usage'] }])
})
