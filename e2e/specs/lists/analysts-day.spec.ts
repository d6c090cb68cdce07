import { parse } from 'csv-parse/sync'
import type { Locator, Page } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall, openHome } from '../../fixtures/services/practice.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

/** Counts what a person does besides typing text: clicks, and keys that are commands. */
class Hands {
  readonly #page: Page
  #count = 0

  constructor(page: Page) {
    this.#page = page
  }

  async click(target: Locator, options: Parameters<Locator['click']>[0] = {}): Promise<void> {
    this.#count += 1
    await target.click(options)
  }

  async press(key: string): Promise<void> {
    this.#count += 1
    await this.#page.keyboard.press(key)
  }

  /** Returns how many there were since the last time. */
  take(): number {
    const count = this.#count
    this.#count = 0
    return count
  }
}

test('Analyst’s day: last week’s failed reports by team in 5 clicks, twenty rows into a sheet in 3, and tomorrow again in 2', async ({
  practisedClavis,
}) => {
  test.slow()
  let { page } = practisedClavis
  await bridgeCall(page, 'practice.setData', { isAwkward: false, daysAhead: 0 })
  await bridgeCall(page, 'practice.setRecords', { records: 25_000 })
  await page.setViewportSize({ width: 1600, height: 1000 })
  const charts = (): Locator => page.getByRole('region', { name: 'Charts' })
  const byTeam = async (): Promise<void> => {
    await expect(charts().getByRole('heading', { name: 'Number of records by team' })).toBeVisible()
    await expect(charts().locator('[data-group]').first()).toBeVisible()
    await expect(page.getByRole('list', { name: 'Filters' })).toContainText('status is Errored')
    // Of the whole week, not of what happened to be loaded.
    await expect(page.getByRole('region', { name: 'Load for this view' })).toBeHidden()
  }

  await test.step('last week’s failed reports by team', async () => {
    const hands = new Hands(page)
    await openHome(page)
    await hands.click(
      page.getByRole('table', { name: 'Profiles' }).getByRole('link', { name: /^Practice Client Testing/u }),
    )
    await hands.click(page.getByRole('link', { name: 'Lists', exact: true }))
    await hands.click(page.getByRole('combobox', { name: 'Search loaded records' }))
    await page.keyboard.type('status:Errored createdAt:last week')
    await expect(page.getByRole('list', { name: 'Filters' })).toContainText('status is Errored')
    await hands.click(page.getByRole('columnheader', { name: /^team/u }), { button: 'right' })
    await hands.click(page.getByRole('menuitem', { name: 'Chart by value' }))
    await byTeam()
    expect(hands.take()).toBeLessThanOrEqual(5)
    await lookAt(page, 'analyst-day-by-team')
  })

  await test.step('twenty rows into a sheet', async () => {
    await page.getByRole('radiogroup', { name: 'Display' }).getByText('Table').click()
    const hands = new Hands(page)
    // Below the header, by their numbers.
    const row = (number: number): Locator =>
      page.getByRole('grid', { name: 'Records' }).locator(`[aria-rowindex="${number + 1}"] > :first-child`)
    await hands.click(row(1))
    await hands.click(row(20), { modifiers: ['Shift'] })
    await expect(page.getByText('20 rows selected')).toBeVisible()
    await hands.press('ControlOrMeta+c')
    await expect(page.getByText(/^Copied 20 rows/u)).toBeVisible()
    const copied = await practisedClavis.app.evaluate(({ clipboard }) => clipboard.readText())
    const rows = parse<Record<string, string>>(copied, { delimiter: '\t', columns: true })
    expect(rows).toHaveLength(20)
    expect(new Set(rows.map((row) => row['status']))).toEqual(new Set(['Errored']))
    expect(hands.take()).toBeLessThanOrEqual(3)
  })

  await page.getByRole('radiogroup', { name: 'Display' }).getByText('Charts').click()
  await page.getByRole('button', { name: 'Save view', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Failed last week')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: /^List: / })).toHaveAccessibleName('List: Reports · Failed last week')

  page = await practisedClavis.relaunch()
  await bridgeCall(page, 'practice.setData', { isAwkward: false, daysAhead: 1 })
  await test.step('tomorrow again', async () => {
    const hands = new Hands(page)
    await openHome(page)
    await hands.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox')).toBeFocused()
    await page.keyboard.type('failed last week')
    await expect(page.getByRole('option', { name: /Failed last week/u }).first()).toBeVisible()
    await hands.press('Enter')
    await byTeam()
    await expect(page.getByRole('button', { name: /^List: / })).toHaveAccessibleName('List: Reports · Failed last week')
    expect(hands.take()).toBeLessThanOrEqual(2)
  })
})
