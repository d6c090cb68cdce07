import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PracticePortal } from '../../../electron/practice/portal/portal-client.ts'
import { mustCall } from '../../fixtures/certificates/certificates.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { openPage, practiceState, profileLink } from '../../fixtures/services/practice.ts'
import { answerOpenDialog } from '../../fixtures/window/dialogs.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

const subject = {
  commonName: 'acme',
  organization: 'Acme',
  organizationalUnit: '',
  locality: '',
  state: '',
  country: 'DE',
  emailAddress: '',
}

test('Portal bundle: six certificates are exported as two uploads that the portal accepts @core', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page, app, dataFolder } = sharedClavis
  const portal = new PracticePortal((await practiceState(page)).portalUrl)
  const profiles = await mustCall(page, 'profiles.list', undefined)
  const profileId = profiles.find(({ name }) => name === 'Practice Client Testing')?.id ?? ''
  const newCertificate = async (number: number): Promise<string> => {
    const { id: credentialId } = await mustCall(page, 'credentials.createKey', { profileId, keySize: 2048 })
    const named = { ...subject, commonName: `acme ${number}` }
    const input = { profileId, credentialId, subject: named, subjectAlternativeNames: [] }
    const { request } = await mustCall(page, 'credentials.createRequest', input)
    return (await portal.sign(request?.pem ?? '', 90 * number)).certificate
  }
  const certificates = await Promise.all([1, 2, 3, 4, 5].map(newCertificate))
  await mustCall(page, 'credentials.importContents', {
    contents: [{ name: '', base64: Buffer.from(certificates.join('')).toString('base64') }],
  })

  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Credentials')
  await page.getByRole('button', { name: 'Export for portal…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export for portal' })
  const words = dialog.getByRole('status')
  await expect(words).toHaveText('6 certificates in 2 uploads: 1–5, 6')
  await lookAt(page, 'portal-bundle')
  await dialog.getByRole('checkbox', { name: /acme 3/u }).uncheck()
  await expect(words).toHaveText('5 certificates in 1 upload')
  await dialog.getByRole('checkbox', { name: /acme 3/u }).check()

  const folder = join(dataFolder, 'uploads')
  await mkdir(folder)
  await answerOpenDialog(app, [folder])
  await dialog.getByRole('button', { name: 'Choose folder…' }).click()
  await expect(page.getByText('Exported to uploads')).toBeVisible()
  const names = (await readdir(folder)).sort()
  expect(names).toEqual(['practice-client-testing-upload-1-of-2.pem', 'practice-client-testing-upload-2-of-2.pem'])
  const [first = '', second = ''] = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  expect(first.match(/BEGIN CERTIFICATE/gu)).toHaveLength(5)
  expect(first + second).not.toContain('PRIVATE KEY')
  for (const name of names) await promisify(execFile)('openssl', ['x509', '-noout', '-in', join(folder, name)])
  // The portal accepts the second one: its certificate was never uploaded.
  expect(await portal.upload('client-testing', [second])).toHaveLength(1)
})
