import { expect, test } from '../fixtures/clavis-app.ts'
import { holdCalls } from '../fixtures/held-calls.ts'
import { loadWholeList, openPracticeLists } from '../fixtures/practice.ts'
import { expectAccessible, lookAt } from '../fixtures/screens.ts'
import { withServedList } from '../fixtures/served-list.ts'

// The table for a person without a mouse: every step here is a key.

test('a record is found, opened and copied from, rows are selected, and columns change, all by keyboard', async ({
  clavis,
}) => {
  test.slow()
  const { page, app } = clavis
  await openPracticeLists(page, 2000)
  const grid = page.getByRole('grid', { name: 'Records' })
  const state = page.getByRole('status', { name: 'State of the list' })
  await expect(state).toContainText('500 records loaded so far')
  // The cell that Tab comes to: the one that has the focus, or had it last.
  const focused = grid.locator('[role="gridcell"][tabindex="0"]')

  // Counts are those of the whole view, the header among the rows.
  await expect(grid).toHaveAttribute('aria-rowcount', '501')
  await expect(grid).toHaveAttribute('aria-colcount', String(await columnCount()))

  // Rows come while a cell has the focus, and it keeps it.
  await page.keyboard.press('Control+g')
  await expect(page.getByRole('textbox', { name: 'Row' })).toBeFocused()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(focused).toHaveText('rep-00000006')
  await page.getByRole('button', { name: 'Load all' }).evaluate((button: HTMLElement) => button.click())
  await expect(state).toContainText('End of list: 2,000 records')
  await expect(focused).toHaveText('rep-00000006')
  await expect(focused).toBeFocused()
  await expect(grid).toHaveAttribute('aria-rowcount', '2001')
  // Those that came are gone to, although none of them was in sight yet.
  await page.keyboard.press('Control+g')
  await expect(page.getByRole('dialog', { name: 'Go to a row' })).toContainText('1 to 2,000')
  await expect(page.getByRole('textbox', { name: 'Row' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(focused).toBeFocused()

  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveText('rep-00000007')
  await page.keyboard.press('End')
  await expect(focused).toHaveAttribute('aria-colindex', (await grid.getAttribute('aria-colcount')) ?? '')
  await page.keyboard.press('Home')
  await expect(focused).toHaveText('rep-00000007')
  await page.keyboard.press('PageDown')
  await expect(focused).not.toHaveText('rep-00000007')
  const lastColumn = (await grid.getAttribute('aria-colcount')) ?? ''
  await page.keyboard.press('Control+End')
  await expect(focused).toHaveAttribute('aria-colindex', lastColumn)
  await expect(focused).toBeFocused()
  await page.keyboard.press('Home')
  await expect(focused).toHaveText('rep-00001999')
  await page.keyboard.press('Control+Home')
  await expect(focused).toHaveText('rep-00000000')

  // Any row, by its number.
  await page.keyboard.press('Control+g')
  await expect(page.getByRole('textbox', { name: 'Row' })).toBeFocused()
  await page.keyboard.type('5000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a whole number from 1 to 2,000.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Row' }).fill('1,501')
  await page.keyboard.press('Enter')
  await expect(focused).toHaveText('rep-00001500')

  // Several rows: one by one, and all between two, further than the table holds.
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByText('2 rows selected')).toBeVisible()
  await page.keyboard.press('Control+Home')
  await expect(focused).toHaveText('rep-00000000')
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+End')
  await expect(focused).toHaveAttribute('aria-colindex', lastColumn)
  await expect(focused).toBeFocused()
  await page.keyboard.press('Shift+Space')
  await expect(page.getByText('2,000 rows selected')).toBeVisible()
  await expect(page.getByRole('row', { selected: true }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/rows selected/u)).toBeHidden()

  // Find, open, copy, go back.
  await page.keyboard.press('Control+f')
  await expect(page.getByRole('combobox', { name: 'Search the loaded records' })).toBeFocused()
  await page.keyboard.type('rep-0000123')
  await expect(state).toContainText('10 matches in all 2,000 records.')
  await expect(grid).toHaveAttribute('aria-rowcount', '11')
  await page.keyboard.press('Enter')
  await expect(focused).toBeFocused()
  await page.keyboard.press('Control+Home')
  await expect(focused).toHaveText('rep-00001230')
  await expect(focused).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveText('rep-00001231')
  await page.keyboard.press('Enter')
  const record = page.getByRole('complementary', { name: 'Record' })
  await expect(record.getByRole('tree')).toContainText('900000000000001231')
  await expect(record.getByRole('treeitem').first()).toBeFocused()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  await page.keyboard.press('Control+c')
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe('900000000000001231')
  await page.keyboard.press('Control+Shift+c')
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe('$.sequence')
  await expectAccessible(page, 'an open record')
  // The same member of the next record.
  await page.keyboard.press('Alt+ArrowDown')
  await expect(record.getByRole('treeitem', { selected: true })).toContainText('900000000000001232')
  await expect(record.getByRole('treeitem', { selected: true })).toBeFocused()
  await page.keyboard.press('Control+Alt+c')
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toContain('"reportId":"rep-00001232","reportConfigurationId"')
  await page.keyboard.press('Escape')
  await expect(record).toBeHidden()
  await expect(focused).toBeFocused()

  // A cell's value without opening anything.
  await page.keyboard.press('Home')
  await page.keyboard.press('Control+c')
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(/^rep-0000123\d$/u)

  // Columns: sorted, moved, made wider, hidden.
  await page.keyboard.press('Control+Home')
  await expect(page.locator('[aria-rowindex="2"] > [aria-colindex="1"]')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  const header = page.getByRole('columnheader', { name: 'reportId', exact: true })
  await expect(header).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(header).toHaveAttribute('aria-colindex', '2')
  const width = async (): Promise<number> => (await header.boundingBox())?.width ?? 0
  const before = await width()
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(width).toBeGreaterThan(before)
  const inMenu = page.getByRole('menu', { name: 'Column reportId' }).locator(':focus')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(inMenu).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.press('Escape')
  await expect(header).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(inMenu).toBeVisible()
  // In one: the menu takes the focus once more when it has come into sight.
  await page.getByRole('menuitem', { name: 'Hide', exact: true }).press('Enter')
  await expect(header).toBeHidden()
  await expect(grid).toHaveAttribute('aria-colcount', String(await columnCount()))

  /** How many columns the list has that are not hidden. */
  async function columnCount(): Promise<number> {
    await page.getByRole('button', { name: 'Columns', exact: true }).evaluate((button: HTMLElement) => button.click())
    const panel = page.getByRole('dialog', { name: 'Columns' })
    const shown = await panel.getByRole('option', { selected: true }).count()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    return shown
  }
})

test('keys that a header, a menu or the columns’ panel takes do nothing to what is open beside the table', async ({
  clavis,
}) => {
  const { page } = clavis
  await openPracticeLists(page, 1000)
  const header = page.getByRole('columnheader', { name: 'reportId', exact: true })
  const menu = page.getByRole('menu', { name: 'Column reportId' })
  const panel = page.getByRole('dialog', { name: 'Columns' })
  const record = page.getByRole('complementary', { name: 'Record' })
  const recordNumber = (number: number): ReturnType<typeof record.getByRole> =>
    record.getByRole('heading', { name: `Record ${number}`, exact: true })

  /** Opens and closes the header's menu, and moves a column up and down in the panel. */
  async function useOtherKeys(): Promise<void> {
    await header.focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(menu).toBeVisible()
    await page.getByRole('menuitem', { name: 'Sort ascending' }).press('Escape')
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await panel.getByRole('listbox', { name: 'Columns' }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(panel.getByRole('option').first()).toContainText('reportConfigurationId')
    await page.keyboard.press('Alt+ArrowUp')
    await expect(panel.getByRole('option').first()).toContainText('reportId')
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
  }

  await page.getByRole('gridcell', { name: 'rep-00000002' }).click()
  await expect(recordNumber(3)).toBeVisible()
  await useOtherKeys()
  await page.getByRole('gridcell', { name: 'rep-00000002' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(recordNumber(2)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(record).toBeHidden()

  await header.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Values and counts' }).click()
  const profile = page.getByRole('complementary', { name: 'Column profile' })
  const column = profile.getByRole('combobox', { name: 'Column' })
  await expect(column).toHaveValue('reportId')
  await useOtherKeys()
  await expect(column).toHaveValue('reportId')
  await page.keyboard.press('Escape')
  await expect(profile).toBeHidden()
})

test('a menu is opened in sight, and a column moved on in sight, wherever the table was scrolled to', async ({
  clavis,
}) => {
  const { page } = clavis
  await openPracticeLists(page, 1000)
  const scroller = page.locator('[data-scroller]')
  const cell = page.getByRole('gridcell', { name: 'rep-00000002', exact: true })
  await cell.focus()
  await scroller.hover()
  await page.mouse.wheel(0, 32 * 100)
  await expect(cell).not.toBeInViewport()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu', { name: 'This value' })).toBeInViewport({ ratio: 1 })
  await expect(cell).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(cell).toBeFocused()

  const header = page.getByRole('columnheader', { name: 'reportId', exact: true })
  await header.focus()
  await page.mouse.wheel(600, 0)
  await expect(header).not.toBeInViewport()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByRole('menu', { name: 'Column reportId' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('menuitem', { name: 'Sort ascending' }).press('Escape')
  await expect(header).toBeFocused()
  await expect(header).toBeInViewport({ ratio: 1 })

  // A column is moved on and on, to the last place and back.
  const last = Number(await page.getByRole('grid').getAttribute('aria-colcount'))
  for (const [key, to] of [
    ['Shift+ArrowRight', last],
    ['Shift+ArrowLeft', 1],
  ] as const) {
    for (let step = 1; step < last; step += 1) {
      await page.keyboard.press(key)
      await expect(header).toHaveAttribute('aria-colindex', String(to === 1 ? last - step : 1 + step))
      await expect(header).toBeInViewport({ ratio: 1 })
    }
    await expect(header).toBeFocused()
  }
})

test('a menu closes where the window becomes too small for its place, and the next click is no longer taken', async ({
  clavis,
}) => {
  const { page } = clavis
  await openPracticeLists(page, 1000)
  const grid = page.getByRole('grid', { name: 'Records' })
  const focused = grid.locator(':focus')
  for (const keys of [
    ['Control+Home', 'End', 'Shift+F10'],
    ['Control+Home', 'End', 'ArrowUp', 'Alt+ArrowDown'],
  ]) {
    await grid.locator('[role="gridcell"]').first().focus()
    for (const key of keys) {
      await expect(focused).toHaveCount(1)
      await page.keyboard.press(key)
    }
    await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1)
    await page.setViewportSize({ width: 800, height: 500 })
    await expect(page.locator('[role="menu"]')).toHaveCount(0)
    await expect(focused).toHaveCount(1)
    await page.setViewportSize({ width: 1280, height: 840 })
  }
  await grid.locator('[role="gridcell"]').first().focus()
  await page.keyboard.press('Control+Home')
  const header = page.getByRole('columnheader', { name: 'reportId', exact: true })
  await header.click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
})

test('an order chosen while a long range is read is shown, and the range is said not to be selected', async ({
  clavis,
}) => {
  test.slow()
  const { page, app } = clavis
  const [records, pages] = [200_000, 10]
  let served = 0
  const answer = (): string => {
    const first = (served * records) / pages
    served += 1
    const page = Array.from({ length: records / pages }, (_, each) => ({ id: first + each, name: `n${first ^ each}` }))
    return JSON.stringify({ reports: page, next: served < pages ? `${served}` : null, lastPage: `${served === pages}` })
  }
  await withServedList(clavis, answer, async () => {
    await loadWholeList(page, records)
    const grid = page.getByRole('grid', { name: 'Records' })
    await grid.getByRole('gridcell', { name: '0', exact: true }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Control+g')
    await page.getByRole('textbox', { name: 'Row' }).fill('90,000')
    await page.keyboard.press('Enter')
    await expect(grid.getByRole('gridcell', { name: '89999', exact: true })).toBeFocused()
    const letGo = await holdCalls(app, 'lists.rows')
    await page.keyboard.press('Shift+Space')
    await grid.getByRole('columnheader', { name: 'name', exact: true }).click()
    await letGo()
    const fault = page.getByRole('alert').filter({ hasText: 'The rows were not selected.' })
    await expect(fault).toContainText('The list was looked at in another way before they were all read.')
    await expect(grid.getByRole('gridcell', { name: 'n0', exact: true })).toBeVisible()
    await expect(grid.locator('[role=row][aria-busy=true]')).toHaveCount(0)
    await lookAt(page, 'range-given-up')
    // The same row is another one now: it is for the person to choose.
    await expect(fault.getByRole('button')).toHaveCount(0)
    await grid.getByRole('gridcell', { name: 'n0', exact: true }).focus()
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByText('2 rows selected')).toBeVisible()
    await expect(fault).toHaveCount(0)
  })
})
