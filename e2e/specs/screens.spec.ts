import { expect, test } from '../fixtures/clavis-app.ts'
import { openPage, profileLink, setUpPractice } from '../fixtures/practice.ts'
import { lookAt } from '../fixtures/screens.ts'

// Every screen in both themes and at both widths: a picture of each, and nothing for axe to find.

test('the pages of profiles that work', async ({ clavis }) => {
  test.slow()
  const { page } = clavis
  await setUpPractice(page)
  await profileLink(page, 'Practice Client Testing').click()
  await lookAt(page, 'overview')

  await openPage(page, 'Activity')
  await lookAt(page, 'activity-empty')
  await openPage(page, 'Credentials')
  await lookAt(page, 'credentials')
  await page.getByRole('button', { name: 'Details' }).click()
  await lookAt(page, 'credentials-details')

  await openPage(page, 'Token')
  await lookAt(page, 'token-none')
  await page.getByRole('button', { name: 'Get a token' }).click()
  await expect(page.getByText('Held in memory')).toBeVisible()
  await page.getByRole('button', { name: 'See the exchange' }).click()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('Hello, world')).toBeVisible()
  await lookAt(page, 'token-held')

  await openPage(page, 'Lists')
  await page.getByRole('gridcell', { name: 'rep-00000002' }).click()
  await expect(page.getByRole('tree')).toContainText('900000000000000002')
  await lookAt(page, 'lists')

  await openPage(page, 'Activity')
  await lookAt(page, 'activity')

  await profileLink(page, 'Practice Production').click()
  await openPage(page, 'Overview')
  await lookAt(page, 'overview-production')
  await profileLink(page, 'Practice Mock').click()
  await openPage(page, 'Credentials')
  await page.getByRole('button', { name: 'Is one kept?' }).click()
  await expect(page.getByText('holds a client secret')).toBeVisible()
  await lookAt(page, 'client-secret')
})

test('forms, dialogs and settings', async ({ clavis }) => {
  test.slow()
  const { page } = clavis
  await setUpPractice(page)
  await page.getByRole('link', { name: 'New profile' }).click()
  await page.getByRole('button', { name: 'Create profile' }).click()
  await expect(page.getByText('Give the profile a name.')).toBeVisible()
  await page.getByRole('button', { name: 'Advanced' }).click()
  await lookAt(page, 'new-profile-wrong')

  await page.getByRole('button', { name: 'Cancel' }).click()
  await profileLink(page, 'Practice Client Testing').click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await lookAt(page, 'edit-profile')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await openPage(page, 'Credentials')
  await page.getByRole('button', { name: 'New key' }).click()
  await lookAt(page, 'new-key')
  await page.getByRole('button', { name: 'Make the key' }).click()
  await page.getByRole('button', { name: 'Make the CSR' }).click()
  await expect(page.getByRole('dialog', { name: 'Certificate signing request' })).toBeVisible()
  await lookAt(page, 'csr-form')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: /Practice service/u }).click()
  await lookAt(page, 'practice')
  await page.getByRole('link', { name: 'Settings' }).click()
  await lookAt(page, 'settings')
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder(/Go to/u)).toBeVisible()
  await lookAt(page, 'command-palette')
})

test('what goes wrong', async ({ clavis }) => {
  test.slow()
  const { page } = clavis
  await setUpPractice(page)
  await page.getByRole('link', { name: /Practice service/u }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await profileLink(page, 'Practice Mock').click()
  await openPage(page, 'Token')
  await page.getByRole('button', { name: 'Get a token' }).click()
  await expect(page.getByRole('alert')).toContainText('refused the connection', { timeout: 30_000 })
  await lookAt(page, 'token-failed')
  await openPage(page, 'Lists')
  await expect(page.getByRole('alert')).toContainText('refused the connection', { timeout: 30_000 })
  await lookAt(page, 'lists-failed')
})
