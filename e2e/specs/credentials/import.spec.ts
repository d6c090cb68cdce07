import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright/test'
import { pbes1Key, pemOf } from '../../../electron/credentials/import/testing/hostile-files.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { openPage } from '../../fixtures/services/practice.ts'
import { answerOpenDialog } from '../../fixtures/window/dialogs.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

const passphrase = 'open sesame'

/** Creates a key, its certificate and a locked PKCS#12 file of both with OpenSSL. */
async function makeFiles(folder: string, name: string): Promise<{ p12: string; certificate: string; key: string }> {
  const [key, certificate, p12] = [`${name}.key`, `${name}.pem`, `${name}.p12`].map((each) => join(folder, each))
  if (key === undefined || certificate === undefined || p12 === undefined) throw new Error('no names')
  const openssl = (...args: string[]): Promise<unknown> => promisify(execFile)('openssl', args)
  const subject = ['-subj', `/CN=${name}/O=Acme`, '-days', '60']
  await openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', key, '-out', certificate)
  await openssl('pkcs12', '-export', '-inkey', key, '-in', certificate, '-passout', `pass:${passphrase}`, '-out', p12)
  return { key, certificate, p12 }
}

/** Drops files on the window, like the operating system does. */
async function drop(page: Page, paths: readonly string[]): Promise<void> {
  const files = await Promise.all(
    paths.map(async (path) => ({
      name: path.replace(/^.*\//u, ''),
      base64: (await readFile(path)).toString('base64'),
    })),
  )
  await page.evaluate((given) => {
    const dataTransfer = new DataTransfer()
    for (const { name, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
      dataTransfer.items.add(new File([bytes], name))
    }
    for (const type of ['dragover', 'drop'])
      window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
  }, files)
}

async function openLegacy(page: Page): Promise<void> {
  const profiles = page.getByRole('navigation', { name: 'Profiles' })
  await profiles.getByRole('link', { name: /Practice Legacy/u }).click()
  await openPage(page, 'Credentials')
}

test('Import: a dropped PKCS#12 file is unlocked in place and becomes a credential @core', async ({ sharedClavis }) => {
  test.slow()
  const { page, dataFolder } = sharedClavis
  const { p12, certificate, key } = await makeFiles(dataFolder, 'carried-over')
  const stranger = await makeFiles(dataFolder, 'stranger')
  await openLegacy(page)

  await drop(page, [p12, stranger.certificate])
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Action needed')
  await expect(dialog).toContainText('carried-over.p12')
  await lookAt(page, 'import-locked')
  await dialog.getByLabel('Passphrase').fill('wrong')
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await expect(dialog).toContainText('Wrong passphrase')
  await dialog.getByLabel('Passphrase').fill(passphrase)
  await dialog.getByRole('button', { name: 'Unlock' }).click()
  await expect(dialog).toContainText('Certificate imported')
  await expect(dialog).toContainText('New credential in this profile')
  await expect(dialog.getByLabel('Passphrase')).toHaveCount(0)
  await lookAt(page, 'import-done')
  await page.keyboard.press('Escape')
  // While it fades out, its texts could be taken for those of the next one.
  await expect(dialog).toBeHidden()
  await expect(page.getByText('CN=carried-over, O=Acme').first()).toBeVisible()

  await drop(page, [p12, certificate, key])
  await expect(dialog).toContainText('nothing changed')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await drop(page, [stranger.key])
  await expect(page.getByRole('dialog', { name: 'Certificate imported' })).toContainText('CN=stranger')
})

test('Import: a key without a match asks for its profile, and leaks neither to the page nor to the disk @core', async ({
  sharedClavis,
}) => {
  const { page, app, dataFolder } = sharedClavis
  const { key } = await makeFiles(dataFolder, 'homeless')
  await page.getByRole('link', { name: 'Settings' }).click()
  await drop(page, [key])
  const dialog = page.getByRole('dialog', { name: 'Action needed' })
  await expect(dialog).toContainText('Choose a profile for it')
  await dialog.getByRole('combobox', { name: 'Profile for the key' }).click()
  await page.getByRole('option', { name: 'Practice Legacy' }).click()
  await lookAt(page, 'import-needs-profile')
  await dialog.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByRole('dialog', { name: 'Key imported' })).toContainText('“Practice Legacy”')
  const secret = (await readFile(key, 'utf8')).split('\n')[5] ?? ''
  expect(secret).not.toBe('')
  expect(await page.content()).not.toContain(secret)
  expect(await readFile(join(dataFolder, 'clavis.db'), 'latin1')).not.toContain(secret)

  // Now with the file dialog.
  await page.getByRole('button', { name: /Go to Practice Legacy/u }).click()
  const { p12 } = await makeFiles(dataFolder, 'chosen')
  await answerOpenDialog(app, [p12])
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await lookAt(page, 'import-menu')
  await page.getByRole('menuitem', { name: 'From files…' }).click()
  await page.getByLabel('Passphrase').fill(passphrase)
  await page.getByLabel('Passphrase').press('Enter')
  await expect(page.getByRole('dialog', { name: 'Certificate imported' })).toContainText('CN=chosen')
})

test('Import: a file made to take long does not block the app, and its import can be cancelled', async ({
  sharedClavis,
}) => {
  const { page, dataFolder } = sharedClavis
  await openLegacy(page)
  const hostile = join(dataFolder, 'hostile.pem')
  await writeFile(hostile, pemOf('ENCRYPTED PRIVATE KEY', pbes1Key(1_000_000)).repeat(10))

  await drop(page, [hostile])
  const importing = page.getByRole('dialog', { name: 'Importing…' })
  await expect(importing).toContainText('Nothing has been imported yet')
  await lookAt(page, 'import-under-way')
  await importing.getByRole('button', { name: 'Cancel' }).click()
  await expect(importing).toBeHidden()
  await expect(page.getByText('Import cancelled')).toBeVisible()

  // The next import runs at once.
  const { certificate } = await makeFiles(dataFolder, 'next')
  await drop(page, [certificate])
  await expect(page.getByRole('dialog')).toContainText('CN=next')
})
