import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { openPage, practiceState, withPortal } from '../../fixtures/services/practice.ts'
import { answerOpenDialog, answerSaveDialog } from '../../fixtures/window/dialogs.ts'
import { takePicture } from '../../fixtures/window/screens.ts'

test('Set-up: a Client Testing profile goes from key to certificate, token and list, at 200 % zoom @core', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page, app, dataFolder } = sharedClavis
  // What a usual window has at a zoom of 200 %.
  await page.setViewportSize({ width: 640, height: 420 })
  const { portalUrl } = await practiceState(page)
  const facts = await withPortal(`${portalUrl}#client-testing`, async (portal) => {
    const fact = (name: string): Promise<string> =>
      portal.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]').innerText()
    return {
      tokenUrl: await fact('Token URL'),
      apiBaseUrl: await fact('API base address'),
      reportsBaseUrl: await fact('Reporting base address'),
      audience: await fact('Audience'),
    }
  })

  await page.getByRole('link', { name: 'New profile' }).click()
  await page.getByRole('radio', { name: /Client Testing/u }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Acme client testing')
  await page.getByRole('textbox', { name: 'Client ID' }).fill('not-known-yet')
  await page.getByRole('textbox', { name: 'Token URL' }).fill(facts.tokenUrl)
  await page.getByRole('textbox', { name: 'API base address' }).fill(facts.apiBaseUrl)
  await page.getByRole('textbox', { name: 'Reporting base address' }).fill(facts.reportsBaseUrl)
  await page.getByRole('textbox', { name: 'Audience' }).fill('practice/sandbox')
  await expect(page.getByText('Expected format: prefix:uri:environment:product')).toBeVisible()
  await page.getByRole('textbox', { name: 'Audience' }).fill(facts.audience)
  await takePicture(page, 'zoomed-profile')
  await page.getByRole('button', { name: 'Create profile' }).click()
  await takePicture(page, 'zoomed-overview')

  // The steps of set-up are taken where they stand.
  const setUp = page.getByRole('region', { name: 'Set-up' })
  await setUp.getByRole('button', { name: 'Create key of another size' }).click()
  await page.getByRole('menuitem', { name: 'RSA 3072' }).click()
  await setUp.getByRole('button', { name: 'Create CSR' }).click()
  const form = page.getByRole('dialog', { name: 'Certificate signing request' })
  await form.getByRole('textbox', { name: 'Common name' }).fill('acme-client-testing')
  await form.getByRole('textbox', { name: 'Organization (O)' }).fill('Müller & Söhne')
  await form.getByRole('textbox', { name: 'Country' }).fill('de')
  await expect(form.getByText('Use the two-letter country code in capitals')).toBeVisible()
  await form.getByRole('textbox', { name: 'Country' }).fill('DE')
  await form.getByRole('button', { name: 'Add name' }).click()
  await form.getByRole('textbox', { name: 'Name 1' }).fill('pay.acme.example')
  await takePicture(page, 'zoomed-csr')
  await form.getByRole('button', { name: 'Create CSR' }).click()

  const requestFile = join(dataFolder, 'acme.csr')
  await answerSaveDialog(app, requestFile)
  await page.getByRole('button', { name: 'Save CSR…' }).click()
  await expect(setUp.getByRole('button', { name: 'Import certificate…' })).toBeVisible()
  const judged = await promisify(execFile)('openssl', ['req', '-verify', '-noout', '-text', '-in', requestFile])
  expect(judged.stdout + judged.stderr).toContain('verify OK')
  expect(judged.stdout).toContain('DNS:pay.acme.example')

  const signed = await withPortal(portalUrl, async (portal) => {
    await portal.getByLabel('CSR (PEM)').fill(await readFile(requestFile, 'utf8'))
    await portal.getByRole('button', { name: 'Sign' }).click()
    await expect(portal.getByText('Signed. Copy the certificate below.')).toBeVisible()
    return portal.getByLabel('Signed certificate with its chain').inputValue()
  })
  const certificateFile = join(dataFolder, 'acme.pem')
  await writeFile(certificateFile, signed)
  await answerOpenDialog(app, [certificateFile])
  await page.getByRole('button', { name: 'Import certificate…' }).click()
  await expect(page.getByRole('dialog', { name: 'Certificate imported' })).toContainText('CN=acme-client-testing')
  await takePicture(page, 'zoomed-imported')
  await page.keyboard.press('Escape')

  const shown = await withPortal(`${portalUrl}#client-testing`, async (portal) => {
    await portal.getByLabel(/Add Security/u).fill(signed.slice(0, signed.indexOf('-----END CERTIFICATE-----') + 25))
    await portal.getByRole('button', { name: 'Upload' }).click()
    const row = portal.getByRole('row', { name: /acme-client-testing/u })
    await expect(row).toBeVisible()
    const [thumbprint = '', clientId = ''] = await row.getByRole('cell').allInnerTexts()
    return { thumbprint, clientId }
  })
  await page.getByRole('button', { name: 'Confirm…' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm with the portal' })
  await confirmation.getByRole('textbox', { name: 'Thumbprint' }).fill('AA'.repeat(20))
  await expect(confirmation.getByText('Doesn’t match any of your certificates.')).toBeVisible()
  await confirmation
    .getByRole('textbox', { name: 'Thumbprint' })
    .fill((shown.thumbprint.match(/../gu) ?? []).join(':').toLowerCase())
  await expect(confirmation.getByRole('alert')).toContainText(`Portals usually show ${shown.thumbprint}.`)
  await confirmation.getByRole('button', { name: 'Use the usual spelling' }).click()
  await expect(confirmation.getByRole('textbox', { name: 'Thumbprint' })).toHaveValue(shown.thumbprint)
  await expect(confirmation.getByText('Matches this certificate (SHA-1 in hex).')).toBeVisible()
  await confirmation.getByRole('textbox', { name: 'Client ID' }).fill(shown.clientId)
  await takePicture(page, 'zoomed-confirm')
  await expect(confirmation.getByRole('button', { name: 'Confirm' })).toBeInViewport({ ratio: 1 })
  await confirmation.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Activate', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(page.getByText('Credential activated')).toBeVisible()
  // A notification does not move the page.
  const { height } = page.viewportSize() ?? { height: 0 }
  expect(await page.getByRole('main').boundingBox()).toMatchObject({ y: 0, height })
  await expect(setUp.getByRole('button', { name: 'Get a token' })).toBeVisible()
  await openPage(page, 'Credentials')
  await expect(page.getByText('Thumbprint, sent as key ID')).toBeVisible()
  // What follows the activation is on this page, too.
  await page.getByRole('button', { name: 'Get a token' }).click()
  await expect(page.getByRole('button', { name: 'Load reports' })).toBeFocused()

  await openPage(page, 'Token')
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByRole('tree', { name: 'Token payload' })).toContainText('practice:uri:sandbox:payments')
  await takePicture(page, 'zoomed-token')
  await page.getByRole('button', { name: 'Reveal' }).click()
  await expect(page.getByLabel('Access token')).toContainText(/^ey[\w-]+\.[\w-]+\.[\w-]+$/u)
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('Token copied')).toBeVisible()
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(/^ey/u)
  await openPage(page, 'Overview')
  await expect(page.getByText(/^Verified today, .+: token and hello-world call$/u)).toBeVisible()

  await openPage(page, 'Lists')
  await expect(page.getByRole('gridcell', { name: 'rep-00000001' })).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  await takePicture(page, 'zoomed-list')
  await page.getByRole('gridcell', { name: 'rep-00000001' }).click()
  await expect(page.getByRole('tree', { name: 'Record 2' })).toContainText('900000000000000001')
  await takePicture(page, 'zoomed-record')
})

test('Set-up: a certificate of another key and text that is no certificate are reported as such', async ({
  sharedClavis,
}) => {
  const { page, dataFolder } = sharedClavis
  const stranger = join(dataFolder, 'stranger.pem')
  // OpenSSL's default configuration would create a CA certificate.
  await writeFile(join(dataFolder, 'openssl.cnf'), '[req]\ndistinguished_name = dn\n[dn]\n')
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '9', '-subj', '/CN=stranger'],
    ...['-config', join(dataFolder, 'openssl.cnf'), '-keyout', join(dataFolder, 'stranger.key'), '-out', stranger],
  ])
  await page
    .getByRole('navigation', { name: 'Profiles' })
    .getByRole('link', { name: /Practice Legacy/u })
    .click()
  await openPage(page, 'Credentials')
  const paste = async (text: string): Promise<void> => {
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Paste…' }).click()
    await page.getByRole('textbox', { name: /Certificates and keys/u }).fill(text)
    await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  }
  await paste(await readFile(stranger, 'utf8'))
  await expect(page.getByRole('dialog', { name: 'Nothing imported' })).toContainText('No credential of any profile')
  await page.keyboard.press('Escape')
  await paste('Dear customer, the certificate follows.')
  await expect(page.getByRole('dialog', { name: 'Nothing imported' })).toContainText(
    'It contains no certificate or private key.',
  )
})
