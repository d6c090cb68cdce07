import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall, diagnose, openPage, profileLink } from '../../fixtures/services/practice.ts'
import { answerOpenDialog, answerSaveDialog } from '../../fixtures/window/dialogs.ts'
import { lookAtBothThemes } from '../../fixtures/window/screens.ts'

// Every screen in both themes: axe finds nothing. `npm run pictures` takes pictures of them at two widths.

test('Screens: the pages of a new profile pass axe in both themes @core', async ({ sharedClavis }) => {
  test.slow()
  const { page } = sharedClavis
  await profileLink(page, 'Practice Client Testing').click()
  await lookAtBothThemes(page, 'overview')

  await openPage(page, 'Requests')
  await lookAtBothThemes(page, 'requests-empty')
  await openPage(page, 'Credentials')
  await lookAtBothThemes(page, 'credentials')
  await page.getByRole('button', { name: 'Details' }).click()
  await lookAtBothThemes(page, 'credentials-details')

  await openPage(page, 'Token')
  await lookAtBothThemes(page, 'token')
  await page.getByRole('button', { name: 'Get a token' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'View' }).click()
  await lookAtBothThemes(page, 'token-held')

  await page.getByRole('button', { name: 'Use in your code…' }).click()
  const code = page.getByRole('region', { name: 'Code' })
  await expect(code).toContainText('client_assertion=$assertion')
  await page.getByText('Python', { exact: true }).click()
  await expect(code).toContainText('pip install cryptography')
  await lookAtBothThemes(page, 'use-in-code')

  const folder = await mkdtemp(join(tmpdir(), 'clavis-collections-'))
  await answerOpenDialog(sharedClavis.app, [folder])
  await page.getByRole('button', { name: 'Save Bruno collection…' }).click()
  await expect(page.getByText('practice-client-testing-bruno', { exact: true })).toBeVisible()
  expect(await readdir(join(folder, 'practice-client-testing-bruno'))).toContain('Reports.bru')
  const file = join(folder, 'acme.json')
  await answerSaveDialog(sharedClavis.app, file)
  await page.getByRole('button', { name: 'Save Postman collection…' }).click()
  await expect(page.getByText('acme.json', { exact: true })).toBeVisible()
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ info: { name: 'Practice Client Testing' } })
  await rm(folder, { recursive: true })
})

test('Screens: a list, and the pages of used profiles, pass axe in both themes @core', async ({ sharedClavis }) => {
  test.slow()
  const { page } = sharedClavis
  await profileLink(page, 'Practice Client Testing').click()
  await bridgeCall(page, 'practice.setData', { isAwkward: false, daysAhead: 0 })
  await openPage(page, 'Lists')
  const third = page.getByRole('gridcell', { name: /^rep-/u }).nth(2)
  await third.click()
  await expect(page.getByRole('tree')).toContainText((await third.textContent()) ?? '')
  await lookAtBothThemes(page, 'lists')

  await openPage(page, 'Requests')
  await lookAtBothThemes(page, 'requests')

  await openPage(page, 'Overview')
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText(/^Verified today, .+: token and hello-world call$/u)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Reports', exact: true })).toContainText(
    /[\d,]+ records, loaded (?:just now|\d+ minutes? ago)/u,
  )
  await expect(page.getByRole('region', { name: 'Last failure' })).toHaveCount(0)
  await lookAtBothThemes(page, 'overview-used')
  await page.getByRole('link', { name: /^\d+ Errored$/u }).click()
  await expect(page.getByRole('combobox', { name: 'Search loaded records' })).toHaveValue(/Errored/u)

  await profileLink(page, 'Practice Production').click()
  await openPage(page, 'Overview')
  await lookAtBothThemes(page, 'overview-production')
  await profileLink(page, 'Practice Mock').click()
  await openPage(page, 'Credentials')
  await page.getByRole('button', { name: 'Check keychain' }).click()
  await expect(page.getByText('Client secret found in your keychain.')).toBeVisible()
  await lookAtBothThemes(page, 'client-secret')
})

test('Screens: forms, dialogs and settings pass axe in both themes @core', async ({ sharedClavis }) => {
  test.slow()
  const { page } = sharedClavis
  await page.getByRole('link', { name: 'New profile' }).click()
  await page.getByRole('button', { name: 'Create profile' }).click()
  await expect(page.getByText('Give the profile a name.')).toBeVisible()
  await page.getByRole('button', { name: 'Advanced' }).click()
  await lookAtBothThemes(page, 'new-profile')

  await page.getByLabel('Paste from the portal').fill('ClientId\nacme-1\nToken URI: https://auth.example/token')
  await expect(page.getByText('Filled: Client ID, Token URL.')).toBeVisible()
  await expect(page.getByLabel('Client ID')).toHaveValue('acme-1')
  await expect(page.getByLabel('Token URL')).toHaveValue('https://auth.example/token')
  await page.getByRole('combobox', { name: 'Same addresses as' }).click()
  await page.getByRole('option', { name: 'Practice Mock' }).click()
  await expect(page.getByLabel('API base address')).toHaveValue(/^http:\/\/127/u)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await profileLink(page, 'Practice Client Testing').click()
  await page.getByRole('button', { name: 'More actions for Practice Client Testing' }).click()
  await page.getByRole('menuitem', { name: 'Copy to Production…' }).click()
  await expect(page.getByText(/^Copied from Practice Client Testing/u)).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Practice Production')
  await expect(page.getByLabel('Client ID')).toHaveValue('')
  await lookAtBothThemes(page, 'copy-to-production')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await profileLink(page, 'Practice Client Testing').click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await lookAtBothThemes(page, 'edit-profile')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await openPage(page, 'Credentials')
  await page.getByRole('button', { name: 'Create key', exact: true }).click()
  await page.getByRole('button', { name: 'Create CSR' }).click()
  await expect(page.getByRole('dialog', { name: 'Certificate signing request' })).toBeVisible()
  await lookAtBothThemes(page, 'csr-form')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: /Practice service/u }).click()
  await lookAtBothThemes(page, 'practice')
  await page.getByRole('link', { name: 'Settings' }).click()
  await lookAtBothThemes(page, 'settings')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByPlaceholder('Search profiles, pages and actions')).toBeVisible()
  await lookAtBothThemes(page, 'command-palette')
})

test('Screens: failures pass axe in both themes', async ({ sharedClavis }) => {
  test.slow()
  const { page } = sharedClavis
  await page.getByRole('link', { name: /Practice service/u }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await profileLink(page, 'Practice Mock').click()
  // The token first: while the list requests one, the button is disabled, and after that it is named “Try again”.
  await openPage(page, 'Token')
  await page.getByRole('button', { name: 'Get a token' }).click()
  // The request is retried for a while; the list waits for the same one.
  await openPage(page, 'Lists')
  await expect(page.getByRole('alert')).toContainText('Connection refused')
  await lookAtBothThemes(page, 'lists-failed')
  await openPage(page, 'Token')
  await expect(page.getByRole('alert')).toContainText('Connection refused')
  await lookAtBothThemes(page, 'token-failed')
  await openPage(page, 'Overview')
  // The page gives the reason only once.
  await expect(page.getByRole('alert')).toContainText('No token since today')
  await expect(page.getByRole('main').getByText(/Connection refused/u)).toHaveCount(1)
  await lookAtBothThemes(page, 'overview-failed')
  await page.getByRole('button', { name: 'Show requests' }).click()
  await expect(page.getByRole('checkbox', { name: 'Failures only' })).toBeChecked()
  await expect(page.getByRole('button', { name: /Token request failed/u }).first()).toBeVisible()
  await diagnose(page)
  await expect(page.getByText('Likely cause').first()).toBeVisible()
})
