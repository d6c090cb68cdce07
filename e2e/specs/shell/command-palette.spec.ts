import type { Locator, Page } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { openPage, profileLink } from '../../fixtures/practice.ts'
import { expectAccessible } from '../../fixtures/screens.ts'

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Go to' })

/** Opens the palette as a person does who sees nothing but where the focus is. */
async function open(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+k')
  const line = palette(page).getByRole('combobox', { name: 'Search profiles, pages and actions' })
  await expect(line).toBeFocused()
  return line
}

/** Opens the palette, types and takes what is chosen then. */
async function goTo(page: Page, words: string): Promise<void> {
  await open(page)
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
}

/** The one entry that is chosen, as a screen reader hears it: by the line, which has the focus. */
async function expectChosen(page: Page, name: string | RegExp): Promise<void> {
  const chosen = palette(page).getByRole('option', { selected: true })
  await expect(chosen).toHaveCount(1)
  await expect(chosen).toHaveAccessibleName(name)
  await expect(chosen).toBeInViewport()
  const id = (await chosen.getAttribute('id')) ?? ''
  await expect(palette(page).getByRole('combobox')).toHaveAttribute('aria-activedescendant', id)
}

test('profiles, pages and actions are gone to by their names, without a pointer', async ({ sharedClavis }) => {
  const { page } = sharedClavis

  await goTo(page, 'client testing')
  await expect(page.getByRole('heading', { level: 1, name: 'Practice Client Testing' })).toBeVisible()
  await goTo(page, 'tok')
  await expect(page.getByRole('button', { name: 'Get a token' })).toBeVisible()
  await goTo(page, 'report config')
  await expect(page.getByRole('link', { name: 'Lists', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('radio', { name: 'Report configurations' })).toBeChecked()

  // By a word that is not in its name, and by the name of the profile that it is of.
  await goTo(page, 'expiry')
  await expect(page.getByRole('heading', { level: 1, name: 'Certificate timeline' })).toBeVisible()
  await goTo(page, 'legacy')
  await goTo(page, 'legacy credentials')
  await expect(page.getByRole('heading', { level: 1, name: 'Practice Legacy' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New key' })).toBeVisible()

  await goTo(page, 'theme dark')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('arrows choose, the chosen one is told to screen readers, and what is not there is said', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  await profileLink(page, 'Practice Mock').click()
  const line = await open(page)
  const options = palette(page).getByRole('option')
  await expect(palette(page).getByRole('listbox', { name: 'Profiles, pages and actions' })).toBeVisible()
  const profiles = palette(page).getByRole('group', { name: 'Profiles' }).getByRole('option')
  await expect(profiles).toHaveCount(4)
  await expect(profiles.filter({ hasText: 'Practice Mock' })).toHaveAccessibleName(/Mock$/u)
  await expectAccessible(page, 'the command palette')

  await expectChosen(page, 'Overview')
  await page.keyboard.press('ArrowDown')
  await expectChosen(page, 'Credentials')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expectChosen(page, 'Theme: Dark')
  await page.keyboard.press('ArrowDown')
  await expectChosen(page, 'Overview')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('theme')
  await expect(options).toHaveCount(3)
  await expectChosen(page, 'Theme: System')

  // Nothing is found: it is said, and Enter goes nowhere.
  await line.fill('no such thing')
  await expect(palette(page).getByRole('status')).toHaveText('No results')
  await expect(options).toHaveCount(0)
  await expect(line).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectAccessible(page, 'the command palette without a find')
  await expect(line).toBeFocused()

  // And it finds again.
  await line.fill('settings')
  await expect(palette(page).getByRole('status')).toBeEmpty()
  await expectChosen(page, 'Settings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('Escape gives the focus back and leaves everything else as it was', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await profileLink(page, 'Practice Client Testing').click()

  // From a field in which something is being written.
  await openPage(page, 'Calls')
  const path = page.getByRole('textbox', { name: 'Path or URL' })
  await path.fill('payment/hello')
  await open(page)
  await page.keyboard.type('overview')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(path).toBeFocused()
  await expect(path).toHaveValue('payment/hello')
  // What was typed the last time is gone, and the same keys close it, too.
  await expect(await open(page)).toHaveValue('')
  await page.keyboard.press('Control+k')
  await expect(path).toBeFocused()

  // Over a dialog, which stays.
  await openPage(page, 'Credentials')
  await page.getByRole('button', { name: 'New key' }).click()
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Create key' }) })
  await expect(dialog).toBeVisible()
  await open(page)
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // By pointer, from the sidebar.
  const button = page.getByRole('button', { name: 'Go to…' })
  await button.click()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  // Before its line has the focus, too.
  await button.evaluate(async (element: HTMLElement) => {
    element.click()
    // The palette is drawn; what takes the focus comes in a task of its own.
    await new Promise((resolve) => queueMicrotask(() => queueMicrotask(() => resolve(undefined))))
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  })
  await expect(palette(page)).toHaveCount(0)
  await expect(button).toBeFocused()
  await button.click()
  await palette(page).getByRole('option', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('a page with unsaved changes is not left without a word', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await goTo(page, 'edit profile')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Another name')
  await goTo(page, 'settings')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep editing' }).press('Enter')
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('Another name')
})
