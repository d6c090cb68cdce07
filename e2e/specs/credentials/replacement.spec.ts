import { execFileSync } from 'node:child_process'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { PracticePortal } from '../../../electron/practice/portal/portal-client.ts'
import { mustCall } from '../../fixtures/certificates/certificates.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall, openHome, openPage, practiceState, profileLink } from '../../fixtures/services/practice.ts'
import { answerOpenDialog, answerQuestions, answerSaveDialog, askedQuestions } from '../../fixtures/window/dialogs.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

const name = 'Practice Client Testing'

/** Opens the replacement from any page. */
async function goOn(page: Page): Promise<void> {
  await openHome(page, 'Replacements')
  await page.getByRole('button', { name: `Continue ${name}` }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Replacement' })).toBeVisible()
}

/** Expects the old credential to be active and to get a token. */
async function signsWithOldKey(page: Page, thumbprint: string): Promise<void> {
  await profileLink(page, name).click()
  await openPage(page, 'Credentials')
  const active = page.getByRole('article').filter({ hasText: 'active since' })
  await expect(active).toContainText(thumbprint)
  await openPage(page, 'Token')
  await page.getByRole('button', { name: 'Get a token' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
}

test('Replacement: completes although the app is killed while it waits, fails and has switched @core', async ({
  practisedClavis,
}) => {
  test.slow()
  let { page } = practisedClavis
  const file = (fileName: string): string => join(practisedClavis.dataFolder, fileName)
  await profileLink(page, name).click()
  await openPage(page, 'Credentials')
  const old = await page
    .getByRole('article')
    .first()
    .getByText(/^[0-9A-F]{40}$/u)
    .first()
    .innerText()

  async function crash(): Promise<void> {
    page = await practisedClavis.killAndRelaunch()
    await signsWithOldKey(page, old)
    await goOn(page)
  }

  await openHome(page, 'Replacements')
  await lookAt(page, 'replacements')
  await page.getByRole('checkbox', { name: `Replace the certificate of ${name}` }).check()
  await page.getByRole('checkbox', { name: 'Replace the certificate of Practice Production' }).uncheck()
  await page.getByRole('button', { name: 'Start replacement' }).click()
  await expect(page.getByRole('heading', { name: 'Step 2 of 11: new CSR' })).toBeVisible()
  await page.getByRole('button', { name: 'Create CSR' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Step 3 of 11: send the CSR' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save CSR…' })).toBeFocused()
  await answerSaveDialog(practisedClavis.app, file('new.csr'))
  await page.getByRole('button', { name: 'Save CSR…' }).click()
  await expect(page.getByRole('heading', { name: 'Step 4 of 11: signed certificate' })).toBeVisible()

  await crash()
  const portal = new PracticePortal((await practiceState(page)).portalUrl)
  const { certificate } = await portal.sign(await readFile(file('new.csr'), 'utf8'), 90)
  await writeFile(file('new.pem'), certificate)
  await answerOpenDialog(practisedClavis.app, [file('new.pem')])
  await page.getByRole('button', { name: 'Import…' }).click()
  await expect(page.getByRole('dialog', { name: 'Certificate imported' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Step 5 of 11: upload to the portal' })).toBeVisible()
  await lookAt(page, 'replacement')

  // What was not saved can't have been uploaded.
  const claim = page.getByRole('button', { name: 'I’ve uploaded it' })
  await expect(claim).toBeDisabled()
  const early = await claim.elementHandle()
  await answerSaveDialog(practisedClavis.app, file('upload.pem'))
  await page.getByRole('button', { name: 'Save certificate…' }).click()
  await expect(page.getByText('Certificate saved')).toBeVisible()
  await expect(claim).toBeEnabled()
  // Who was about to press it does not press another button.
  expect(await early.evaluate(({ isConnected }) => isConnected)).toBe(false)
  // The portal does not know it yet: the test says so, and nothing is switched.
  await claim.click()
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('Test failed:')).toBeVisible()
  await lookAt(page, 'replacement-refused')
  // It leads back to the certificate and the thumbprint, and each step that is done says what it did.
  await page.getByRole('button', { name: 'Check thumbprint…' }).click()
  await expect(page.getByRole('dialog', { name: /onfirm/u })).toBeVisible()
  await page.keyboard.press('Escape')
  await answerOpenDialog(practisedClavis.app, [file('new.pem')])
  await page.getByRole('button', { name: 'Import certificate…' }).click()
  await expect(page.getByRole('dialog', { name: 'Certificate already imported' })).toContainText(`CN=${name}`)
  await page.keyboard.press('Escape')
  const sent = page.getByRole('listitem').filter({ hasText: 'Send the CSR' })
  await expect(sent).toContainText(/CSR saved \d+:\d+.*, new\.csr/u)
  await answerSaveDialog(practisedClavis.app, file('again.csr'))
  await page.getByRole('button', { name: 'Repeat: Send the CSR' }).click()
  await expect(sent).toContainText(/CSR saved \d+:\d+.*, again\.csr/u)
  await portal.upload('client-testing', [await readFile(file('upload.pem'), 'utf8')])

  await crash()
  await page.getByRole('button', { name: 'Test again' }).click()
  await expect(page.getByRole('heading', { name: 'Step 8 of 11: switch' })).toBeVisible()

  await page.getByRole('button', { name: 'Switch', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Switch to the new key?' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Step 9 of 11: verify' })).toBeVisible()
  await page.getByRole('button', { name: 'Roll back' }).click()
  await expect(page.getByRole('dialog', { name: 'Roll back to the old key?' })).toBeVisible()
  await page.keyboard.press('Escape')

  page = await practisedClavis.killAndRelaunch()
  await goOn(page)
  await page.getByRole('button', { name: 'Get a token' }).click()
  await expect(page.getByRole('heading', { name: 'Step 10 of 11: retire the old one' })).toBeVisible()
  await page.getByRole('button', { name: 'Retire old credential' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click()
  await expect(
    page.getByRole('heading', { name: 'Step 11 of 11: remove the old certificate from the portal' }),
  ).toBeVisible()
  await lookAt(page, 'replacement-remove')
  await page.getByRole('button', { name: 'I’ve removed it' }).click()
  await expect(page.getByRole('heading', { name: /^Practice Client Testing is good until .*20\d\d/u })).toBeVisible()
  await lookAt(page, 'replacement-done')
  await page.getByRole('button', { name: 'Make a backup…' }).click()
  await expect(page.getByRole('dialog', { name: 'Back up profiles' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Finish' }).click()

  // Both have the same subject; their names differ.
  await expect(page.getByRole('article', { name: /^CN=.+ \([0-9A-F]{8}\)$/u })).toHaveCount(2)
  const retired = page.getByRole('article').filter({ hasText: 'Retired' })
  await expect(retired).toContainText(old)
  await retired.getByRole('button', { name: 'Details' }).click()
  await expect(retired).toContainText('Deactivated: another credential was activated')
  const active = page.getByRole('article').filter({ hasText: 'active since' })
  await active.getByRole('button', { name: 'Details' }).click()
  await expect(active).toContainText('Tested with a token request: failed (token-refused)')
  await expect(active).toContainText('Tested with a token request: accepted')
})

test('Replacement: the CSR has the whole subject of an imported certificate, and a changed subject names what it loses', async ({
  sharedClavis,
}) => {
  const { page, dataFolder } = sharedClavis
  const file = (fileName: string): string => join(dataFolder, fileName)
  const openssl = (...args: string[]): string => execFileSync('openssl', args, { encoding: 'utf8' })
  const subject = '/DC=example/O=Bank/organizationIdentifier=PSDDE-BAFIN-1/CN=bank'
  const made = ['-subj', subject, '-addext', 'subjectAltName=DNS:bank.example,RID:1.2.3.4', '-days', '20']
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...made, '-keyout', file('b.key'), '-out', file('b.pem'))
  const { id: profileId } = await mustCall(page, 'profiles.create', {
    ...{ ...defaultProfileSettings('jwt'), name: 'Bank', environment: 'client-testing' as const },
    ...{ clientId: 'bank', tokenUrl: 'https://login.example.com/token' },
  })
  const contents = await Promise.all(
    ['b.pem', 'b.key'].map(async (name) => ({ name, base64: await readFile(file(name), 'base64') })),
  )
  await mustCall(page, 'credentials.importContents', { contents, profileId })
  const [old] = await mustCall(page, 'credentials.list', { profileId })
  await mustCall(page, 'credentials.activate', { profileId, credentialId: old?.id ?? '' })
  const { replacement } = await mustCall(page, 'replacements.start', { profileId, keySize: 2048 })
  const read = async (): Promise<string> => {
    const created = await mustCall(page, 'credentials.list', { profileId })
    const { request } = created.find(({ id }) => id === replacement.newCredentialId) ?? {}
    await writeFile(file('bank.csr'), request?.pem ?? '')
    return openssl('req', '-noout', '-subject', '-nameopt', 'compat', '-in', file('bank.csr')).trim()
  }

  await openHome(page, 'Replacements')
  await page.getByRole('button', { name: 'Continue Bank' }).click()
  const step = page.getByRole('listitem').filter({ hasText: 'New CSR' })
  await expect(step).toContainText('Registered ID:1.2.3.4')
  await page.getByRole('button', { name: 'Edit subject…' }).click()
  const form = page.getByRole('dialog', { name: 'Certificate signing request' })
  await expect(form).toContainText('The subject also has DC=example, organizationIdentifier=PSDDE-BAFIN-1.')
  await form.getByLabel('Name 1', { exact: true }).fill('new.example')
  await form.getByRole('button', { name: 'Create CSR' }).click()
  await expect(form).toBeHidden()
  expect(await read()).toBe(`subject=${subject}`)
  await expect(step).toContainText(/CSR created .*bank\. Not in the CSR.*: Registered ID:1\.2\.3\.4/u)

  await page.getByRole('button', { name: 'Repeat: New CSR' }).click()
  await expect(form.getByLabel('Name 1', { exact: true })).toHaveValue('new.example')
  await form.getByLabel('Organization (O)').fill('Bank Ltd')
  await expect(form).toContainText('A changed subject loses DC=example, organizationIdentifier=PSDDE-BAFIN-1')
  await lookAt(page, 'csr-changed-subject')
  await form.getByRole('button', { name: 'Create CSR' }).click()
  await expect(form).toBeHidden()
  expect(await read()).toBe('subject=/O=Bank Ltd/CN=bank')
  await expect(step).toContainText('DC=example, organizationIdentifier=PSDDE-BAFIN-1, Registered ID:1.2.3.4')
})

test('Replacement: a list keeps loading during the switch', { tag: '@soak' }, async ({ sharedClavis }) => {
  test.slow()
  const { page, app, dataFolder } = sharedClavis
  await bridgeCall(page, 'practice.setRecords', { records: 5000 })
  const portal = new PracticePortal((await practiceState(page)).portalUrl)

  await profileLink(page, name).click()
  await openPage(page, 'Credentials')
  await openHome(page, 'Replacements')
  await page.getByRole('checkbox', { name: `Replace the certificate of ${name}` }).check()
  await page.getByRole('checkbox', { name: 'Replace the certificate of Practice Production' }).uncheck()
  await page.getByRole('button', { name: 'Start replacement' }).click()
  await page.getByRole('button', { name: 'Create CSR' }).click()
  const requestFile = join(dataFolder, 'new.csr')
  await answerSaveDialog(app, requestFile)
  await page.getByRole('button', { name: 'Save CSR…' }).click()
  await expect(page.getByRole('heading', { name: 'Step 4 of 11' })).toBeVisible()
  const { certificate } = await portal.sign(await readFile(requestFile, 'utf8'), 90)
  await portal.upload('client-testing', [certificate])
  await page.getByRole('button', { name: 'Paste…' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(certificate)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Import/u })
    .click()
  await expect(page.getByRole('dialog', { name: 'Certificate imported' })).toBeVisible()
  await page.keyboard.press('Escape')
  await answerSaveDialog(app, join(dataFolder, 'new.pem'))
  await page.getByRole('button', { name: 'Save certificate…' }).click()
  await page.getByRole('button', { name: 'I’ve uploaded it' }).click()
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Step 8 of 11: switch' })).toBeVisible()

  await openPage(page, 'Lists')
  await expect(page.getByRole('gridcell', { name: 'rep-00000001' })).toBeVisible()
  await bridgeCall(page, 'practice.setFaults', { faults: ['slow-answer'] })
  await page.getByRole('button', { name: 'Load all' }).click()
  await goOn(page)
  await page.getByRole('button', { name: 'Switch', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Step 10 of 11: retire the old one' })).toBeVisible()
  await bridgeCall(page, 'practice.setFaults', { faults: [] })
  await openPage(page, 'Lists')
  await expect(page.getByText(/5,000 records/u).first()).toBeVisible()
})

test(
  'Replacements: several profiles go together from new keys to the retirement of the old ones',
  { tag: '@soak' },
  async ({ sharedClavis }) => {
    test.slow()
    const { page, app } = sharedClavis
    await openHome(page, 'Replacements')
    await page.getByRole('checkbox', { name: `Replace the certificate of ${name}` }).check()
    await page.getByRole('button', { name: 'Start 2 replacements' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Create 2 CSRs' })).toBeFocused()
    await page.getByRole('button', { name: 'Create 2 CSRs' }).click()
    const folder = test.info().outputPath('requests')
    await mkdir(folder, { recursive: true })
    await answerOpenDialog(app, [folder])
    await page.getByRole('button', { name: 'Save 2 CSRs…' }).click()
    await expect(page.getByText('2 CSRs saved')).toBeVisible()
    const portal = new PracticePortal((await practiceState(page)).portalUrl)
    const signed: string[] = []
    for (const fileName of await readdir(folder))
      signed.push((await portal.sign(await readFile(join(folder, fileName), 'utf8'), 90)).certificate)
    expect(signed).toHaveLength(2)
    const bundle = join(folder, 'signed.pem')
    await writeFile(bundle, signed.join('\n'))
    await answerOpenDialog(app, [bundle])
    await page.getByRole('button', { name: 'Import 2 certificates…' }).click()
    await expect(page.getByRole('dialog', { name: '2 certificates imported' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('main').getByText('Step 5 of 11: upload to the portal')).toHaveCount(2)
    await answerOpenDialog(app, [folder])
    await page.getByRole('button', { name: 'Save 2 certificates…' }).click()
    await expect(page.getByText('2 certificates saved')).toBeVisible()
    const thumbprints: string[] = []
    for (const [tab, profileName] of [
      ['production', 'practice-production.pem'],
      ['client-testing', 'practice-client-testing.pem'],
    ] as const) {
      const uploaded = await portal.upload(tab, [await readFile(join(folder, profileName), 'utf8')])
      thumbprints.push(...uploaded.map(({ thumbprint }) => thumbprint))
    }
    await page.getByRole('button', { name: 'Mark 2 as uploaded' }).click()
    await page.getByRole('button', { name: 'Paste 2 thumbprints…' }).click()
    await page
      .getByRole('dialog')
      .getByRole('textbox')
      .fill(['Thumbprint', ...thumbprints].join('\n'))
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('Thumbprint')
    await lookAt(page, 'replacement-thumbprints')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Test 2' }).click()
    await expect(page.getByText('2 passed the test')).toBeVisible()
    await lookAt(page, 'replacements-under-way')
    await answerQuestions(app, true)
    await page.getByRole('button', { name: 'Switch 2' }).click()
    await page.getByRole('button', { name: 'Verify 2' }).click()
    await page.getByRole('button', { name: 'Retire 2' }).click()
    await expect(page.getByText('2 retired')).toBeVisible()
    await page.getByRole('button', { name: 'Mark 2 as removed' }).click()
    await page.getByRole('button', { name: 'Clear 2 finished' }).click()
    await expect(page.getByRole('heading', { name: 'In progress' })).toBeHidden()
    expect((await askedQuestions(app)).map(({ message }) => message)).toEqual([
      'Switch 1 Production profile to its new credential?',
      'Retire the old credential of 1 Production profile?',
    ])
  },
)
