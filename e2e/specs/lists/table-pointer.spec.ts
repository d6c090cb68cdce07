import type { Locator, Page } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { loadWholeList, openPracticeLists } from '../../fixtures/services/practice.ts'
import { servedPage, withServedList } from '../../fixtures/services/served-list.ts'
import { holdCalls } from '../../fixtures/window/held-calls.ts'
import { lookAt, takePicture } from '../../fixtures/window/screens.ts'

// The table with a mouse: columns are dragged and widened, the scroll bar goes to the end, and the wheel works in a
// list taller than any browser supports.

const header = (page: Page, name: string): Locator => page.getByRole('columnheader', { name, exact: true })
const widthOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.width ?? 0

async function middleOf(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('It is not to be seen.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('Table: columns are moved and pinned by dragging, widened, fitted and sorted', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 1000)
  await loadWholeList(page, 1000)

  // Dropped on the far half of another column, it goes after that one; a mark shows where.
  const from = await middleOf(header(page, 'reportId'))
  const { x, y } = await middleOf(header(page, 'reportConfigurationId'))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 30, y)
  await page.mouse.move(x + 20, y)
  const mark = page.locator('[data-drop-mark]')
  const markLeft = async (): Promise<number> => (await mark.boundingBox())?.x ?? Number.NaN
  await expect(mark).toBeVisible()
  // The mark follows the pointer a moment later, and the column goes where the mark is.
  await expect.poll(markLeft).toBeGreaterThan(x)
  await takePicture(page, 'column-drag')
  await page.mouse.up()
  await expect(mark).toBeHidden()
  await expect(header(page, 'reportId')).toHaveAttribute('aria-colindex', '2')
  // The end of a drag is no click.
  await expect(header(page, 'reportId')).toHaveAttribute('aria-sort', 'none')

  // After Escape nothing has moved.
  const again = await middleOf(header(page, 'reportId'))
  await page.mouse.move(again.x, again.y)
  await page.mouse.down()
  await page.mouse.move(again.x - 150, again.y)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(header(page, 'reportId')).toHaveAttribute('aria-colindex', '2')

  // Dragging the edge widens it with its cells, and a double click fits it to its content.
  const before = await widthOf(header(page, 'reportId'))
  const edge = await middleOf(header(page, 'reportId').locator('[data-column-edge]'))
  await page.mouse.move(edge.x, edge.y)
  await page.mouse.down()
  await page.mouse.move(edge.x + 35, edge.y)
  await page.mouse.move(edge.x + 70, edge.y)
  await page.mouse.up()
  await expect.poll(() => widthOf(header(page, 'reportId'))).toBeCloseTo(before + 70, 0)
  expect(await widthOf(page.getByRole('gridcell', { name: 'rep-00000000' }))).toBeCloseTo(before + 70, 0)
  await expect(header(page, 'reportId')).toHaveAttribute('aria-sort', 'none')
  await header(page, 'reportId').locator('[data-column-edge]').dblclick()
  // As wide as it was by itself.
  await expect.poll(() => widthOf(header(page, 'reportId'))).toBeLessThan(before + 3)

  // Text that fits has no tooltip; clipped text has one where the pointer rests, until it fits again.
  const cell = page.getByRole('gridcell', { name: 'rep-00000000' })
  await cell.hover()
  await page.evaluate(afterTooltipDelay)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  const fitted = await middleOf(header(page, 'reportId').locator('[data-column-edge]'))
  await page.mouse.move(fitted.x, fitted.y)
  await page.mouse.down()
  await page.mouse.move(fitted.x - 20, fitted.y)
  await page.mouse.move(fitted.x - 40, fitted.y)
  await page.mouse.up()
  await cell.hover()
  await expect(page.getByRole('tooltip')).toHaveText('rep-00000000')
  await takePicture(page, 'cell-tooltip')
  await header(page, 'reportId').locator('[data-column-edge]').dblclick()

  // Dropped beside a pinned column it is pinned, too, and both stay while the others scroll.
  await header(page, 'reportConfigurationId').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Pin left' }).click()
  const pinned = await middleOf(header(page, 'reportConfigurationId'))
  await header(page, 'status').hover()
  await page.mouse.down()
  await page.mouse.move(pinned.x + 200, pinned.y)
  await page.mouse.move(pinned.x - 30, pinned.y)
  await expect.poll(markLeft).toBeLessThan(pinned.x)
  await page.mouse.up()
  await expect(header(page, 'status')).toHaveAttribute('aria-colindex', '1')
  await page.mouse.move(pinned.x + 300, pinned.y + 200)
  await page.mouse.wheel(5000, 0)
  await expect(header(page, 'reportId')).toBeHidden()
  await expect(header(page, 'status')).toBeInViewport()
  await expect(header(page, 'reportConfigurationId')).toBeInViewport()
  await takePicture(page, 'table-pinned')

  // By clicks: up, down, and with Shift by another one after it.
  await header(page, 'status').click()
  await expect(header(page, 'status')).toHaveAttribute('aria-sort', 'ascending')
  await header(page, 'status').click()
  await expect(header(page, 'status')).toHaveAttribute('aria-sort', 'descending')
  await header(page, 'reportConfigurationId').click({ modifiers: ['Shift'] })
  await expect(header(page, 'status')).toHaveAttribute('aria-sort', 'descending')
  await expect(header(page, 'reportConfigurationId')).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.locator('[aria-rowindex="2"] > [aria-colindex="1"]')).toHaveText('Scheduled')
  await lookAt(page, 'table-sorted')
})

test('Table: a cell’s menu copies cell and row, opens and selects the record, sorts by and hides the column @core', async ({
  sharedClavis,
}) => {
  const { page, app } = sharedClavis
  await openPracticeLists(page, 1000)
  const choose = async (item: string): Promise<void> => {
    await page.getByRole('gridcell', { name: 'rep-00000003' }).click({ button: 'right' })
    await page.getByRole('menu', { name: 'Cell' }).getByRole('menuitem', { name: item }).click()
  }
  const copied = (): Promise<string> => app.evaluate(({ clipboard }) => clipboard.readText())
  await page.getByRole('gridcell', { name: 'rep-00000003' }).click({ button: 'right' })
  await lookAt(page, 'cell-menu')
  await page.keyboard.press('Escape')
  await choose('Copy cell')
  await expect.poll(copied).toBe('rep-00000003')
  await choose('Copy row as JSON')
  await expect.poll(copied).toMatch(/^\{"reportId":"rep-00000003",/u)
  await choose('Copy row as CSV')
  await expect.poll(copied).toMatch(/^reportId,reportConfigurationId,sequence.+\r\nrep-00000003,/u)
  await choose('Select row')
  await expect(page.getByRole('row', { selected: true })).toContainText('rep-00000003')
  await choose('Deselect row')
  await expect(page.getByRole('row', { selected: true })).toHaveCount(0)
  await choose('Open record')
  await expect(page.getByRole('heading', { name: 'rep-00000003' })).toBeVisible()
  await page.getByRole('button', { name: 'Close record' }).click()

  // A number is never cut: part of it would read as another one.
  const edge = await middleOf(header(page, 'sequence').locator('[data-column-edge]'))
  await page.mouse.move(edge.x, edge.y)
  await page.mouse.down()
  await page.mouse.move(edge.x - 60, edge.y)
  await page.mouse.up()
  await expect(page.getByRole('gridcell', { name: '900000000000000003' })).toHaveText('###')

  await choose('Sort descending')
  await expect(header(page, 'reportId')).toHaveAttribute('aria-sort', 'descending')
  await page.getByRole('gridcell', { name: 'rep-00000499' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Hide column' }).click()
  await expect(header(page, 'reportId')).toBeHidden()
  // The empty column is hidden by default; all of them are a click away.
  await page.getByRole('button', { name: '1 column hidden' }).click()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByText('1 column hidden')).toHaveCount(0)
  await page.getByRole('switch', { name: 'Dense rows' }).check()
  await expect.poll(async () => (await page.getByRole('row').nth(3).boundingBox())?.height).toBe(22)
  await page.getByRole('switch', { name: 'Dense rows' }).uncheck()
})

test('Table: an edge dragged back to its place leaves the column fitted', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 1000)
  // Columns get their widths from the first rows.
  await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toBeVisible()
  const before = await widthOf(header(page, 'reportId'))
  const edge = await middleOf(header(page, 'reportId').locator('[data-column-edge]'))
  await page.mouse.move(edge.x, edge.y)
  await page.mouse.down()
  await page.mouse.move(edge.x + 60, edge.y)
  await expect.poll(() => widthOf(header(page, 'reportId'))).toBeCloseTo(before + 60, 0)
  await page.mouse.move(edge.x, edge.y)
  await page.mouse.up()
  await expect.poll(() => widthOf(header(page, 'reportId'))).toBeCloseTo(before, 0)
  // It does not keep that width.
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Reset to default' })).toBeDisabled()
})

test('Table: a press released below the header ends, wherever the pointer moves next', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 1000)
  // Columns get their widths from the first rows.
  await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toBeVisible()
  const from = await middleOf(header(page, 'reportId'))
  const to = await middleOf(header(page, 'reportConfigurationId'))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y + 80)
  await page.mouse.up()
  await page.mouse.move(from.x, from.y)
  await page.mouse.move(from.x + 20, from.y)
  await page.mouse.move(to.x + 20, to.y)
  await page.mouse.click(to.x + 20, to.y)
  await expect(header(page, 'reportConfigurationId')).toHaveAttribute('aria-sort', 'ascending')
  await expect(header(page, 'reportId')).toHaveAttribute('aria-colindex', '1')
})

test('Table: rows are counted in its order, for the next record and for a range from the last selected', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 1500)
  await loadWholeList(page, 1500)
  const record = page.getByRole('complementary', { name: 'Record' })
  const next = record.getByRole('button', { name: 'Next record' })
  const line = page.getByRole('combobox', { name: 'Search loaded records' })
  const cell = (id: string): Locator => page.getByRole('gridcell', { name: id, exact: true })
  await cell('rep-00000002').click()
  await expect(record.getByRole('heading', { name: 'rep-00000002' })).toBeVisible()
  await header(page, 'sequence').click()
  await header(page, 'sequence').click()
  await expect(cell('rep-00001499')).toBeVisible()
  await next.click()
  await expect(record.getByRole('heading', { name: 'rep-00000001' })).toBeVisible()
  await expect(cell('rep-00000001')).toBeInViewport()

  // The range starts at the record, wherever the sort has put it.
  await cell('rep-00000004').click({ modifiers: ['ControlOrMeta'] })
  await header(page, 'sequence').click()
  await expect(header(page, 'sequence')).toHaveAttribute('aria-sort', 'none')
  await cell('rep-00000006').click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 rows selected')).toBeVisible()
  await expect(page.getByRole('row', { selected: true })).toContainText([
    'rep-00000004',
    'rep-00000005',
    'rep-00000006',
  ])

  // A record outside of the view has nothing above or below it, and no range starts there.
  await line.fill('rep-0000010')
  await expect(cell('rep-00000100')).toBeVisible()
  await expect(next).toBeDisabled()
  await expect(record).toContainText('Hidden in the table by the current search or filters.')
  await cell('rep-00000103').click({ modifiers: ['Shift'] })
  await expect(page.getByRole('row', { selected: true })).toContainText(['rep-00000103'])
  await line.press('Escape')
  await expect(next).toBeEnabled()
  await expect(record).not.toContainText('Hidden in the table')

  // The open record follows to the row that the person goes to.
  await page.getByRole('button', { name: 'Go to row…' }).click()
  await page.getByRole('textbox', { name: 'Row' }).fill('1200')
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await expect(record.getByRole('heading', { name: 'rep-00001199' })).toBeVisible()
  await expect(cell('rep-00001199')).toBeFocused()
})

test('Table: opening another record while the next one is loading stays there', async ({ sharedClavis }) => {
  const { page, app } = sharedClavis
  await openPracticeLists(page, 1000)
  const record = page.getByRole('complementary', { name: 'Record' })
  const next = record.getByRole('button', { name: 'Next record' })
  await page.getByRole('gridcell', { name: 'rep-00000002' }).click()
  await expect(record.getByRole('heading', { name: 'rep-00000002' })).toBeVisible()
  const letCome = await holdCalls(app, 'lists.rows')
  await next.click()
  await page.getByRole('gridcell', { name: 'rep-00000006' }).click()
  await expect(record.getByRole('heading', { name: 'rep-00000006' })).toBeVisible()
  await letCome()
  await next.click()
  await expect(record.getByRole('heading', { name: 'rep-00000007' })).toBeVisible()
})

test('Table: a query that takes long is announced, and the previous one is a click away', async ({ sharedClavis }) => {
  const { page, app } = sharedClavis
  await openPracticeLists(page, 400)
  const first = page.getByRole('row').nth(1)
  await expect(first).toContainText('rep-00000000')
  const status = page.getByRole('status', { name: 'Query status' })
  await expect(status).toBeEmpty()
  // As with millions of records.
  const letCome = await holdCalls(app, 'lists.rows', { query: { search: [], filters: [], sort: [] } })
  const sequence = page.getByRole('columnheader', { name: 'sequence', exact: true })
  await sequence.click()
  await expect(status).toHaveText('Sorting…')
  await lookAt(page, 'sorting')
  await page.getByRole('button', { name: 'Cancel sorting' }).click()
  await expect(status).toBeEmpty()
  await expect(sequence).not.toHaveAttribute('aria-sort', 'ascending')
  await expect(first).toContainText('rep-00000000')

  const line = page.getByRole('combobox', { name: 'Search loaded records' })
  await line.fill('rep-0000007')
  await expect(status).toHaveText('Filtering…')
  await page.getByRole('button', { name: 'Cancel filtering' }).click()
  await expect(line).toHaveValue('')
  await expect(first).toContainText('rep-00000000')
  await expect(status).toBeEmpty()

  await sequence.click()
  await sequence.click()
  await expect(status).toHaveText('Sorting…')
  await letCome()
  await expect(first).toContainText('rep-00000399')
  await expect(status).toBeEmpty()
  await expect(page.getByRole('button', { name: 'Cancel sorting' })).toHaveCount(0)
})

test('Table: is stable, whatever part of it its rows and columns fill', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  const records = Array.from({ length: 45 }, (_, number) => ({ id: `id-${number}`, number, title: `Title ${number}` }))
  await withServedList(
    sharedClavis,
    () => JSON.stringify({ reports: records, lastPage: 'true' }),
    async () => {
      const line = page.getByRole('combobox', { name: 'Search loaded records' })
      const grid = page.getByRole('grid', { name: 'Records' })
      await expect(grid).toHaveAttribute('aria-rowcount', '46')
      for (const height of [840, 861, 924]) {
        await page.setViewportSize({ width: 1280, height })
        await line.fill('-number:33')
        await expect(grid).toHaveAttribute('aria-rowcount', '45')
        await line.fill('title~1')
        await expect(grid).toHaveAttribute('aria-rowcount', '15')
        // Rows are put in order once nothing moves any more.
        const shown = grid.locator('[data-scroller] [role="row"]')
        const rowIndexes = (): Promise<number[]> =>
          shown.evaluateAll((rows) => rows.map((row) => Number(row.ariaRowIndex)))
        await expect.poll(rowIndexes).toEqual(Array.from({ length: 14 }, (_, row) => row + 2))
        expect(await grid.evaluate(countChanges), `${height} pixels high`).toBe(0)
      }
    },
  )
})

/** Runs in the page. Waits until a tooltip triggered by the last pointer event is shown. */
async function afterTooltipDelay(): Promise<void> {
  // Timers with the same delay fire in the order in which they started.
  await new Promise((resolve) => setTimeout(resolve, 400))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}

/** Runs in the page. Counts the changes of an element in half a second. */
async function countChanges(element: Element): Promise<number> {
  // With fewer rows the scroll bar disappears in the next frame, and the columns are placed once more.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))
  let count = 0
  const observer = new MutationObserver((changes) => (count += changes.length))
  observer.observe(element, { subtree: true, childList: true, attributes: true, characterData: true })
  await new Promise((resolve) => setTimeout(resolve, 500))
  observer.disconnect()
  return count
}

test.describe(() => {
  test.use({ moreSwitches: ['--force-device-scale-factor=3'] })

  test('Table: at 3× scale, a list taller than any element scrolls to its last row by bar, row by row by wheel', async ({
    practisedClavis,
  }) => {
    test.slow()
    const { page } = practisedClavis
    const [records, pageSize] = [600_000, 100_000]
    const recordOf = (number: number): object => ({ id: `rep-${String(number).padStart(8, '0')}` })
    const answer = (_url: string, cursor: string | undefined): string =>
      servedPage(cursor, { records, pageSize, recordOf })
    await withServedList(practisedClavis, answer, async () => {
      await loadWholeList(page, records)
      const scroller = page.locator('[data-scroller]')
      const focused = page.locator('[role="gridcell"][tabindex="0"]')
      const firstRow = (): Promise<number> =>
        page.locator('[data-scroller] [role="row"]').evaluateAll((rows) => {
          const top = rows[0]?.closest('[data-scroller]')?.getBoundingClientRect().top ?? 0
          const inSight = rows.filter((row) => row.getBoundingClientRect().bottom > top + 1)
          return Math.min(...inSight.map((row) => Number(row.ariaRowIndex) - 2))
        })

      await page.getByRole('gridcell', { name: 'rep-00000004' }).focus()
      await scroller.evaluate((element) => (element.scrollTop = element.scrollHeight))
      await expect(page.getByRole('gridcell', { name: 'rep-00599999' })).toBeInViewport()
      await expect(page.locator('[data-scroller] [aria-busy]')).toHaveCount(0)

      // The focus stays where it is, far outside of the view.
      await expect(focused).toBeFocused()
      await expect(focused).toHaveText('rep-00000004')
      await page.keyboard.press('ArrowDown')
      await expect(focused).toHaveText('rep-00000005')
      await expect(focused).toBeInViewport()

      // In the middle, a turn of the wheel scrolls as many rows as anywhere.
      await scroller.evaluate((element) => (element.scrollTop = element.scrollHeight / 2))
      await expect.poll(firstRow).toBeGreaterThan(290_000)
      const before = await firstRow()
      await scroller.hover()
      await page.mouse.wheel(0, 28 * 10)
      await expect.poll(firstRow).toBe(before + 10)
      await page.mouse.wheel(0, 28 * -20)
      await expect.poll(firstRow).toBe(before - 10)
      await expect(page.locator('[data-scroller] [aria-busy]')).toHaveCount(0)

      // The last row by keyboard, and page by page.
      await focused.focus()
      await page.keyboard.press('ControlOrMeta+End')
      await page.keyboard.press('Home')
      await expect(focused).toHaveText('rep-00599999')
      await page.keyboard.press('ArrowUp')
      await expect(focused).toHaveText('rep-00599998')
      await expect(focused).toBeInViewport()
    })
  })
})
