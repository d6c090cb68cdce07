import { readTables, tablePath } from '../../fixtures/app/stored-tables.ts'
import { mustCall } from '../../fixtures/certificates/certificates.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import {
  bridgeCall,
  chooseList,
  chooseListCommand,
  openPage,
  openPracticeLists,
  profileLink,
} from '../../fixtures/services/practice.ts'
import { holdAnswers, holdCalls } from '../../fixtures/window/held-calls.ts'
import { pressInOpened } from '../../fixtures/window/opened.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

// A list's columns: arranged by pointer and by keyboard, saved, and reported when the data's own columns change.

/** Returns the stored columns of all lists. The page shows a change before it has reached main. */
const storedColumns = async (dataFolder: string): Promise<string> => {
  const rows = (await readTables(dataFolder)).get(tablePath('list_columns'))?.toString() ?? '[]'
  return (JSON.parse(rows) as { content: string }[]).map(({ content }) => content).join('\n')
}

test('Columns: can be arranged, stay so after a restart, and can be reset', async ({ practisedClavis }) => {
  test.slow()
  const { page } = practisedClavis
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Lists')
  const header = (name: string): ReturnType<typeof page.getByRole> =>
    page.getByRole('columnheader', { name, exact: true })
  await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toBeVisible()

  // By pointer: the button in the header, and a right click on it.
  await header('sequence').hover()
  await header('sequence').locator('[data-column-menu]').click()
  await page.getByRole('menuitemradio', { name: 'Thousands separators' }).click()
  await expect(page.getByRole('gridcell', { name: '900,000,000,000,000,000' })).toBeVisible()
  await header('name').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByRole('textbox', { name: 'Column name' }).fill('Title')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(header('Title')).toBeVisible()

  // By keyboard: from the header's menu to the panel.
  await header('status').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByRole('menu', { name: 'Column status' })).toBeVisible()
  await page.mouse.move(0, 0)
  await pressInOpened(page.getByRole('menuitem', { name: 'Pin left' }), 'Enter')
  await expect(header('status')).toHaveAttribute('aria-colindex', '1')
  await expect(header('status')).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  // In one step: the menu takes the focus again when it becomes visible.
  await pressInOpened(page.getByRole('menuitem', { name: 'All columns…' }), 'Enter')
  const panel = page.getByRole('dialog', { name: 'Columns' })
  await expect(panel.getByRole('textbox', { name: 'Find column' })).toBeFocused()
  await page.keyboard.type('currency')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(panel.getByRole('option', { name: 'currency text' })).toHaveAttribute('aria-selected', 'false')
  await expect(header('currency')).toBeHidden()
  await panel.getByRole('textbox', { name: 'Find column' }).fill('')
  const options = panel.getByRole('listbox', { name: 'Columns' })
  await expect(panel.getByRole('option', { name: 'status pinned left text' })).toBeVisible()
  await options.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(header('reportConfigurationId')).toHaveAttribute('aria-colindex', '2')
  await lookAt(page, 'columns-panel')

  // By pointer in the panel.
  await panel
    .getByRole('option', { name: 'amount number' })
    .dragTo(panel.getByRole('option', { name: 'reportConfigurationId text' }))
  await expect(header('amount')).toHaveAttribute('aria-colindex', '2')
  await page.keyboard.press('Escape')

  // Pictures resize the window, which closes a menu whose column leaves the view: so of a pinned column, and at the
  // end.
  await header('status').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByRole('menu', { name: 'Column status' })).toBeVisible()
  await lookAt(page, 'column-menu')

  await expect
    .poll(() => storedColumns(practisedClavis.dataFolder))
    .toContain('"order":["status","amount","reportConfigurationId"')
  const again = await practisedClavis.relaunch()
  await profileLink(again, 'Practice Client Testing').click()
  await openPage(again, 'Lists')
  await again.getByRole('gridcell', { name: '900,000,000,000,000,000' }).waitFor()
  // Wide enough for all columns: those outside of the view are not drawn.
  await again.setViewportSize({ width: 3200, height: 840 })
  await expect(again.getByRole('columnheader', { name: 'Title', exact: true })).toBeVisible()
  // The hidden currency would be before it.
  await expect(again.getByRole('columnheader', { name: 'rows', exact: true })).toBeVisible()
  const names = (await again.getByRole('columnheader').allTextContents()).map((name) => name.trim())
  expect(names.slice(0, 5)).toEqual(['status', 'amount', 'reportConfigurationId', 'reportId', 'sequence'])
  expect(names).not.toContain('currency')
  // Another list has its own layout.
  await chooseList(again, 'Report configurations')
  await expect(again.getByRole('columnheader', { name: 'name', exact: true })).toBeVisible()
  await chooseList(again, 'Reports')

  await again.getByRole('button', { name: 'Columns', exact: true }).click()
  await again.getByRole('button', { name: 'Reset to default' }).click()
  await again.keyboard.press('Escape')
  await expect(again.getByRole('columnheader', { name: 'reportId', exact: true })).toHaveAttribute('aria-colindex', '1')
  await expect(again.getByRole('columnheader', { name: 'currency', exact: true })).toBeVisible()
})

test('Columns: each of several keys in quick succession counts', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 400)
  const header = (name: string): ReturnType<typeof page.getByRole> =>
    page.getByRole('columnheader', { name, exact: true })
  // The first rows set the columns' widths.
  await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toBeVisible()
  await header('reportId').focus()
  await page.evaluate(pressAtOnce, { key: 'ArrowRight', shiftKey: true })
  await expect(header('reportId')).toHaveAttribute('aria-colindex', '4')
  const width = async (): Promise<number> => (await header('reportId').boundingBox())?.width ?? 0
  const before = await width()
  await page.evaluate(pressAtOnce, { key: 'ArrowRight', altKey: true })
  await expect.poll(width).toBe(before + 30)

  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Columns' })
  await expect(panel.getByRole('textbox')).toBeFocused()
  await panel.getByRole('listbox').focus()
  await page.evaluate(pressAtOnce, { key: 'ArrowDown', altKey: true })
  await expect(panel.getByRole('option').nth(3)).toContainText('reportConfigurationId')
  await expect(header('reportConfigurationId')).toHaveAttribute('aria-colindex', '4')
  await page.evaluate(pressAtOnce, { key: ' ' })
  // The empty column is hidden by default.
  await expect(panel.getByRole('option', { selected: false })).toHaveText([/^reportConfigurationId/u, /^note.*empty/u])
})

test('Columns: a step counts even when the previous one’s result arrives after it', async ({ sharedClavis }) => {
  const { page, app } = sharedClavis
  await openPracticeLists(page, 400)
  const header = page.getByRole('columnheader', { name: 'reportId', exact: true })
  await header.focus()
  const answers = await holdAnswers(app, 'lists.columns')
  await page.keyboard.press('Shift+ArrowRight')
  // One call or two: main's event about the change can also arrive after the change was stored.
  await expect.poll(answers.count).toBeGreaterThan(0)
  const letKeep = await holdCalls(app, 'lists.changeColumns')
  await page.keyboard.press('Shift+ArrowRight')
  await expect(header).toHaveAttribute('aria-colindex', '3')
  await answers.letCome()
  // Main responds in order: after this response, the columns have arrived, too.
  await bridgeCall(page, 'app.info', undefined)
  await page.keyboard.press('Shift+ArrowRight')
  await expect(header).toHaveAttribute('aria-colindex', '4')
  const asked = await answers.count()
  await letKeep()
  await expect.poll(answers.count).toBeGreaterThan(asked)
  await expect(header).toHaveAttribute('aria-colindex', '4')
})

test('Columns: a column’s menu also opens in the panel, and closes separately @core', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 400)
  await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toBeVisible()
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Columns' })
  const options = panel.getByRole('listbox', { name: 'Columns' })
  const menu = (name: string): ReturnType<typeof page.getByRole> =>
    page.getByRole('menu', { name: `Column ${name}`, exact: true })
  const renaming = page.getByRole('dialog', { name: 'Rename column' })

  // By keyboard, right after the panel opened.
  await expect(panel.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(menu('reportId')).toBeInViewport()
  // It takes the focus a moment after it appears; before that, Escape closes the panel.
  await expect(menu('reportId').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(menu('reportId')).toBeHidden()
  await expect(options).toBeFocused()

  // By pointer: a right click, and the button in the line.
  const name = panel.getByRole('option', { name: 'name text' })
  await name.click({ button: 'right' })
  await expect(menu('name')).toBeInViewport()
  await pressInOpened(menu('name').getByRole('menuitem', { name: 'Rename…' }), 'Enter')
  await expect(renaming.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(renaming).toBeHidden()
  await expect(options).toBeFocused()
  await name.locator('span').last().click()
  await pressInOpened(menu('name').getByRole('menuitem', { name: 'Rename…' }), 'Enter')
  await renaming.getByRole('textbox').fill('Title')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('option', { name: 'Title name text' })).toBeVisible()

  // Actions of a table are not offered if no table shows the column.
  const sort = page.getByRole('menuitem', { name: 'Sort ascending' })
  const fit = page.getByRole('menuitem', { name: 'Autosize' })
  const pin = page.getByRole('menuitem', { name: 'Pin left' })
  await page.keyboard.press('Enter')
  await expect(sort.and(page.locator(':focus'))).toBeVisible()
  await expect(fit).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(sort.and(page.locator(':focus'))).toBeVisible()
  await expect(fit).toBeHidden()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.getByRole('radiogroup', { name: 'Display' }).getByText('Charts').click()
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  await expect(panel.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(pin).toBeVisible()
  await expect(sort.or(fit)).toBeHidden()
})

/** Runs in the page. Presses a key three times without a pause, like keys that wait for a busy page. */
async function pressAtOnce(key: KeyboardEventInit): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
    // As in every page, what the event started is done before the next event.
    for (let step = 0; step < 50; step += 1) await Promise.resolve()
  }
}

test('Columns: fields added or removed since the last load are shown once', async ({ practisedClavis }) => {
  const { page } = practisedClavis
  // One record has only some of the fields that others have.
  await bridgeCall(page, 'practice.setRecords', { records: 1 })
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Lists')
  await expect(page.getByRole('status').filter({ hasText: /^1 record loaded$/u })).toBeAttached()
  await bridgeCall(page, 'practice.setRecords', { records: 400 })
  await chooseListCommand(page, 'Reload')
  await expect(page.getByRole('status').filter({ hasText: 'All 400 records loaded' })).toBeAttached()
  const notice = page.getByRole('region', { name: 'Changed fields' })
  await expect(notice).toContainText(/\d new fields/u)
  await notice.getByRole('button', { name: 'Show fields' }).click()
  await expect(notice).toContainText('completedAt (date)')
  await expect(notice).toContainText('rows (text → number)')
  await lookAt(page, 'changed-fields')
  await notice.getByRole('button', { name: 'Dismiss changed fields' }).click()
  await expect(notice).toBeHidden()
  await expect
    .poll(() => storedColumns(practisedClavis.dataFolder))
    .toMatch(/"last":\{"at":"(?<at>[^"]+)".*"seen":\{"at":"\k<at>"/u)
  const again = await practisedClavis.relaunch()
  await profileLink(again, 'Practice Client Testing').click()
  await openPage(again, 'Lists')
  await expect(again.getByRole('gridcell', { name: 'rep-00000000' })).toBeVisible()
  // Main answers in order: once this call is answered, so is the page's own.
  const profiles = await mustCall(again, 'profiles.list', undefined)
  const { id: profileId } = profiles.find(({ name }) => name === 'Practice Client Testing')!
  await mustCall(again, 'lists.columns', { profileId, list: 'reports' })
  await expect(again.getByRole('region', { name: 'Changed fields' })).toBeHidden()
})
