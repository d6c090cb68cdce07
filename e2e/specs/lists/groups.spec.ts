import type { Locator, Page } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { loadWholeList } from '../../fixtures/services/practice.ts'
import { servedPage, withServedList } from '../../fixtures/services/served-list.ts'
import { expectAccessible, lookAt } from '../../fixtures/window/screens.ts'

// The table is grouped by columns, with counts and sums, and groups open in place.

const teams = ['Treasury', 'Risk', 'Payment Operations']
/** 300 records: 150 of Treasury, 100 of Risk and 50 of Payment Operations, in three currencies over three days. */
const recordOf = (number: number): object => ({
  reportId: `rep-${String(number).padStart(4, '0')}`,
  name: `Daily settlement ${number}`,
  status: number % 4 === 0 ? 'Errored' : 'Finished',
  amount: number + 0.25 + (number % 6 === 2 ? 90_000_000_000 : 0),
  currency: ['EUR', 'USD', 'JPY'][number % 3],
  team: teams[number % 6 < 3 ? 0 : number % 6 < 5 ? 1 : 2],
  createdAt: `2026-03-0${1 + (number % 3)}T10:00:00Z`,
})
const answer = (_url: string, cursor: string | undefined): string =>
  servedPage(cursor, { records: 300, pageSize: 100, recordOf })

const table = (page: Page): Locator => page.getByRole('treegrid', { name: 'Records' })
const group = (page: Page, name: string): Locator =>
  table(page)
    .locator('[aria-expanded]')
    .filter({ hasText: `${name} · ` })
const cell = (row: Locator, column: number): Locator => row.locator(`[aria-colindex="${column}"]`)

/** Chooses a command of a column's menu. */
async function chooseOfColumn(page: Page, column: string, command: string): Promise<void> {
  await page.getByRole('columnheader', { name: column }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: command, exact: true }).click()
}

test('Groups: open in place by mouse and keyboard, with counts and sums of each currency @core', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page } = sharedClavis
  await withServedList(sharedClavis, answer, async () => {
    await loadWholeList(page, 300)
    await chooseOfColumn(page, 'team', 'Group by this column')
    const rows = table(page).locator('[aria-level]')
    await expect(rows).toHaveCount(3)
    await expect(cell(rows.nth(0), 1)).toHaveText('Payment Operations · 50')
    await expect(cell(rows.nth(1), 1)).toHaveText('Risk · 100')
    await expect(cell(rows.nth(2), 1)).toHaveText('Treasury · 150')
    await expect(table(page).getByRole('columnheader').first()).toHaveText('team')
    // Amounts of several currencies are never one sum.
    await expect(group(page, 'Treasury').getByText('3 currencies')).toBeVisible()
    await expect(group(page, 'Risk').getByText('EUR 7,512.5 · USD 7,562.5')).toBeVisible()
    await expect(group(page, 'Payment Operations').getByText('JPY 7,612.5')).toBeVisible()
    await expectAccessible(page, 'groups')
    await lookAt(page, 'groups')

    await test.step('by mouse', async () => {
      await cell(group(page, 'Risk'), 1).click()
      await expect(group(page, 'Risk')).toHaveAttribute('aria-expanded', 'true')
      const first = table(page).getByRole('row').filter({ hasText: 'rep-0003' })
      await expect(first).toHaveAttribute('aria-level', '2')
      // Its number is that of its row among all records, in the order of the groups.
      await expect(first.locator(':scope > :first-child')).toHaveText('51')
      await lookAt(page, 'groups-open')
      await first.getByText('rep-0003').click()
      await expect(page.getByRole('complementary', { name: 'Record' })).toContainText('rep-0003')
      await page.getByRole('button', { name: 'Close record' }).click()
      // The place of the row number opens and closes it, too.
      await group(page, 'Risk').locator(':scope > :first-child').click()
      await expect(rows).toHaveCount(3)
    })

    await test.step('by keyboard', async () => {
      await cell(rows.nth(2), 1).focus()
      await page.keyboard.press('ArrowRight')
      await expect(rows.nth(2)).toHaveAttribute('aria-expanded', 'true')
      await page.keyboard.press('ArrowDown')
      await expect(cell(rows.nth(3), 1)).toBeFocused()
      await expect(rows.nth(3)).toContainText('rep-0000')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('ArrowLeft')
      await expect(rows).toHaveCount(3)
      await page.keyboard.press('Enter')
      await expect(rows.nth(2)).toHaveAttribute('aria-expanded', 'true')
      await page.keyboard.press(' ')
      await expect(rows).toHaveCount(3)
      await expect(cell(rows.nth(2), 1)).toBeFocused()
    })

    await test.step('a range over closed groups is of their records', async () => {
      await cell(rows.nth(0), 1).focus()
      await page.keyboard.press('Shift+ArrowDown')
      await expect(page.getByRole('status').filter({ hasText: '150 rows by 1 column selected' })).toBeVisible()
      await page.keyboard.press('ArrowDown')
    })

    await test.step('a second column, and the sums one for each currency', async () => {
      await page.getByRole('button', { name: 'Then by currency' }).click()
      await expect(page.getByRole('button', { name: 'Then by: currency' })).toBeVisible()
      await expect(rows).toHaveCount(3)
      await cell(rows.nth(2), 1).focus()
      await page.keyboard.press('Shift+F10')
      await expect(page.getByRole('menu', { name: 'Group' })).toContainText('EUR 7,')
      await lookAt(page, 'group-menu')
      await page.getByRole('menuitem', { name: 'Expand group' }).click()
      await expect(rows).toHaveCount(6)
      const euros = Array.from({ length: 300 }, (_, number) => number).filter(
        (number) => number % 6 < 3 && number % 3 === 0,
      )
      const sum = euros.reduce((all, number) => all + number + 0.25, 0)
      await expect(rows.nth(3)).toHaveAttribute('aria-level', '2')
      await expect(cell(rows.nth(3), 2)).toHaveText('EUR · 50')
      await expect(rows.nth(3).getByText(`EUR ${sum.toLocaleString('en')}`)).toBeVisible()
      await cell(rows.nth(3), 2).click()
      await expect(rows.nth(4)).toHaveAttribute('aria-level', '3')
      await lookAt(page, 'groups-two-levels')
    })

    await test.step('a group leads to its records as a filter', async () => {
      await cell(rows.nth(3), 2).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Filter to this group' }).click()
      await expect(page.getByText('team is Treasury')).toBeVisible()
      await expect(page.getByText('currency is EUR')).toBeVisible()
      await expect(page.getByText('50 of 300', { exact: false }).first()).toBeVisible()
      await page.getByRole('button', { name: 'Clear all' }).click()
    })

    await test.step('the most records first, and dates by month', async () => {
      await page.getByRole('button', { name: 'Remove group: currency' }).click()
      await page.getByRole('button', { name: 'Group: team', exact: true }).click()
      await page.getByRole('menuitemradio', { name: 'Most records first' }).click()
      await expect(cell(table(page).locator('[aria-expanded]').first(), 1)).toHaveText('Treasury · 150')
      await chooseOfColumn(page, 'createdAt', 'Group by this column')
      await expect(cell(rows.nth(0), 1)).toHaveText('Sun, Mar 1, 2026 · 100')
      await page.getByRole('button', { name: 'Group: createdAt by day', exact: true }).click()
      await page.getByRole('menuitemradio', { name: 'Month' }).click()
      await expect(cell(rows.nth(0), 1)).toHaveText('March 2026 · 300')
    })

    await test.step('is left and restored, and removed', async () => {
      await page.getByText('Charts', { exact: true }).click()
      await page.getByRole('radiogroup', { name: 'Display' }).getByText('Table').click()
      await expect(cell(rows.nth(0), 1)).toHaveText('March 2026 · 300')
      await page.getByRole('button', { name: 'Remove group: createdAt' }).click()
      await expect(page.getByRole('grid', { name: 'Records' }).getByRole('row')).not.toHaveCount(1)
      await expect(page.getByRole('columnheader').first()).toHaveText('reportId')
    })

    await test.step('a number of a chart leads to its records', async () => {
      await page.getByText('Charts', { exact: true }).click()
      await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Table', { exact: true }).click()
      const numbers = page.getByRole('region', { name: 'Charts' }).locator('tbody td')
      await expect(numbers.getByRole('button')).toHaveText(['100', '100', '100'])
      await numbers.getByRole('button').nth(1).click()
      await expect(page.getByText('100 of 300', { exact: false }).first()).toBeVisible()
      await expect(page.getByRole('grid', { name: 'Records' }).locator(':focus')).toHaveCount(1)
    })
  })
})
