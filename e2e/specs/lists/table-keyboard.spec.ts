import type { Locator } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { loadWholeList, openPracticeLists } from '../../fixtures/services/practice.ts'
import { servedPage, withServedList } from '../../fixtures/services/served-list.ts'
import { holdCalls } from '../../fixtures/window/held-calls.ts'
import { pressInOpened } from '../../fixtures/window/opened.ts'
import { expectAccessible, lookAt } from '../../fixtures/window/screens.ts'

// The table without a mouse: every step here is a key.

test('Table: a record is found, opened and copied, rows selected and columns changed, all by keyboard @core', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page, app } = sharedClavis
  // A message that is fading in or out has too little contrast for the check below.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPracticeLists(page, 2000)
  const grid = page.getByRole('grid', { name: 'Records' })
  const state = page.getByRole('status', { name: 'List status' })
  await expect(state).toContainText('500 records loaded · more available')
  // The cell that Tab moves to: the one with the focus, or the last one with it.
  const focused = grid.locator('[role="gridcell"][tabindex="0"]')

  // Counts are those of the whole view, including the header; the number of rows is unknown until the last page.
  await expect(grid).toHaveAttribute('aria-rowcount', '-1')
  await expect(grid).toHaveAttribute('aria-colcount', String(await columnCount()))

  // Rows arrive while a cell has the focus, and it keeps it.
  await page.keyboard.press('ControlOrMeta+g')
  await expect(page.getByRole('textbox', { name: 'Row' })).toBeFocused()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(focused).toHaveText('rep-00000006')
  await page.getByRole('button', { name: 'Load all' }).evaluate((button: HTMLElement) => button.click())
  await expect(state).toContainText('All 2,000 records loaded')
  await expect(focused).toHaveText('rep-00000006')
  await expect(focused).toBeFocused()
  await expect(grid).toHaveAttribute('aria-rowcount', '2001')
  // Loaded rows can be jumped to before any of them was visible.
  await page.keyboard.press('ControlOrMeta+g')
  await expect(page.getByRole('dialog', { name: 'Go to row' })).toContainText('1 to 2,000')
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
  await page.keyboard.press('ControlOrMeta+End')
  await expect(focused).toHaveAttribute('aria-colindex', lastColumn)
  await expect(focused).toBeFocused()
  await page.keyboard.press('Home')
  await expect(focused).toHaveText('rep-00001999')
  await page.keyboard.press('ControlOrMeta+Home')
  await expect(focused).toHaveText('rep-00000000')

  // Any row by its number.
  await page.keyboard.press('ControlOrMeta+g')
  await expect(page.getByRole('textbox', { name: 'Row' })).toBeFocused()
  await page.keyboard.type('5000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a whole number from 1 to 2,000.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Row' }).fill('1,501')
  await page.keyboard.press('Enter')
  await expect(focused).toHaveText('rep-00001500')

  // Several rows: one by one, and a range, beyond the rows that the table holds.
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByText('2 rows selected')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Home')
  await expect(focused).toHaveText('rep-00000000')
  await page.keyboard.press('Space')
  await page.keyboard.press('ControlOrMeta+End')
  await expect(focused).toHaveAttribute('aria-colindex', lastColumn)
  await expect(focused).toBeFocused()
  await page.keyboard.press('Shift+Space')
  await expect(page.getByText('2,000 rows selected')).toBeVisible()
  await expect(page.getByRole('row', { selected: true }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/rows selected/u)).toBeHidden()

  // Search, open, copy, go back.
  await page.keyboard.press('ControlOrMeta+f')
  await expect(page.getByRole('combobox', { name: 'Search loaded records' })).toBeFocused()
  await page.keyboard.type('rep-0000123')
  await expect(state).toContainText('10 of 2,000 records match')
  await expect(grid).toHaveAttribute('aria-rowcount', '11')
  await page.keyboard.press('Enter')
  await expect(focused).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Home')
  await expect(focused).toHaveText('rep-00001230')
  await expect(focused).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveText('rep-00001231')
  await page.keyboard.press('Enter')
  const record = page.getByRole('complementary', { name: 'Record' })
  await expect(record.getByRole('tree')).toContainText('900000000000001231')
  await expect(record.getByRole('treeitem').first()).toBeFocused()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe('900000000000001231')
  await page.keyboard.press('ControlOrMeta+Shift+c')
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe('$.sequence')
  await expectAccessible(page, 'an open record')
  // The same field of the next record.
  await page.keyboard.press('Alt+ArrowDown')
  await expect(record.getByRole('treeitem', { selected: true })).toContainText('900000000000001232')
  await expect(record.getByRole('treeitem', { selected: true })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Alt+c')
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.readText()))
    .toContain('"reportId":"rep-00001232","reportConfigurationId"')
  await page.keyboard.press('Escape')
  await expect(record).toBeHidden()
  await expect(focused).toBeFocused()

  // A cell's value without opening anything.
  await page.keyboard.press('Home')
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(/^rep-0000123\d$/u)

  // Columns: sort, move, widen, hide.
  await page.keyboard.press('ControlOrMeta+Home')
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
  // In one step: the menu takes the focus again when it becomes visible.
  await pressInOpened(page.getByRole('menuitem', { name: 'Hide', exact: true }), 'Enter')
  await expect(header).toBeHidden()
  await expect(grid).toHaveAttribute('aria-colcount', String(await columnCount()))

  /** Returns the number of columns that are not hidden. */
  async function columnCount(): Promise<number> {
    await page.getByRole('button', { name: 'Columns', exact: true }).evaluate((button: HTMLElement) => button.click())
    const panel = page.getByRole('dialog', { name: 'Columns' })
    const shown = await panel.getByRole('option', { selected: true }).count()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    return shown
  }
})

test('Table: keys used in a header, a menu or the column panel do not affect what is open beside it', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 1000)
  const header = page.getByRole('columnheader', { name: 'reportId', exact: true })
  const menu = page.getByRole('menu', { name: 'Column reportId' })
  const panel = page.getByRole('dialog', { name: 'Columns' })
  const record = page.getByRole('complementary', { name: 'Record' })
  const recordNumber = (number: number): ReturnType<typeof record.getByRole> =>
    record.getByRole('heading', { name: `rep-${String(number - 1).padStart(8, '0')}` })

  /** Opens and closes the header's menu, and moves a column up and down in the panel. */
  async function useOtherKeys(): Promise<void> {
    await header.focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(menu).toBeVisible()
    await page.getByRole('menuitem', { name: 'Sort ascending' }).press('Escape')
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    // The panel takes the focus a moment after it appears.
    await expect(panel.getByRole('textbox', { name: 'Find column' })).toBeFocused()
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
  await page.getByRole('menuitem', { name: 'Column statistics' }).click()
  const profile = page.getByRole('complementary', { name: 'Column statistics' })
  const column = profile.getByRole('combobox', { name: 'Column' })
  await expect(column).toHaveValue('reportId')
  await useOtherKeys()
  await expect(column).toHaveValue('reportId')
  await page.keyboard.press('Escape')
  await expect(profile).toBeHidden()
})

test('Table: menus and moved columns are scrolled into view, wherever it was scrolled to', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 1000)
  const scroller = page.locator('[data-scroller]')
  const cell = page.getByRole('gridcell', { name: 'rep-00000002', exact: true })
  await cell.focus()
  await scroller.hover()
  await page.mouse.wheel(0, 28 * 100)
  // The wheel must have done its work: otherwise it would scroll away what a key scrolls into view.
  await expect.poll(() => scroller.evaluate(({ scrollTop }) => scrollTop)).toBe(28 * 100)
  await expect(cell).not.toBeInViewport()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu', { name: 'Cell' })).toBeInViewport({ ratio: 1 })
  await expect(cell).toBeInViewport({ ratio: 1 })
  // Until the menu has taken the focus, Escape would not close it.
  await expect(page.getByRole('menu', { name: 'Cell' }).locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(cell).toBeFocused()

  const free = page.getByRole('columnheader', { name: 'reportConfigurationId', exact: true })
  const across = (): Promise<number> => scroller.evaluate(({ scrollLeft }) => scrollLeft)
  await free.focus()
  await page.mouse.wheel(600, 0)
  await expect.poll(across).toBe(600)
  await expect(free).not.toBeInViewport({ ratio: 0.9 })
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByRole('menu', { name: 'Column reportConfigurationId' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('menuitem', { name: 'Sort ascending' }).press('Escape')
  await expect(free).toBeFocused()
  await expect(free).toBeInViewport({ ratio: 1 })

  // The first column is pinned.
  const header = page.getByRole('columnheader', { name: 'reportId', exact: true })
  await page.mouse.wheel(600, 0)
  await expect.poll(across).toBe(600)
  await expect(header).toBeInViewport({ ratio: 1 })
  await header.focus()

  // Moves a column to the last position and back.
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

test('Table: a menu closes when the window gets too small for it, and does not consume the next click', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 1000)
  const grid = page.getByRole('grid', { name: 'Records' })
  const focused = grid.locator(':focus')
  // A cell without its record has no menu.
  await expect(grid.getByRole('gridcell', { name: 'rep-00000000' })).toBeVisible()
  for (const keys of [
    ['ControlOrMeta+Home', 'End', 'Shift+F10'],
    ['ControlOrMeta+Home', 'End', 'ArrowUp', 'Alt+ArrowDown'],
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
  await page.keyboard.press('ControlOrMeta+Home')
  const header = page.getByRole('columnheader', { name: 'reportId', exact: true })
  await header.click()
  await expect(header).toHaveAttribute('aria-sort', 'ascending')
})

test('Table: a sort applies while a long range is being selected, and the range is reported as not selected', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page, app } = sharedClavis
  const [records, pageSize] = [20_000, 10_000]
  const recordOf = (number: number): object => ({ id: number, name: `n${number}` })
  const answer = (_url: string, cursor: string | undefined): string =>
    servedPage(cursor, { records, pageSize, recordOf })
  await withServedList(sharedClavis, answer, async () => {
    await loadWholeList(page, records)
    const grid = page.getByRole('grid', { name: 'Records' })
    await grid.getByRole('gridcell', { name: '0', exact: true }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ControlOrMeta+g')
    await page.getByRole('textbox', { name: 'Row' }).fill('9,000')
    await page.keyboard.press('Enter')
    await expect(grid.getByRole('gridcell', { name: '8999', exact: true })).toBeFocused()
    const letGo = await holdCalls(app, 'lists.rows')
    await page.keyboard.press('Shift+Space')
    await grid.getByRole('columnheader', { name: 'name', exact: true }).click()
    await letGo()
    const fault = page.getByRole('alert').filter({ hasText: 'Couldn’t select the rows.' })
    await expect(fault).toContainText('The search, filters or sort changed before all rows were loaded.')
    await expect(grid.getByRole('gridcell', { name: 'n0', exact: true })).toBeVisible()
    await expect(grid.locator('[role=row][aria-busy=true]')).toHaveCount(0)
    await lookAt(page, 'range-given-up')
    // This row is another one now: the person has to choose.
    await expect(fault.getByRole('button')).toHaveCount(0)
    await grid.getByRole('gridcell', { name: 'n0', exact: true }).focus()
    await page.keyboard.press('Shift+ArrowDown')
    await expect(page.getByText('2 rows selected')).toBeVisible()
    await expect(fault).toHaveCount(0)
  })
})

/** Runs in the page. Returns the width that a cell needs for its text. */
function neededWidth(cell: HTMLElement): number {
  const text = document.createRange()
  text.selectNodeContents(cell)
  return Math.ceil(text.getBoundingClientRect().width + 22)
}

/** Returns the value in the last column of a wide list. */
const longName = (record: number): string => `the last field of record ${record}`

const wideRecords = Array.from({ length: 400 }, (_, record) => {
  const fields = Array.from({ length: 300 }, (_, column): [string, string] => [`field${column}`, `${record}/${column}`])
  return Object.fromEntries<string>([...fields, ['last', longName(record)]])
})

test('Record table: says which columns it lacks, and gives text its direction, in a record of 502 fields', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  const greeting = 'مرحبا (42)!'
  const fields = Array.from({ length: 501 }, (_, column): [string, string] => [`field${column}`, `${column}`])
  const record = Object.fromEntries<string>([['title', greeting], ...fields])
  const answer = (): string => JSON.stringify({ reports: [record, { title: 'Hello' }], lastPage: 'true' })
  await withServedList(sharedClavis, answer, async () => {
    const directionOf = (element: Locator): Promise<string> =>
      element.evaluate((each) => getComputedStyle(each).direction)
    const cell = page.getByRole('gridcell', { name: greeting, exact: true })
    expect(await directionOf(cell)).toBe('rtl')
    expect(await directionOf(page.getByRole('gridcell', { name: 'Hello', exact: true }))).toBe('ltr')
    await cell.click()
    const tree = page.getByRole('tree', { name: 'Record 1' })
    expect(await directionOf(tree.getByText(greeting, { exact: true }))).toBe('rtl')
    await lookAt(page, 'right-to-left')
    await page.getByRole('button', { name: 'First 500 of 502 columns shown' }).click()
    await expect(page.getByText('first 500 in the table')).toBeVisible()
  })
})

test('Table: of hundreds of columns only visible ones are requested, and each is there when scrolled to', async ({
  sharedClavis,
}) => {
  const { page, app } = sharedClavis
  const answer = (): string => JSON.stringify({ reports: wideRecords, next: null, lastPage: 'true' })
  await withServedList(sharedClavis, answer, async () => {
    const cell = (text: string): Locator => page.getByRole('gridcell', { name: text, exact: true })
    await expect(cell('0/0')).toBeVisible()
    await app.evaluate(({ ipcMain }) => {
      // Electron has no public API for the handlers: this is its internal table.
      const { _invokeHandlers: handlers } = ipcMain as unknown as {
        _invokeHandlers: Map<string, (event: object, name: string, input: { paths?: string[] }) => unknown>
      }
      const asked: number[] = []
      ;(globalThis as { asked?: number[] }).asked = asked
      for (const [channel, handler] of handlers)
        handlers.set(channel, (event, name, input) => {
          if (name === 'lists.rows') asked.push(input.paths?.length ?? 0)
          return handler(event, name, input)
        })
    })

    // By keyboard to the last column, down there, and to the last row.
    await cell('0/0').click()
    await page.keyboard.press('Escape')
    await cell('0/0').focus()
    await page.keyboard.press('End')
    await expect(cell(longName(0))).toBeFocused()
    await page.keyboard.press('PageDown')
    await page.keyboard.press('PageDown')
    await expect(cell(longName(20))).toBeVisible()
    await lookAt(page, 'wide-list')
    await page.keyboard.press('ControlOrMeta+End')
    await expect(cell(longName(399))).toBeFocused()
    await expect(cell('399/299')).toBeVisible()

    // Sorts by a column there, and scrolls back.
    await page.getByRole('columnheader', { name: 'field299' }).click()
    await page.getByRole('columnheader', { name: 'field299' }).click()
    // Text with numbers is sorted by them: the last record is the first row.
    await expect(page.getByRole('row').filter({ has: cell('399/299') })).toHaveAttribute('aria-rowindex', '2')
    // To click a header again, Playwright may have scrolled it to the edge, and the last column out of view.
    await cell('399/299').focus()
    await page.keyboard.press('End')
    await expect(cell(longName(399))).toBeFocused()
    await page.keyboard.press('Home')
    await expect(cell('399/0')).toBeFocused()
    await expect(cell('398/1')).toBeVisible()

    // A column chosen from all of them is as wide as its values once they are loaded.
    await page.getByRole('gridcell', { name: '99/0' }).focus()
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    const find = page.getByRole('dialog', { name: 'Columns' }).getByRole('textbox')
    // The panel takes the focus a moment after it appears, and would take it back from the list.
    await expect(find).toBeFocused()
    await find.fill('last')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await pressInOpened(page.getByRole('menuitem', { name: 'Autosize' }), 'Enter')
    await page.keyboard.press('Escape')
    const header = page.getByRole('columnheader', { name: 'last', exact: true })
    const width = async (): Promise<number> => Math.round((await header.boundingBox())?.width ?? 0)
    await expect(cell(longName(399))).toBeVisible()
    await expect.poll(width).toBe(await cell(longName(399)).evaluate(neededWidth))

    const asked = await app.evaluate(() => (globalThis as { asked?: number[] }).asked ?? [])
    expect(asked.length).toBeGreaterThan(0)
    expect(Math.max(...asked)).toBeLessThan(100)
  })
})

test('Cell menu: searches another list for the cell’s value, and Back returns to the cell’s record', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 400)
  const status = page.getByRole('status', { name: 'List status' })
  const line = page.getByRole('combobox', { name: 'Search loaded records' })
  const menu = page.getByRole('menu', { name: 'Cell' })
  await page.getByRole('gridcell', { name: 'rep-00000012' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tree')).toContainText('rep-00000012')
  await page.getByRole('gridcell', { name: 'cfg-000012' }).first().focus()
  await page.keyboard.press('Shift+F10')
  await expect(menu.getByRole('menuitem', { name: /^Search in/u })).toHaveText([
    'Search in report configurations',
    'Search in reporting groups',
  ])
  await lookAt(page, 'cell-menu-search')
  await menu.getByRole('menuitem', { name: 'Search in report configurations' }).press('Enter')
  await expect(line).toHaveValue('cfg-000012')
  await expect(line).toBeFocused()
  await expect(status).toContainText(/^1 of .* match/u)
  await expect(page.getByRole('gridcell', { name: 'configuration 12' })).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('tree')).toContainText('rep-00000012')
  await expect(line).toHaveValue('')
})
