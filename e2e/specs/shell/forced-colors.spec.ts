import type { Locator, Page } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { openHome, openPage, openPracticeLists, profileLink } from '../../fixtures/services/practice.ts'
import { answerQuestions } from '../../fixtures/window/dialogs.ts'

// In high contrast the browser drops grounds, shadows and gradients, and gives all texts one color.

/** Returns a picture of an element that says nothing of its texts. */
async function lookOf(place: Locator): Promise<string> {
  await place.evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  )
  return (await place.screenshot()).toString('base64')
}

/** Returns what fills an element and what it is framed with. */
function paintOf(place: Locator): Promise<string> {
  return place.evaluate((element) => {
    const { backgroundColor, color, borderTopColor } = getComputedStyle(element)
    return [backgroundColor, color, borderTopColor].join(' ')
  })
}

async function inHighContrast(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
}

test('High contrast: shows which switch is on, which tab, place and segment is chosen', async ({ sharedClavis }) => {
  const { page, app } = sharedClavis
  // Without the tray icon, Production is warned of less.
  await answerQuestions(app, true)
  await inHighContrast(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  const tracks = page.getByRole('main').locator('.mantine-Switch-track')
  const tray = page.getByRole('switch', { name: /^Tray icon/u })
  await expect(tray).toBeChecked()
  const track = tracks.nth(1)
  const on = await lookOf(track)
  await tray.press('Space')
  await expect(tray).not.toBeChecked()
  await page.getByRole('main').focus()
  expect(await lookOf(track)).not.toBe(on)
  await tray.press('Space')

  const theme = page.getByRole('radiogroup', { name: 'Theme' }).locator('label')
  expect(await paintOf(theme.nth(0))).not.toBe(await paintOf(theme.nth(1)))
  const chosen = page.getByRole('radiogroup', { name: 'Theme' }).locator('.mantine-SegmentedControl-indicator')
  expect(await paintOf(chosen)).not.toBe(await paintOf(page.getByRole('main')))

  const places = page.getByRole('complementary', { name: 'Profiles and places' })
  const settings = places.getByRole('link', { name: 'Settings' })
  expect(await paintOf(settings)).not.toBe(await paintOf(places.getByRole('link', { name: 'New profile' })))

  await openHome(page)
  const tabs = page.getByRole('navigation', { name: 'Pages of Home' }).getByRole('link')
  const lineBelow = (tab: Locator): Promise<string> =>
    tab.evaluate((element) => {
      const { content, borderBottomColor } = getComputedStyle(element, '::after')
      return content === 'none' ? 'none' : borderBottomColor
    })
  expect(await lineBelow(tabs.nth(1))).toBe('none')
  expect(await lineBelow(tabs.nth(0))).not.toBe(
    await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
  )
})

test('High contrast: shows steps, environments, cards and the one button to press', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await inHighContrast(page)
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Overview')
  const mark = (state: string): Locator =>
    page.getByRole('region', { name: 'Set-up' }).locator(`[data-state="${state}"] [role="img"]`).first()
  const looks = [await lookOf(mark('done')), await lookOf(mark('next')), await lookOf(mark('later'))]
  expect(new Set(looks).size).toBe(3)
  const main = page.getByRole('main')
  expect(await paintOf(main.getByRole('button', { name: 'Get a token' }))).not.toBe(
    await paintOf(main.getByRole('button', { name: 'Diagnose' })),
  )
  const sidebar = page.getByRole('navigation', { name: 'Profiles' })
  const shapes = ['Practice Production', 'Practice Legacy', 'Practice Mock'].map((name) =>
    lookOf(
      sidebar
        .getByRole('link', { name: new RegExp(name, 'u') })
        .locator('svg')
        .first(),
    ),
  )
  expect(new Set(await Promise.all(shapes)).size).toBe(3)
  const card = page.getByRole('region', { name: 'Set-up' })
  const [border, ground] = await card.evaluate((element) => {
    const { borderTopColor, borderTopWidth } = getComputedStyle(element)
    return [`${borderTopWidth} ${borderTopColor}`, `1px ${getComputedStyle(document.body).backgroundColor}`]
  })
  expect(border).toMatch(/^1px/u)
  expect(border).not.toBe(ground)

  await openHome(page, 'Replacements')
  const boxes = main.locator('.mantine-Checkbox-input')
  expect(await paintOf(boxes.nth(0))).not.toBe(await paintOf(boxes.nth(1)))
})

test('High contrast: shows the selected row, the chosen result and the field with the focus', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  await inHighContrast(page)
  await openPracticeLists(page, 400)
  const row = (index: number): Locator => page.getByRole('grid').getByRole('row').nth(index)
  await page.getByRole('gridcell', { name: 'rep-00000001' }).click()
  await expect(row(2)).toHaveAttribute('aria-selected', 'true')
  expect(await paintOf(row(2))).not.toBe(await paintOf(row(3)))
  // Its texts stand out from it, also pale ones.
  for (const part of await row(2).locator('> *').all())
    expect(await part.evaluate((element) => getComputedStyle(element).color)).toBe(
      await row(2).evaluate((element) => getComputedStyle(element).color),
    )
  const field = page.getByRole('combobox', { name: 'Search loaded records' })
  await field.focus()
  expect(await field.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
  await page.keyboard.press('ControlOrMeta+k')
  const options = page.getByRole('dialog', { name: 'Go to' }).getByRole('option')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  expect(await paintOf(options.nth(0))).not.toBe(await paintOf(options.nth(1)))
})
