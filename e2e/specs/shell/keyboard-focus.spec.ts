import type { Locator } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import {
  diagnose,
  bridgeCall,
  chooseListCommand,
  openPage,
  openPracticeLists,
  profileLink,
  setUpPractice,
} from '../../fixtures/services/practice.ts'
import { withServedList } from '../../fixtures/services/served-list.ts'
import { holdCalls } from '../../fixtures/window/held-calls.ts'

// Elements with the keyboard's focus often disappear when they are used; the focus must not return to the window's top.

test('Focus: returns to where it was when a pressed element disappears', async ({ sharedClavis }) => {
  test.slow()
  const { page } = sharedClavis
  await openPracticeLists(page, 400)
  const status = page.getByRole('status', { name: 'List status' })
  await expect(status).toContainText('400 records')
  const line = page.getByRole('combobox', { name: 'Search loaded records' })
  await line.fill('nothing of this kind')
  await page.getByRole('button', { name: 'Clear search' }).press('Enter')
  await expect(line).toHaveValue('')
  await expect(line).toBeFocused()
  await line.fill('status:Completed currency:JPY')
  await page.getByRole('button', { name: 'Remove filter: status is Completed' }).press('Enter')
  await expect(line).toHaveValue('currency:JPY')
  await expect(line).toBeFocused()
  await line.fill('')
  await expect(status).toHaveText('All 400 records loaded')

  const cell = page.getByRole('gridcell', { name: 'cfg-000003', exact: true })
  await cell.focus()
  await page.keyboard.press('Shift+ArrowUp')
  await expect(page.getByText('2 rows by 1 column selected')).toBeVisible()
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter')
  await expect(page.getByText('2 rows by 1 column selected')).toHaveCount(0)
  await expect(page.getByRole('gridcell', { name: 'cfg-000002', exact: true })).toBeFocused()

  await chooseListCommand(page, 'Column statistics')
  await page.getByRole('button', { name: 'Close column statistics' }).press('Enter')
  await expect(page.getByRole('button', { name: 'More list commands' })).toBeFocused()

  // In a dialog it stays there, and returns when that closes.
  const columns = page.getByRole('button', { name: 'Columns', exact: true })
  const panel = page.getByRole('dialog', { name: 'Columns' })
  const options = panel.getByRole('listbox')
  await columns.press('Enter')
  await expect(panel.getByRole('textbox')).toBeFocused()
  await options.press('Space')
  await panel.getByRole('button', { name: 'Show all' }).press('Enter')
  await expect(options).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(columns).toBeFocused()

  // It does not lead back over another page.
  await line.focus()
  await openPage(page, 'Requests')
  await expect(page.getByRole('link', { name: 'Requests', exact: true })).toBeFocused()
})

test('Focus: moves to a new page when the element that led to it is gone', async ({ clavis }) => {
  const { page } = clavis
  const content = page.getByRole('main')
  await setUpPractice(page)
  await expect(content).toBeFocused()
  await profileLink(page, 'Practice Mock').press('Enter')
  await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Practice Mock' })).toBeVisible()
  await expect(content).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(content.locator(':focus')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await expect(content).toBeFocused()
})

test('Focus: returns to a button that was disabled while it worked @core', async ({ sharedClavis }) => {
  const { page, app } = sharedClavis
  await profileLink(page, 'Practice Client Testing').click()
  await diagnose(page)
  await expect(page.getByRole('button', { name: 'Run again' })).toBeEnabled()
  const again = page.getByRole('main').getByRole('button', { name: /^Run /u })
  const letEnd = await holdCalls(app, 'doctor.diagnose')
  await again.press('Enter')
  await expect(again).toBeDisabled()
  await letEnd()
  await expect(again).toBeEnabled()
  await expect(again).toBeFocused()
})

test('Focus: moves to the header when a record is closed over a query without rows', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 400)
  const record = page.getByRole('complementary', { name: 'Record' })
  await page.getByRole('gridcell', { name: 'cfg-000003', exact: true }).click()
  await expect(record.getByRole('tree')).toContainText('cfg-000003')
  await page.getByRole('combobox', { name: 'Search loaded records' }).fill('nothing of this kind')
  await expect(page.getByText('No matching records')).toBeVisible()
  await record.getByRole('button', { name: 'Close record' }).press('Enter')
  await expect(record).toBeHidden()
  await expect(page.getByRole('columnheader', { name: 'reportConfigurationId', exact: true })).toBeFocused()
})

test('Focus: stays on the choice of a list in each list that it opens', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 400)
  await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toBeVisible()
  const choice = page.getByRole('button', { name: /^List: /u })
  for (const [list, record] of [
    ['Report configurations', 'cfg-000000'],
    ['Reporting groups', 'grp-00003'],
    ['Report configurations', 'cfg-000000'],
  ] as const) {
    await choice.press('Enter')
    await page.getByRole('menuitemradio', { name: list, exact: true }).press('Enter')
    await expect(page.getByRole('gridcell', { name: record }).first()).toBeVisible()
    await expect(choice).toHaveAccessibleName(`List: ${list}`)
    await expect(choice).toBeFocused()
  }
})

test('Focus: moves to a visible element when a chart’s bar disappears after it filters the list', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 400)
  await page.getByText('Charts', { exact: true }).click()
  const chart = page.getByRole('region', { name: 'Charts' })
  await chart.getByText('By value', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Category field' }).click()
  await page.getByRole('option', { name: 'status', exact: true }).click()
  await expect(chart.getByRole('heading', { name: 'Number of records by status' })).toBeVisible()
  const bars = chart.locator('[data-group]')
  await bars.first().focus()
  await page.keyboard.press('End')
  await expect(bars.last()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(bars).toHaveCount(1)
  await expect(bars).toBeFocused()
  await page.getByRole('button', { name: 'Clear all' }).click()
  // The list is filtered for a moment longer, and the bars below would be counted again while one has the focus.
  await expect(bars).not.toHaveCount(1)

  // The same beside the list, if no bar is left.
  await chooseListCommand(page, 'Column statistics')
  const panel = page.getByRole('complementary', { name: 'Column statistics' })
  await panel.getByRole('combobox', { name: 'Column' }).click()
  await page.getByRole('option', { name: 'amount', exact: true }).click()
  await panel.locator('[data-bar]').first().focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Filters' })).toContainText('amount from')
  await expect(page.locator('body')).not.toBeFocused()
  await expect(page.locator(':focus')).toBeVisible()
})

test('Focus: returns when a dialog closes before it has taken the focus', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 400)
  await expect(page.getByRole('status', { name: 'List status' })).toContainText('400 records')
  for (const name of ['Export…', 'Columns', 'Go to…']) {
    const button = page.getByRole('button', { name, exact: true })
    const dialog = page.getByRole('dialog')
    // Its code is loaded when it is first opened.
    await button.press('Enter')
    await expect(dialog.locator(':focus')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(button).toBeFocused()
    await button.evaluate(openAndClose)
    await expect(dialog).toHaveCount(0)
    await expect(button).toBeFocused()
  }
})

/** Runs in the page. Presses a button and then Escape until the opening dialog receives it. */
async function openAndClose(button: HTMLElement): Promise<void> {
  const hasDialog = (): boolean => document.querySelector('[role="dialog"]') !== null
  const nextTask = async (): Promise<void> => {
    const { port1, port2 } = new MessageChannel()
    await new Promise((resolve) => {
      port1.onmessage = resolve
      port2.postMessage(undefined)
    })
    port1.close()
  }
  const isClosing = (): boolean => {
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    button.dispatchEvent(escape)
    return !hasDialog()
  }
  button.click()
  while (!hasDialog()) await nextTask()
  for (let task = 0; task < 5 && !isClosing(); task += 1) await nextTask()
}

test('Focus: load, pause, stop and retry of a list follow each other by keyboard', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await bridgeCall(page, 'practice.setRecords', { records: 20_000 })
  await bridgeCall(page, 'practice.setFaults', { faults: ['slow-answer'] })
  await profileLink(page, 'Practice Mock').click()
  await openPage(page, 'Lists')
  const status = page.getByRole('status', { name: 'List status' })
  await expect(status).toContainText('500 records')
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true })
  await button('Load all').press('Enter')
  await expect(button('Pause')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button('Pause')).toBeDisabled()
  await expect(button('Pause')).toBeFocused()
  await expect(button('Resume')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button('Pause')).toBeFocused()
  await button('Stop').press('Enter')
  await expect(button('Resume')).toBeFocused()

  await bridgeCall(page, 'practice.setFaults', { faults: ['repeated-cursor'] })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('repeated a page cursor')
  await bridgeCall(page, 'practice.setFaults', { faults: ['slow-answer'] })
  await page.getByRole('button', { name: /^Retry from page/u }).press('Enter')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(button('Pause')).toBeFocused()
  // It ends without further action.
  await button('Stop').focus()
  await bridgeCall(page, 'practice.setFaults', { faults: [] })
  await expect(status).toContainText('All 20,000 records loaded')
  // Nothing is left to load, so the command is gone.
  await expect(button('Load all')).toHaveCount(0)
  await expect(button('Go to row…')).toBeFocused()
})

test('Focus: moves to the new list when a menu is open during the reload', async ({ sharedClavis }) => {
  const { page, app } = sharedClavis
  let body = ''
  const serve = (...records: object[]): void => {
    body = JSON.stringify({ reports: records, next: null, lastPage: 'true' })
  }
  serve({ id: 'a', name: 'Ann', extra: 1 }, { id: 'b', name: 'Bo', extra: 2 })
  await withServedList(
    sharedClavis,
    () => body,
    async () => {
      const grid = page.getByRole('grid', { name: 'Records' })
      const cell = (name: string): Locator => grid.getByRole('gridcell', { name, exact: true })
      const header = (name: string): Locator => grid.getByRole('columnheader', { name, exact: true })
      const menu = page.getByRole('menu')
      /**
       * Opens a menu by its shortcut, and reloads the list meanwhile.
       * @param id the first record's, after the reload
       */
      const openOver = async (place: Locator, id: string): Promise<void> => {
        const letCome = await holdCalls(app, 'lists.reload')
        await chooseListCommand(page, 'Reload')
        await place.press('Shift+F10')
        await expect(menu).toBeVisible()
        await letCome()
        await expect(cell(id)).toBeVisible()
      }
      await expect(cell('Bo')).toBeVisible()

      serve({ id: 'c', name: 'Cy', extra: 3 }, { id: 'b', name: 'Bo', extra: 2 })
      await openOver(cell('Bo'), 'c')
      await page.keyboard.press('Escape')
      await expect(menu).toHaveCount(0)
      await expect(cell('Cy')).toBeFocused()

      serve({ id: 'd', name: 'Di', extra: 4 })
      await openOver(header('name'), 'd')
      await page.keyboard.press('Escape')
      await expect(menu).toHaveCount(0)
      await expect(header('name')).toBeFocused()

      // After the reload there is no such column.
      serve({ id: 'e', name: 'Ed' })
      await openOver(header('extra'), 'e')
      await expect(header('extra')).toHaveCount(0)
      await expect(menu).toHaveCount(0)
      await expect(header('id')).toBeFocused()
    },
  )
})

test('Focus: moves to the action that replaces the pressed one before the browser moves it', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  await profileLink(page, 'Practice Client Testing').click()
  const action = page.getByRole('button', { name: 'Get a token' })
  await action.evaluate((button: HTMLButtonElement) => {
    const next = button.cloneNode(true)
    button.focus()
    button.disabled = true
    button.replaceWith(next)
  })
  await expect(action).toBeFocused()
})
