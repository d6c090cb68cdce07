import type { Locator } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { openPage, openPracticeLists, practiceState, profileLink } from '../../fixtures/services/practice.ts'
import { holdAnswers } from '../../fixtures/window/held-calls.ts'

test('Restart: everything but tokens is still there @core', async ({ practisedClavis }) => {
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

test('Restart: what was changed last is there, although the window closed before it was stored', async ({
  practisedClavis,
}) => {
  const { app, page } = practisedClavis
  await openPracticeLists(page, 200)
  const header = (name: string): Locator => page.getByRole('columnheader', { name, exact: true })
  // While the first order is being stored, the second waits.
  const { count } = await holdAnswers(app, 'lists.changeColumns')
  await header('status').focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(count).toBe(1)
  const before = await header('status').getAttribute('aria-colindex')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(header('status')).not.toHaveAttribute('aria-colindex', before ?? '')
  const place = (await header('status').getAttribute('aria-colindex')) ?? ''
  await page.getByRole('combobox', { name: 'Search loaded records' }).pressSequentially('errored')
  await app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.close()
  })

  const again = await practisedClavis.relaunch()
  await profileLink(again, 'Practice Client Testing').click()
  await openPage(again, 'Lists')
  await expect(again.getByRole('combobox', { name: 'Search loaded records' })).toHaveValue('errored')
  await expect(again.getByRole('columnheader', { name: 'status', exact: true })).toHaveAttribute('aria-colindex', place)
})
