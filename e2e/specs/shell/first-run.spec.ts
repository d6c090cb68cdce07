import { expect, test } from '../../fixtures/clavis-app.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

test('a new user sees tokens and lists, and removes it all in one step', async ({ clavis }) => {
  const { page } = clavis
  await lookAt(page, 'welcome')
  await Promise.all([
    // Checks every frame: an assertion checks twice a second, and creating the keys may take less time than that.
    page.waitForFunction(() => /Creating keys… \d of 4/u.test(document.body.innerText)),
    page.getByRole('button', { name: 'Try the practice service' }).click(),
  ])
  await expect(page.getByRole('heading', { level: 1, name: 'Practice Client Testing' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Ready' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show steps' })).toBeVisible()
  const profiles = page.getByRole('navigation', { name: 'Profiles' })
  for (const name of ['Practice Mock', 'Practice Client Testing', 'Practice Production', 'Practice Legacy'])
    await expect(profiles.getByRole('link', { name: new RegExp(name, 'u') })).toBeVisible()

  for (const name of ['Practice Mock', 'Practice Client Testing', 'Practice Production', 'Practice Legacy']) {
    await profiles.getByRole('link', { name: new RegExp(name, 'u') }).click()
    await page.getByRole('link', { name: 'Token', exact: true }).click()
    if (name !== 'Practice Client Testing') await page.getByRole('button', { name: 'Get a token' }).click()
    await expect(page.getByText('Active', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Lists', exact: true }).click()
    if (name === 'Practice Production') await page.getByRole('button', { name: 'Load first page' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'more available' })).toBeVisible()
    await expect(page.getByRole('gridcell', { name: /^rep-\d{6}-/u }).first()).toBeVisible()
    // Another profile opens at the same page, and a list requests a token automatically.
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
  }
  await expect(page.getByRole('region', { name: 'Certificates that need attention' })).toContainText(
    'Practice Production',
  )
  await page
    .getByRole('navigation', { name: 'Places' })
    .getByRole('link', { name: /Practice service/u })
    .click()
  await page.getByRole('button', { name: 'Let a day pass' }).click()
  await expect(page.getByText(/^Data is 1 day ahead/u)).toBeVisible()
  await page.getByRole('button', { name: 'Remove practice data' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No profiles yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up practice profiles' })).toBeVisible()
})
