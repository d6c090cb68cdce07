import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall, openPage, profileLink } from '../../fixtures/services/practice.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

/** What a step of the README's tour names: `*what to press or see*`, `A → B` one after the other, or `` `text to type` ``. */
interface Step {
  readonly names: readonly string[]
  readonly typed: string | undefined
}

async function readTour(): Promise<Step[]> {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8')
  const tour = /## Your first five minutes\n(?<tour>[^#]+)/u.exec(readme)?.groups?.['tour'] ?? ''
  return [...tour.matchAll(/^\d\. (?<step>.+)$/gmu)].map(({ groups: { step = '' } = {} }) => ({
    names: [...step.matchAll(/\*(?<names>[^*]+)\*/gu)].flatMap(({ groups }) => groups?.['names']?.split(' → ') ?? []),
    typed: /`(?<typed>[^`]+)`/u.exec(step)?.groups?.['typed'],
  }))
}

/** Presses what has a name, in the open dialog if there is one; what can't be pressed must be there. */
async function press(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  const place: Page | Locator = (await dialog.count()) > 0 ? dialog : page
  const beginning = new RegExp(String.raw`^${name.replaceAll(/[.()]/gu, String.raw`\$&`)}(?!\w)`, 'u')
  const choice = page.getByRole('radiogroup').getByText(name, { exact: true })
  const pressed = (which: { name: string | RegExp; exact?: boolean }): Locator =>
    place
      .getByRole('button', which)
      .or(place.getByRole('link', which))
      .or(place.getByRole('switch', which))
      .or(choice)
      .or(place.getByRole('heading', which))
  await expect(pressed({ name: beginning }).first()).toBeVisible()
  const exact = pressed({ name, exact: true })
  await ((await exact.count()) > 0 ? exact : pressed({ name: beginning })).first().click()
}

test('First run: a new user does what the README says, finds what it promises, and removes it all @core', async ({
  clavis,
}) => {
  const { page } = clavis
  await lookAt(page, 'welcome')
  const status = page.getByRole('status', { name: 'List status' })
  // Notes every change of the page: creating the keys may take less time than a busy machine draws a frame in.
  const progress = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (/Creating keys… \d of 4/u.test(document.body.textContent)) resolve()
        }
        new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true })
      }),
  )
  const seen: readonly (() => Promise<void>)[] = [
    async () => {
      await progress
      await expect(page.getByRole('heading', { level: 1, name: 'Practice Client Testing' })).toBeVisible()
      await expect(page.getByText('Ready', { exact: true })).toBeVisible()
      await expect(page.getByText(/^Verified today, .+: token and hello-world call$/u)).toBeVisible()
    },
    async () => {
      await expect(page.getByText('Active', { exact: true })).toBeVisible()
      await expect(page.getByText('28,800 s (8 h)')).toBeVisible()
      await expect(page.getByText(/^All \d+ checks passed\.$/u)).toBeVisible()
    },
    () => expect(status).toContainText('All 25,000 records loaded'),
    () => expect(page.getByRole('region', { name: 'Charts' }).locator('[data-group]').first()).toBeVisible(),
    () => expect(page).toHaveTitle(/^Replacement · Practice Production/u),
    () => expect(page.getByText(/status 503/u).first()).toBeVisible(),
    () => expect(page.getByText('No profiles yet.')).toBeVisible(),
  ]
  const tour = await readTour()
  expect(tour).toHaveLength(seen.length)
  for (const [index, { names, typed }] of tour.entries())
    await test.step(`step ${index + 1}: ${names.join(', ')}`, async () => {
      if (typed !== undefined) {
        await page.getByRole('combobox', { name: 'Search loaded records' }).fill(typed)
        await expect(status).toContainText(/[1-9][\d,]* of 25,000 records match/u)
        const first = page.getByRole('gridcell', { name: /^rep-\d{6}-/u }).first()
        await first.click()
        await expect(page.getByRole('treeitem').first()).toBeVisible()
      }
      for (const name of names) await press(page, name)
      await seen[index]?.()
    })
})

test('Practice service: each profile gets a token and loads a list, and a day passes', async ({ practisedClavis }) => {
  const { page } = practisedClavis
  await bridgeCall(page, 'practice.setData', { isAwkward: false, daysAhead: 0 })
  for (const name of ['Practice Mock', 'Practice Client Testing', 'Practice Production', 'Practice Legacy']) {
    await profileLink(page, name).click()
    await openPage(page, 'Token')
    await page.getByRole('button', { name: 'Get a token' }).click()
    await expect(page.getByText('Active', { exact: true })).toBeVisible()
    await openPage(page, 'Lists')
    if (name === 'Practice Production') await page.getByRole('button', { name: 'Load first page' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'more available' })).toBeVisible()
    await expect(page.getByRole('gridcell', { name: /^rep-/u }).first()).toBeVisible()
    // Another profile opens at the same page, and a list requests a token automatically.
    await openPage(page, 'Overview')
  }
  await page.getByRole('link', { name: /Practice service/u }).click()
  await page.getByRole('button', { name: 'Let a day pass' }).click()
  await expect(page.getByText(/^Data is 1 day ahead/u)).toBeVisible()
})
