import type { Locator, Page } from 'playwright/test'
import type { DatasetSummary } from '#shared/lists/list.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import {
  bridgeCall,
  chooseList,
  chooseListCommand,
  loadWholeList,
  openPage,
  openPracticeLists,
  profileLink,
} from '../../fixtures/services/practice.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

/** Returns the first row of the table that is fully visible, as a person reads it. */
function firstRow(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const top = document.querySelector('[data-scroller]')?.getBoundingClientRect().top ?? 0
    const rows = [...document.querySelectorAll<HTMLElement>('[data-scroller] [role="row"]')]
    const inSight = rows.filter((row) => row.getBoundingClientRect().top >= top - 1)
    inSight.sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    const [first] = inSight
    const cells = [...(first?.querySelectorAll('[role="gridcell"]') ?? [])].map((cell) => cell.textContent)
    // Rows that are not loaded yet are empty.
    return cells.join('') === '' ? undefined : `${first?.getAttribute('aria-rowindex') ?? ''} ${cells.join(' | ')}`
  })
}

test('List: filter line, filters, sort and position are restored, for each list of each profile', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page } = sharedClavis
  await openPracticeLists(page, 3000)
  const status = await loadWholeList(page, 3000)
  const line = page.getByRole('combobox', { name: 'Search loaded records' })
  const chips = page.getByRole('list', { name: 'Filters' })
  const bySequence = page.getByRole('columnheader', { name: 'sequence', exact: true })
  const scroller = page.locator('[data-scroller]')
  const across = (): Promise<number> => scroller.evaluate(({ scrollLeft }) => scrollLeft)

  await line.fill('status:Errored,Completed überweisung')
  await expect(chips).toContainText('status is one of Errored, Completed')
  await bySequence.click()
  await bySequence.click()
  await expect(bySequence).toHaveAttribute('aria-sort', 'descending')
  await expect(status).toContainText(/[\d,]+ of 3,000 records match/u)
  const found = (await status.textContent()) ?? ''
  await page.getByRole('gridcell').first().hover()
  await page.mouse.wheel(0, 28 * 5 + 9)
  await expect.poll(() => firstRow(page)).toMatch(/^8 /u)
  await page.mouse.wheel(150, 0)
  await expect.poll(across).toBe(150)
  const row = await firstRow(page)
  const asLeft = async (): Promise<void> => {
    await expect(line).toHaveValue('status:Errored,Completed überweisung')
    await expect(chips).toContainText('status is one of Errored, Completed')
    await expect(bySequence).toHaveAttribute('aria-sort', 'descending')
    await expect(status).toHaveText(found)
    await expect.poll(() => firstRow(page)).toBe(row)
    expect(await across()).toBe(150)
  }

  // To another page and back, by the tab and by the window's Back.
  await openPage(page, 'Requests')
  await expect(page.getByRole('heading', { name: 'Requests' })).toBeVisible()
  await openPage(page, 'Lists')
  await asLeft()
  await lookAt(page, 'list-as-left')
  await openPage(page, 'Token')
  await expect(line).toBeHidden()
  await page.goBack()
  await asLeft()
  await page.getByText('Charts', { exact: true }).click()
  await expect(page.getByRole('grid')).toBeHidden()
  await page.getByRole('radiogroup', { name: 'Display' }).getByText('Table').click()
  await asLeft()

  // Another list, and the same list of another profile, have their own view.
  await chooseList(page, 'Reporting groups')
  await expect(page.getByRole('gridcell', { name: 'grp-00003' })).toBeVisible()
  await expect(line).toHaveValue('')
  await expect(chips).toBeHidden()
  await line.fill('grp-00007')
  await expect(status).toContainText(/^1 of .* matches/u)
  await chooseList(page, 'Reports')
  await asLeft()
  await profileLink(page, 'Practice Mock').click()
  await openPage(page, 'Lists')
  await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toBeVisible()
  await expect(line).toHaveValue('')
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Lists')
  await asLeft()

  // A reload is shown in the same way, from its first row, whether it arrives on this page or on another.
  const asNew = async (): Promise<void> => {
    await expect(status).toContainText(/\d of 3,000 records match/u)
    await expect(line).toHaveValue('status:Errored,Completed überweisung')
    await expect(chips).toContainText('status is one of Errored, Completed')
    await expect(bySequence).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(() => firstRow(page)).toMatch(/^2 /u)
  }
  await chooseListCommand(page, 'Reload')
  await asNew()
  await page.getByRole('gridcell').first().hover()
  await page.mouse.wheel(0, 28 * 2)
  await expect.poll(() => firstRow(page)).toMatch(/^4 /u)
  const profileId = /profiles\/(?<id>[^/]+)/u.exec(page.url())?.groups?.['id'] ?? ''
  await openPage(page, 'Requests')
  const replaced = await bridgeCall(page, 'lists.open', { profileId, list: 'reports', restart: true })
  expect(replaced).toMatchObject({ ok: true, value: { records: 0 } })
  await openPage(page, 'Lists')
  await asNew()
  const { datasetId } = (replaced.ok ? replaced.value : {}) as DatasetSummary
  await openPage(page, 'Requests')
  await bridgeCall(page, 'lists.close', { datasetId })
  await openPage(page, 'Lists')
  await asNew()

  // Deleted filters stay deleted, and the page itself stores nothing: main does.
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state, location.hash])))
    .not //
    .toMatch(/überweisung|%C3%BCberweisung/iu)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(line).toHaveValue('überweisung')
  await line.press('Escape')
  await bySequence.click()
  await openPage(page, 'Requests')
  await openPage(page, 'Lists')
  await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toBeVisible()
  await expect(line).toHaveValue('')
  await expect(chips).toBeHidden()
  await expect(bySequence).toHaveAttribute('aria-sort', 'none')
  await expect(status).not.toContainText('match')
  await chooseList(page, 'Reporting groups')
  await expect(line).toHaveValue('grp-00007')
  // Coming back opens the list that was shown last.
  await openPage(page, 'Requests')
  await openPage(page, 'Lists')
  await expect(page.getByRole('button', { name: 'List: Reporting groups' })).toBeVisible()
  await expect(line).toHaveValue('grp-00007')
})

test('List: an open record, selection, charts or column statistics are restored', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 3000)
  const status = await loadWholeList(page, 3000)
  const cell = (id: string): Locator => page.getByRole('gridcell', { name: id, exact: true })
  const record = page.getByRole('complementary', { name: 'Record' })
  const selected = page.getByRole('row', { selected: true })
  const leaveAndReturn = async (): Promise<void> => {
    await openPage(page, 'Requests')
    await expect(page.getByRole('heading', { name: 'Requests' })).toBeVisible()
    await openPage(page, 'Lists')
  }

  // The record stays open, and the table at its position, where the record's row is not visible.
  await cell('rep-00000003').click()
  await cell('rep-00000005').click({ modifiers: ['ControlOrMeta'] })
  await expect(page.getByText('2 rows selected')).toBeVisible()
  await page.mouse.wheel(0, 28 * 100)
  await expect.poll(() => firstRow(page)).toMatch(/^102 /u)
  await leaveAndReturn()
  await expect(record.getByRole('tree')).toContainText('rep-00000003')
  await expect.poll(() => firstRow(page)).toMatch(/^102 /u)
  await expect(page.getByText('2 rows selected')).toBeVisible()
  await expect(cell('rep-00000003')).toBeHidden()
  // Going on from there scrolls to the row of the next record.
  await record.getByRole('button', { name: 'Next record' }).click()
  await expect(record.getByRole('tree')).toContainText('rep-00000004')
  await expect(cell('rep-00000004')).toBeInViewport()
  await cell('rep-00000004').hover()
  await page.mouse.wheel(0, -28 * 10)
  await expect(selected).toHaveCount(2)
  // A range starts at the row that was selected last.
  await cell('rep-00000008').click({ modifiers: ['Shift'] })
  await expect(page.getByText('4 rows selected')).toBeVisible()

  // Charts as they were configured; the table behind them keeps its selection.
  await page.getByText('Charts', { exact: true }).click()
  await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Table').click()
  const numbers = page.getByRole('region', { name: 'Charts' }).getByRole('table')
  await expect(numbers).toBeVisible()
  await leaveAndReturn()
  await expect(numbers).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Display' }).getByText('Table').click()
  await expect(page.getByText('4 rows selected')).toBeVisible()
  await expect(selected).toHaveCount(4)
  await expect(record.getByRole('tree')).toContainText('rep-00000004')

  // A column's statistics, in the record's place.
  await chooseListCommand(page, 'Column statistics')
  const values = page.getByRole('complementary', { name: 'Column statistics' })
  await page.getByRole('button', { name: 'Next column' }).click()
  const title = values.getByRole('heading', { name: /^reportConfigurationId/u })
  await expect(title).toBeVisible()
  await leaveAndReturn()
  await expect(title).toBeVisible()
  await expect(record).toBeHidden()
  await lookAt(page, 'values-as-left')
  await page.getByRole('button', { name: 'Close column statistics' }).click()

  // A reload has other records.
  await cell('rep-00000003').click()
  await expect(record).toBeVisible()
  await chooseListCommand(page, 'Reload')
  await expect(status).toContainText('500 records')
  await expect(record).toBeHidden()
  await expect(selected).toHaveCount(0)
  await leaveAndReturn()
  await expect(cell('rep-00000003')).toBeVisible()
  await expect(record).toBeHidden()
  await expect(selected).toHaveCount(0)
})
