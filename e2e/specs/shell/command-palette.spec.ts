import type { Locator, Page } from 'playwright/test'
import { mustCall } from '../../fixtures/certificates/certificates.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { openHome, openPage, openPracticeLists, profileLink } from '../../fixtures/services/practice.ts'
import { pressInOpened } from '../../fixtures/window/opened.ts'
import { expectAccessible, takePicture } from '../../fixtures/window/screens.ts'

const palette = (page: Page): Locator => page.getByRole('dialog', { name: 'Go to' })

/** Opens the palette and waits for its focus, like a person who only uses the keyboard. */
async function open(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+k')
  const line = palette(page).getByRole('combobox', { name: 'Search profiles, pages and actions' })
  await expect(line).toBeFocused()
  return line
}

/** Opens the palette, types and activates the selected entry. */
async function goTo(page: Page, words: string): Promise<void> {
  await open(page)
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect(palette(page)).toHaveCount(0)
}

/** Expects one selected entry, as announced by a screen reader: by the line that has the focus. */
async function expectChosen(page: Page, name: string | RegExp): Promise<void> {
  const chosen = palette(page).getByRole('option', { selected: true })
  await expect(chosen).toHaveCount(1)
  await expect(chosen).toHaveAccessibleName(name)
  await expect(chosen).toBeInViewport()
  const id = (await chosen.getAttribute('id')) ?? ''
  await expect(palette(page).getByRole('combobox')).toHaveAttribute('aria-activedescendant', id)
}

test('Command palette: opens profiles, pages and actions by name, without a pointer', async ({ sharedClavis }) => {
  const { page } = sharedClavis

  await goTo(page, 'client testing')
  await expect(page.getByRole('heading', { level: 1, name: 'Practice Client Testing' })).toBeVisible()
  await goTo(page, 'tok')
  await expect(page.getByRole('button', { name: 'Get a token' })).toBeVisible()
  await goTo(page, 'report config')
  await expect(page.getByRole('link', { name: 'Lists', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('button', { name: 'List: Report configurations' })).toBeVisible()

  // By a keyword that is not in its name, and by the name of its profile.
  await goTo(page, 'expiry')
  await expect(page.getByRole('heading', { level: 2, name: 'Certificate timeline' })).toBeVisible()
  await goTo(page, 'legacy')
  await goTo(page, 'legacy credentials')
  await expect(page.getByRole('heading', { level: 1, name: 'Practice Legacy' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create key', exact: true })).toBeVisible()

  await goTo(page, 'run diagnostics')
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible()
  await goTo(page, 'charts')
  await expect(page.getByRole('region', { name: 'Charts' })).toBeVisible()
  await goTo(page, 'load all')
  await expect(page.getByRole('status', { name: 'List status' })).toContainText('All 25,000 records loaded')
  await goTo(page, 'new key')
  await expect(page.getByRole('button', { name: 'Create CSR' })).toBeVisible()
  await goTo(page, 'back up')
  await expect(page.getByRole('dialog', { name: 'Back up profiles' })).toBeVisible()
  await page.keyboard.press('Escape')
  await goTo(page, 'shortcuts')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await goTo(page, 'get a token')
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByText('Expires (exp)')).toBeVisible()

  await goTo(page, 'theme dark')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('Command palette: arrows select, and the selection or no results are announced @core', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  await profileLink(page, 'Practice Mock').click()
  const line = await open(page)
  const options = palette(page).getByRole('option')
  await expect(palette(page).getByRole('listbox', { name: 'Profiles, pages and actions' })).toBeVisible()
  await expectAccessible(page, 'the command palette')

  // Before anything is typed, the profiles with what is next come first, the most urgent one first of all.
  await expectChosen(page, /^Practice Production Production Replace… Replace the certificate by/u)
  for (const [index, name] of [/^Practice/u, /^Practice/u, /^Practice/u, /^Practice Mock Mock Overview/u].entries())
    await expect(options.nth(index + 1)).toHaveAccessibleName(name)
  await page.keyboard.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expectChosen(page, 'Theme: Dark')
  await page.keyboard.press('ArrowDown')
  await expectChosen(page, /^Practice Production/u)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type('theme')
  await expect(options).toHaveCount(3)
  await expectChosen(page, 'Theme: System')

  // Nothing is found: it says so, and Enter does nothing.
  await line.fill('no such thing')
  await expect(palette(page).getByRole('status')).toHaveText('No results')
  await expect(options).toHaveCount(0)
  await expect(line).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectAccessible(page, 'the command palette without a find')
  await expect(line).toBeFocused()

  // Then something is found again.
  await line.fill('settings')
  await expect(palette(page).getByRole('status')).toBeEmpty()
  await expectChosen(page, 'Settings')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('Command palette: opens pages, actions, records and certificates of any profile from anywhere @core', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  const profileName = page.getByRole('heading', { level: 1 })
  await openPracticeLists(page, 400)
  await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toBeVisible()
  await openHome(page)

  await goTo(page, 'mock token')
  await expect(profileName).toHaveText('Practice Mock')
  await expect(page.getByRole('button', { name: 'Get a token' })).toBeVisible()
  // What the current page could do is done for the profile that was named.
  await goTo(page, 'mock diagnose')
  await goTo(page, 'legacy diagnose')
  await expect(profileName).toHaveText('Practice Legacy')
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible()
  await goTo(page, 'prod repl')
  await expect(profileName).toHaveText('Practice Production')
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()

  await open(page)
  await page.keyboard.type('rep-00000007')
  await expectChosen(page, /^Practice Client Testing Client Testing rep-00000007 Record in reports$/u)
  await takePicture(page, 'command-palette-record')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('gridcell', { name: 'rep-00000007' })).toBeVisible()
  await expect(page.getByRole('gridcell', { name: 'rep-00000008' })).toHaveCount(0)

  const { certificates } = await mustCall(page, 'expiry.overview', undefined)
  const { thumbprint = '' } = certificates.find((each) => each.profileName === 'Practice Legacy') ?? {}
  await goTo(page, thumbprint.replaceAll(/(?<pair>..)(?=.)/gu, '$<pair>:').toLowerCase())
  await expect(profileName).toHaveText('Practice Legacy')
  await expect(page.getByRole('heading', { name: 'Credentials', exact: true })).toBeVisible()
})

test('Command palette: Escape returns the focus and leaves everything else as it was', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await profileLink(page, 'Practice Client Testing').click()

  // From a field with unsaved text.
  await openPage(page, 'Requests')
  const path = page.getByRole('combobox', { name: 'Path or URL' })
  await path.fill('payment/hello')
  await open(page)
  await page.keyboard.type('overview')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(path).toBeFocused()
  await expect(path).toHaveValue('payment/hello')
  // The last search is cleared, and the same shortcut closes it, too.
  await expect(await open(page)).toHaveValue('')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(path).toBeFocused()
  // So it is if opened again while it fades out.
  const search = await open(page)
  await page.keyboard.type('overview')
  await page.evaluate(async () => {
    const press = (key: string, init: KeyboardEventInit = {}): boolean | undefined =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...init }))
    press('Escape')
    await new Promise((resolve) => requestAnimationFrame(resolve))
    press('k', { ctrlKey: true })
  })
  await expect(search).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toHaveCount(0)
  await expect(path).toBeFocused()

  // Over a dialog, which stays.
  await openPage(page, 'Credentials')
  await page.getByRole('button', { name: 'Export for portal…' }).click()
  const dialog = page.getByRole('dialog', { name: /portal/u })
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
  // Also before its line has the focus.
  await button.evaluate(async (element: HTMLElement) => {
    element.click()
    // The palette is drawn; the focus is set in a later task.
    await new Promise((resolve) => queueMicrotask(() => queueMicrotask(() => resolve(undefined))))
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  })
  await expect(palette(page)).toHaveCount(0)
  await expect(button).toBeFocused()
  await button.click()
  await palette(page).getByRole('option', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('Command palette: warns before it leaves a page with unsaved changes', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await profileLink(page, 'Practice Client Testing').click()
  await goTo(page, 'edit profile')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Another name')
  await goTo(page, 'settings')
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
  await pressInOpened(question.getByRole('button', { name: 'Keep editing' }), 'Enter')
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('Another name')
})

test('Command palette: a dialog opened from it closes on Escape from its first frame on', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  const dialog = page.getByRole('dialog', { name: 'About Clavis' })
  // Once before, so that its code is loaded: the second time it appears while the palette fades out.
  await goTo(page, 'about')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await open(page)
  await page.keyboard.type('about')
  // A key sent from here would come some frames later.
  await page.evaluate(() => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('[role="dialog"]:not([aria-label="Go to"])') === null) return
      observer.disconnect()
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      document.body.dataset['pressed'] = 'Escape'
    }).observe(document.body, { subtree: true, childList: true })
  })
  await page.keyboard.press('Enter')
  await expect(page.locator('body')).toHaveAttribute('data-pressed', 'Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
