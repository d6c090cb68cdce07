import { readFile } from 'node:fs/promises'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { diagnose, loadWholeList, openHome, openPage, profileLink } from '../../fixtures/services/practice.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

test('First run: a new user follows the README, finds records in each step, and removes it all in one step @core', async ({
  clavis,
}) => {
  const { page } = clavis
  await lookAt(page, 'welcome')
  await Promise.all([
    // Checks every frame: an assertion checks twice a second, and creating the keys may take less time than that.
    page.waitForFunction(() => /Creating keys… \d of 4/u.test(document.body.innerText)),
    page.getByRole('button', { name: 'Try the practice service' }).click(),
  ])
  await expect(page.getByRole('heading', { level: 1, name: 'Practice Client Testing' })).toBeVisible()
  await expect(page.getByText('Ready', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Verified today, .+: token and hello-world call$/u)).toBeVisible()
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
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Token')
  const exchange = page.getByRole('region', { name: 'Request & response' })
  await exchange.getByRole('button', { name: 'View' }).click()
  await expect(exchange.getByRole('status')).toHaveText(/^All \d+ checks passed\.$/u)

  await openPage(page, 'Lists')
  const status = await loadWholeList(page, 25_000)
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8')
  const example = /Type `(?<example>[^`]+)` to filter/u.exec(readme)?.groups?.['example'] ?? ''
  await page.getByRole('combobox', { name: 'Search loaded records' }).fill(example)
  await expect(status).toContainText(/[1-9][\d,]* of 25,000 records match/u)
  await page
    .getByRole('gridcell', { name: /^rep-\d{6}-/u })
    .first()
    .click()
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  await page.getByText('Charts', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Charts' }).locator('[data-group]').first()).toBeVisible()

  await openHome(page, 'Certificate timeline')
  await expect(page.getByRole('button', { name: /^Active · Practice Production/u })).toBeVisible()
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Overview')
  const attention = page.getByRole('region', { name: 'Certificates that need attention' })
  await expect(attention).toContainText('Practice Production')
  await attention.getByRole('link', { name: 'Replace…' }).click()
  await expect(page).toHaveTitle(/^Replacement · Practice Production/u)

  const places = page.getByRole('navigation', { name: 'Places' })
  await places.getByRole('link', { name: /Practice service/u }).click()
  await page.getByRole('switch', { name: 'Service unavailable (503)' }).check()
  await profileLink(page, 'Practice Client Testing').click()
  await diagnose(page)
  await expect(page.getByText(/status 503/u).first()).toBeVisible()
  await places.getByRole('link', { name: /Practice service/u }).click()
  await page.getByRole('button', { name: 'Let a day pass' }).click()
  await expect(page.getByText(/^Data is 1 day ahead/u)).toBeVisible()
  await page.getByRole('button', { name: 'Remove practice data' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No profiles yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up practice profiles' })).toBeVisible()
})
