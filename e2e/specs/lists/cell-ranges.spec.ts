import type { Locator } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { loadWholeList } from '../../fixtures/services/practice.ts'
import { servedPage, withServedList } from '../../fixtures/services/served-list.ts'
import { expectAccessible, lookAt } from '../../fixtures/window/screens.ts'

// Cells and rows are selected and copied like in a spreadsheet.

const long = 'x'.repeat(900)
const recordOf = (number: number): object => ({
  id: number,
  name: number === 2 ? 'tab\there' : `n${number}`,
  amount: 900_000_000_000_000 + number,
  note: number === 3 ? `=${long}` : 'plain',
})
const answer = (_url: string, cursor: string | undefined): string =>
  servedPage(cursor, { records: 12_000, pageSize: 6000, recordOf })

test('Table: a range of cells and rows by number are selected and copied by keyboard and mouse @core', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page, app } = sharedClavis
  const copied = (): Promise<string> => app.evaluate(({ clipboard }) => clipboard.readText())
  await withServedList(sharedClavis, answer, async () => {
    await loadWholeList(page, 12_000)
    const grid = page.getByRole('grid', { name: 'Records' })
    const cell = (row: number, column: number): Locator =>
      grid.locator(`[aria-rowindex="${row + 2}"] > [aria-colindex="${column + 1}"]`)
    const number = (row: number): Locator => grid.locator(`[aria-rowindex="${row + 2}"] > :first-child`)
    const cells = grid.locator('[role="gridcell"][aria-selected="true"]')
    const rows = grid.getByRole('row', { selected: true })
    const foot = (text: string): Locator => page.getByRole('status').filter({ hasText: text })

    // By keyboard: two rows down and one column on, then one row back.
    await cell(1, 0).focus()
    for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowRight']) await page.keyboard.press(key)
    await expect(foot('3 rows by 2 columns selected')).toBeVisible()
    await expect(cells).toHaveCount(6)
    await expect(rows).toHaveCount(0)
    await page.keyboard.press('Shift+ArrowUp')
    await expect(foot('2 rows by 2 columns selected')).toBeVisible()
    await expect(cell(2, 1)).toBeFocused()
    await expectAccessible(page, 'a range of cells')
    await lookAt(page, 'cell-range')
    await page.keyboard.press('ControlOrMeta+c')
    await expect.poll(copied).toBe('id\tname\r\n1\tn1\r\n2\t"tab\there"')
    // A step without Shift ends the range, and the focused cell alone is copied.
    await page.keyboard.press('ArrowLeft')
    await expect(cells).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+c')
    await expect.poll(copied).toBe('2')

    // By mouse: Shift from the focused cell, and dragging.
    await cell(4, 2).click({ modifiers: ['Shift'] })
    await expect(foot('3 rows by 3 columns selected')).toBeVisible()
    await cell(3, 2).hover()
    await page.mouse.down()
    await cell(5, 3).hover()
    await expect(foot('3 rows by 2 columns selected')).toBeVisible()
    await page.mouse.up()
    await expect(page.getByRole('complementary', { name: 'Record' })).toBeHidden()
    await expect(
      page.getByText('amount: 3 numbers · sum 2,700,000,000,000,012 · mean 900,000,000,000,004'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    // In full where the table cuts it, and not as a formula.
    await expect
      .poll(copied)
      .toBe(
        ['amount\tnote', `900000000000003\t'=${long}`, '900000000000004\tplain', '900000000000005\tplain'].join('\r\n'),
      )

    // Rows by their numbers.
    await number(1).click()
    await expect(foot('1 row selected')).toBeVisible()
    await expect(cells).toHaveCount(0)
    await expect(page.getByRole('complementary', { name: 'Record' })).toBeHidden()
    await number(3).click({ modifiers: ['Shift'] })
    await expect(foot('3 rows selected')).toBeVisible()
    await number(6).click({ modifiers: ['ControlOrMeta'] })
    await expect(foot('4 rows selected')).toBeVisible()
    await expect(rows).toHaveCount(4)
    await lookAt(page, 'rows-selected')
    await page.keyboard.press('ControlOrMeta+c')
    await expect
      .poll(async () => (await copied()).split('\r\n').map((line) => line.split('\t')[0]))
      .toEqual(['id', '1', '2', '3', '6'])
    const html = await app.evaluate(async ({ clipboard }) => {
      const [item] = await clipboard.read()
      return item === undefined ? '' : new TextDecoder().decode(await (await item.getType('text/html')).arrayBuffer())
    })
    expect(html).toContain('<td>n6</td>')

    // All rows are more than can be copied: an export is offered.
    await page.keyboard.press('ControlOrMeta+a')
    await expect(foot('12,000 rows selected')).toBeVisible()
    await page.keyboard.press('ControlOrMeta+c')
    const refusal = page.getByRole('alert').filter({ hasText: 'Not copied' })
    await expect(refusal).toContainText('12,000 rows are more than can be copied.')
    await refusal.getByRole('button', { name: 'Export…' }).click()
    await expect(page.getByRole('radio', { name: 'Selected records (12,000)' })).toBeChecked()
  })
})
