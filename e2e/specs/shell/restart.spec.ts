import { expect, test } from '../../fixtures/clavis-app.ts'
import { openPage, practiceState, profileLink } from '../../fixtures/services/practice.ts'

test('Restart: everything but tokens is still there', async ({ practisedClavis }) => {
  const { page } = practisedClavis
  const before = await practiceState(page)
  await profileLink(page, 'Practice Client Testing').click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Acme sandbox')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Acme sandbox' })).toBeVisible()
  await openPage(page, 'Token')
  await page.getByRole('button', { name: 'Get a token' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()

  const again = await practisedClavis.relaunch()
  await expect(profileLink(again, 'Acme sandbox')).toBeVisible()
  await expect(again.getByRole('link', { name: /Practice service On/u })).toBeVisible()
  const after = await practiceState(again)
  expect([after.httpOrigin, after.httpsOrigin]).toEqual([before.httpOrigin, before.httpsOrigin])
  await profileLink(again, 'Acme sandbox').click()
  await openPage(again, 'Credentials')
  await expect(again.getByText(/^active since/u)).toBeVisible()
  await openPage(again, 'Token')
  await expect(again.getByText('No token', { exact: true })).toBeVisible()
  await again.getByRole('button', { name: 'Get a token' }).click()
  await expect(again.getByText('Active', { exact: true })).toBeVisible()
})
