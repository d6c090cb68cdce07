import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ElectronApplication, Locator, Page } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import {
  bridgeCall,
  chooseListCommand,
  loadWholeList,
  openPage,
  openPracticeLists,
  profileLink,
} from '../../fixtures/services/practice.ts'
import { answerSaveDialog } from '../../fixtures/window/dialogs.ts'
import { holdCalls } from '../../fixtures/window/held-calls.ts'
import { pressInOpened } from '../../fixtures/window/opened.ts'
import { lookAt, takePicture } from '../../fixtures/window/screens.ts'

test('Snapshots: are saved, survive a restart, resume, and are compared with a newer list', async ({
  practisedClavis,
}) => {
  test.slow()
  let { page } = practisedClavis
  await bridgeCall(page, 'practice.setRecords', { records: 1800 })
  await profileLink(page, 'Practice Mock').click()
  await openPage(page, 'Lists')
  await expect(page.getByRole('status').filter({ hasText: '500 records loaded · more available' })).toBeVisible()
  await chooseListCommand(page, 'Snapshots…')
  const dialog = (): ReturnType<typeof page.getByRole> => page.getByRole('dialog', { name: 'Snapshots' })
  await expect(dialog()).toContainText('No snapshots yet')
  await lookAt(page, 'snapshots-empty')
  await dialog().getByRole('textbox', { name: 'Snapshot name' }).fill('Before the migration')
  await dialog().getByRole('button', { name: 'Save snapshot' }).click()
  await expect(dialog()).toContainText('500 records, incomplete')

  page = await practisedClavis.killAndRelaunch()
  // The app starts the practice service on its own, maybe only after the window is shown.
  await expect.poll(() => bridgeCall(page, 'practice.setRecords', { records: 1800 })).toMatchObject({ ok: true })
  await profileLink(page, 'Practice Mock').click()
  await openPage(page, 'Lists')
  // A snapshot opens with the view of the list that it replaces.
  const line = page.getByRole('combobox', { name: 'Search loaded records' })
  const sequence = page.getByRole('columnheader', { name: 'sequence', exact: true })
  await line.fill('rep-0000001')
  await sequence.click()
  await sequence.click()
  await expect(page.getByRole('row').nth(1)).toContainText('rep-00000019')
  await chooseListCommand(page, 'Snapshots…')
  await dialog().getByRole('button', { name: 'Open Before the migration' }).click()
  await expect(page.getByRole('status', { name: 'List status' })).toContainText(
    '10 of 500 loaded records match · paused',
  )
  await expect(line).toHaveValue('rep-0000001')
  await expect(sequence).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('row').nth(1)).toContainText('rep-00000019')
  await line.press('Escape')
  await sequence.click()
  await expect(page.getByRole('row').nth(1)).toContainText('rep-00000000')
  await expect(page.getByText(/^Snapshot “Before the migration” · loaded /u)).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  const whole = page.getByRole('status').filter({ hasText: /^All [\d,]+ records loaded$/u })
  await expect(whole).toContainText('All 1,800 records loaded')

  await bridgeCall(page, 'practice.setRecords', { records: 1830 })
  await chooseListCommand(page, 'Reload')
  await expect(page.getByRole('status').filter({ hasText: '500 records loaded · more available' })).toBeVisible()
  const differences = page.getByRole('region', { name: 'Comparison', exact: true })
  await chooseListCommand(page, 'Snapshots…')
  await lookAt(page, 'snapshots')
  await dialog().getByRole('button', { name: 'Compare Before the migration with the current list' }).click()
  await expect(differences).toContainText('0 added · 1,300 removed · 0 changed · 500 unchanged')
  await expect(differences).toContainText('The second list was incomplete: records it had not loaded count as removed.')
  await lookAt(page, 'comparison-incomplete')
  await differences.getByRole('button', { name: 'Load all and compare again' }).click()
  await expect(differences).toContainText('30 added · 0 removed · 0 changed · 1,800 unchanged')
  await expect(differences).not.toContainText('incomplete')
  await expect(differences.getByRole('gridcell', { name: 'rep-00001800' }).first()).toBeVisible()

  const file = join(practisedClavis.dataFolder, 'differences.ndjson')
  await answerSaveDialog(practisedClavis.app, file)
  await differences.getByRole('button', { name: 'Export…' }).click()
  await page.getByRole('button', { name: 'Choose file…' }).click()
  await expect(page.getByText('30 records saved to differences.ndjson.')).toBeVisible()
  const [first = ''] = (await readFile(file, 'utf8')).split('\n')
  expect(JSON.parse(first)).toMatchObject({ change: 'added', id: 'rep-00001800', after: { reportId: 'rep-00001800' } })
  await differences.getByText('Removed 0').click()
  await expect(differences.getByRole('gridcell')).toHaveCount(0)
  await expect(differences).toContainText('No matching differences')
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await expect(differences).toBeHidden()
  await page.goBack()
  await expect(differences).toBeVisible()
  await expect(differences.getByRole('radio', { name: 'Removed 0' })).toBeChecked()
  await expect(differences.getByRole('gridcell')).toHaveCount(0)
  await differences.getByRole('button', { name: 'Close' }).click()
  await expect(whole).toBeVisible()

  await chooseListCommand(page, 'Snapshots…')
  await dialog().getByRole('button', { name: 'Compare Before the migration with the current list' }).click()
  await expect(differences).toContainText('30 added')
  await expect(page).toHaveTitle(/^Comparison · Reports · /u)
  await expect(page.getByRole('link', { name: 'Lists', exact: true })).toHaveAttribute('aria-current', 'page')
  await searchFromElsewhere(page)
  await expect(differences).toBeHidden()
  // The result is kept as it was left, for the menu and for Back.
  await chooseListCommand(page, 'Show comparison')
  await expect(differences).toContainText('30 added')
  await page.goBack()
  await expect(searchField(page)).toHaveValue('rep-00000003')
  await page.goBack()
  await expect(differences).toContainText('30 added')
  await expect(differences.getByRole('gridcell', { name: 'rep-00001800' }).first()).toBeVisible()
  await page.goBack()
  await expect(searchField(page)).toBeVisible()
  await page.goForward()
  await differences.getByRole('button', { name: 'Close' }).click()
  // Closed differences are gone: for the menu, and for a page that led to them.
  await page.getByRole('button', { name: 'More list commands' }).click()
  await expect(page.getByRole('menuitem', { name: 'Snapshots…' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Show comparison' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.goForward()
  await expect(searchField(page)).toBeVisible()
  await expect(page).not.toHaveURL(/comparison/u)
  await searchField(page).fill('')
  await expect(whole).toBeVisible()

  // Comparing the older list with the newer one shows what was added since, not the reverse.
  await chooseListCommand(page, 'Snapshots…')
  await dialog().getByRole('textbox', { name: 'Snapshot name' }).fill('After it')
  await dialog().getByRole('button', { name: 'Save snapshot' }).click()
  await dialog().getByRole('button', { name: 'Open Before the migration' }).click()
  await expect(whole).toContainText('All 1,800 records loaded')
  await chooseListCommand(page, 'Snapshots…')
  await dialog().getByRole('button', { name: 'Compare After it with the current list' }).click()
  await expect(differences).toContainText('30 added · 0 removed · 0 changed · 1,800 unchanged')
  await expect(differences.getByRole('heading')).toHaveText(['From Before the migration', 'To After it'])
  await differences.getByRole('button', { name: 'Swap direction' }).click()
  await expect(differences).toContainText('0 added · 30 removed · 0 changed · 1,800 unchanged')
  await expect(differences.getByRole('heading')).toHaveText(['From After it', 'To Before the migration'])
  await takePicture(page, 'differences-swapped')
  await differences.getByRole('button', { name: 'Close' }).click()

  await chooseListCommand(page, 'Snapshots…')
  await dialog().getByRole('button', { name: 'More actions for After it' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const remove = dialog().getByRole('button', { name: 'Delete snapshot' })
  await remove.click()
  await expect(remove).toHaveCount(0)
  await dialog().getByRole('button', { name: 'More actions for Before the migration' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await remove.click()
  await expect(dialog()).toContainText('No snapshots yet')
})

/** Loads a list of 400 records, saves a snapshot, and reloads the list when it has ten more. */
async function saveAndReload(page: Page): Promise<void> {
  await openPracticeLists(page, 400)
  const status = page.getByRole('status', { name: 'List status' })
  await expect(status).toContainText('400 records')
  await chooseListCommand(page, 'Snapshots…')
  const dialog = page.getByRole('dialog', { name: 'Snapshots' })
  await dialog.getByRole('textbox', { name: 'Snapshot name' }).fill('Earlier')
  await dialog.getByRole('button', { name: 'Save snapshot' }).click()
  await expect(dialog).toContainText('Saved as “Earlier”')
  await dialog.press('Escape')
  await bridgeCall(page, 'practice.setRecords', { records: 410 })
  await chooseListCommand(page, 'Reload')
  await expect(status).toContainText('410 records')
}

/** Compares the snapshot of {@link saveAndReload} with the reloaded list. */
async function compareWithKept(page: Page): Promise<void> {
  await chooseListCommand(page, 'Snapshots…')
  await page
    .getByRole('dialog', { name: 'Snapshots' })
    .getByRole('button', { name: 'Compare Earlier with the current list' })
    .click()
}

test('Comparison: the result stays until the swapped comparison is done', async ({ sharedClavis }) => {
  const { page, app } = sharedClavis
  await saveAndReload(page)
  await compareWithKept(page)
  const differences = page.getByRole('region', { name: 'Comparison', exact: true })
  await expect(differences).toContainText('10 added · 0 removed')
  await differences.getByText('Added 10').click()
  const swap = differences.getByRole('button', { name: 'Swap direction' })

  // Swapping is cancelled; its late result is ignored.
  const letCome = await holdCalls(app, 'comparisons.compare')
  await swap.click()
  await page.getByRole('region', { name: 'Comparing' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(differences).toContainText('10 added · 0 removed')
  await expect(differences.getByRole('radio', { name: 'Added 10' })).toBeChecked()
  await expect(swap).toBeFocused()
  await letCome()

  // After swapping by keyboard the focus stays there.
  await swap.press('Enter')
  await expect(differences).toContainText('0 added · 10 removed')
  await expect(swap).toBeFocused()
  await swap.press('Enter')
  await expect(differences).toContainText('10 added · 0 removed')
  await expect(swap).toBeFocused()

  // It fails, because one of the two lists was closed.
  const profileId = /[\da-f]{8}-[\da-f-]{27}/u.exec(page.url())?.[0] ?? ''
  await bridgeCall(page, 'lists.open', { profileId, list: 'reports', restart: true })
  await swap.click()
  const fault = page.getByRole('dialog', { name: 'Couldn’t compare' })
  await expect(fault).toContainText('“Current list” is no longer open: the list was reloaded.')
  await expect(fault).toContainText('choose Compare in Snapshots')
  await expect(fault).toContainText('dataset-closed')
  await fault.press('Escape')
  await expect(differences).toContainText('10 added · 0 removed')
  await expect(differences.getByRole('gridcell', { name: 'rep-00000400' }).first()).toBeVisible()
})

test('Comparison: opened by keyboard, gets the focus', async ({ sharedClavis }) => {
  const { page, app } = sharedClavis
  await saveAndReload(page)
  const more = page.getByRole('button', { name: 'More list commands' })
  const dialog = page.getByRole('dialog', { name: 'Snapshots' })
  const comparing = page.getByRole('region', { name: 'Comparing' })
  const differences = page.getByRole('region', { name: 'Comparison', exact: true })
  const outcome = differences.getByRole('status').filter({ hasText: '10 added · 0 removed' })
  const compare = async (): Promise<void> => {
    await more.press('Enter')
    await page.getByRole('menuitem', { name: 'Snapshots…' }).press('Enter')
    await pressInOpened(dialog.getByRole('button', { name: 'Compare Earlier with the current list' }), 'Enter')
    await expect(comparing).toBeFocused()
    await expect(dialog).toHaveCount(0)
    await expect(comparing).toBeFocused()
  }

  let letCome = await holdCalls(app, 'comparisons.compare')
  await compare()
  await lookAt(page, 'comparing')
  await page.setViewportSize({ width: 900, height: 700 })
  const [bar, cancel] = await Promise.all(
    [comparing.getByRole('progressbar'), comparing.getByRole('button', { name: 'Cancel' })].map((each) =>
      each.boundingBox(),
    ),
  )
  expect(cancel?.x).toBeGreaterThan((bar?.x ?? 0) + (bar?.width ?? 0))
  expect(cancel?.y).toBeLessThan(bar?.y ?? 0)
  await page.keyboard.press('Tab')
  await expect(comparing.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(comparing).toHaveCount(0)
  await expect(more).toBeFocused()

  await compare()
  await letCome()
  await expect(outcome).toBeFocused()
  await takePicture(page, 'differences-by-keyboard')
  await page.keyboard.press('Tab')
  await expect(differences.getByRole('radio', { name: 'All' })).toBeFocused()
  await differences.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(differences).toHaveCount(0)
  await expect(more).toBeFocused()

  // If the focus was moved elsewhere meanwhile, it stays there, unless that element is gone.
  const activity = page.getByRole('link', { name: 'Requests', exact: true })
  for (const [elsewhere, after] of [
    [activity, activity],
    [comparing.getByRole('button', { name: 'Cancel' }), outcome],
  ] as const) {
    letCome = await holdCalls(app, 'comparisons.compare')
    await compare()
    await elsewhere.focus()
    await letCome()
    await expect(outcome).toBeVisible()
    await expect(after).toBeFocused()
    await differences.getByRole('button', { name: 'Close' }).click()
    await expect(differences).toHaveCount(0)
  }
})

test('Comparison: keeps filters, sort and columns when it is swapped', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await saveAndReload(page)
  await compareWithKept(page)
  const differences = page.getByRole('region', { name: 'Comparison', exact: true })
  const kind = differences.getByRole('radiogroup', { name: 'Type of difference' })
  const filters = differences.getByRole('list', { name: 'Filters' })
  await differences.getByText('Added 10').click()
  // The identifier has one column; other columns are named as the field.
  await expect(differences.getByRole('gridcell', { name: 'rep-00000403' })).toHaveCount(1)
  const configuration = differences.getByRole('gridcell', { name: 'cfg-000153' })
  await configuration.click({ button: 'right' })
  await pressInOpened(page.getByRole('menuitem', { name: 'Exclude “cfg-000153”' }), 'Enter')
  await expect(filters).toContainText('reportConfigurationId is not cfg-000153')
  const column = (name: string): Locator => differences.getByRole('columnheader', { name, exact: true })
  await column('reportId').click()
  await column('reportId').click()
  const rows = differences.getByRole('row')
  await expect(rows.nth(1)).toContainText('rep-00000409')
  await expect(rows).toHaveCount(10)
  const width = async (name: string): Promise<number> => (await column(name).boundingBox())?.width ?? 0
  const usual = await width('reportConfigurationId')
  await column('reportConfigurationId').press('Alt+ArrowRight')
  await column('reportConfigurationId').press('Shift+ArrowRight')
  await expect(column('reportConfigurationId')).toHaveAttribute('aria-colindex', '6')
  expect(await width('reportConfigurationId')).toBeGreaterThan(usual)

  await differences.getByRole('button', { name: 'Swap direction' }).click()
  await expect(kind.getByRole('radio', { name: 'Removed 10' })).toBeChecked()
  await expect(filters).toContainText('reportConfigurationId is not cfg-000153')
  await expect(rows.nth(1)).toContainText('rep-00000409')
  await expect(rows).toHaveCount(10)
  await expect(column('reportConfigurationId')).toHaveAttribute('aria-colindex', '6')
  expect(await width('reportConfigurationId')).toBeGreaterThan(usual)
  // It is the same after coming back.
  await openPage(page, 'Requests')
  await page.goBack()
  await expect(column('reportConfigurationId')).toHaveAttribute('aria-colindex', '6')
  await takePicture(page, 'differences-swapped-as-looked-at')

  await differences.getByRole('button', { name: 'Swap direction' }).click()
  await expect(kind.getByRole('radio', { name: 'Added 10' })).toBeChecked()
  await expect(filters).toContainText('reportConfigurationId is not cfg-000153')
  await expect(rows).toHaveCount(10)
})

test('Comparison: shows old and new values of a changed record in one cell, and can be searched @core', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  const load = async (daysAhead: number): Promise<void> => {
    await bridgeCall(page, 'practice.setData', { isAwkward: false, daysAhead })
    await chooseListCommand(page, 'Reload')
    await expect(page.getByRole('status', { name: 'List status' })).toContainText('more available')
    await loadWholeList(page, 5000)
  }
  await openPracticeLists(page, 5000)
  await loadWholeList(page, 5000)
  await load(0)
  await chooseListCommand(page, 'Snapshots…')
  const dialog = page.getByRole('dialog', { name: 'Snapshots' })
  await dialog.getByRole('textbox', { name: 'Snapshot name' }).fill('Earlier')
  await dialog.getByRole('button', { name: 'Save snapshot' }).click()
  await expect(dialog).toContainText('Saved as “Earlier”')
  await dialog.press('Escape')
  await load(7)
  await compareWithKept(page)
  const differences = page.getByRole('region', { name: 'Comparison', exact: true })
  // The first differences are the changed ones.
  await expect(differences.getByRole('gridcell', { name: 'Changed', exact: true }).first()).toBeVisible()
  const grid = differences.getByRole('grid', { name: 'Differences' })
  const columns = async (): Promise<number> => Number(await grid.getAttribute('aria-colcount'))
  // Of 15 fields the identifier is shown once, and what kind of difference it is.
  expect(await columns()).toBe(16)
  await lookAt(page, 'differences')
  await differences.getByText(/^Changed \d/u).click()
  await expect(differences.getByRole('gridcell', { name: /^\S+ → \S+$/u }).first()).toBeVisible()
  // Fields that never change are not shown then, except those by which a record is recognized.
  expect(await columns()).toBeLessThanOrEqual(11)
  const changedRow = differences.getByRole('row').nth(1)
  for (const name of ['name', 'status'])
    await expect(differences.getByRole('columnheader', { name, exact: true })).toBeInViewport()
  await expect(changedRow.getByRole('gridcell').nth(2)).toHaveText(/^\p{L}/u)
  await lookAt(page, 'comparison')

  const rows = differences.getByRole('row')
  const searched = differences.getByRole('combobox', { name: 'Search differences' })
  const id = (await differences.getByRole('gridcell', { name: /^rep-/u }).first().textContent()) ?? ''
  await searched.fill(id)
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText(id)
  await openPage(page, 'Requests')
  await page.goBack()
  await expect(searched).toHaveValue(id)
  await expect(rows).toHaveCount(2)
  // The header has one line.
  const [names, close] = await Promise.all([
    differences.getByRole('heading').first().boundingBox(),
    differences.getByRole('button', { name: 'Close' }).boundingBox(),
  ])
  expect(
    Math.abs((names?.y ?? 0) + (names?.height ?? 0) / 2 - ((close?.y ?? 0) + (close?.height ?? 0) / 2)),
  ).toBeLessThan(8)

  // The list's filter language: of changed records the newer version counts, also where it is the same.
  await searched.fill('status:Completed')
  await searched.press('Enter')
  await expect(differences.getByRole('list', { name: 'Filters' })).toContainText('status is Completed')
  await expect(rows.nth(1)).toContainText('Completed')
  for (const text of await differences.getByRole('row').allTextContents())
    if (text.includes('rep-')) expect(text).toContain('Completed')
  await lookAt(page, 'differences-filtered')
  await searched.fill('no such difference')
  await expect(differences).toContainText('No differences match the search and filters.')
})

test('Snapshots: need a name, and are saved once', async ({ sharedClavis }) => {
  const { page, app } = sharedClavis
  await openPracticeLists(page, 400)
  await expect(page.getByRole('status', { name: 'List status' })).toContainText('400 records')
  await chooseListCommand(page, 'Snapshots…')
  const dialog = page.getByRole('dialog', { name: 'Snapshots' })
  const keep = dialog.getByRole('button', { name: 'Save snapshot' })
  const name = dialog.getByRole('textbox', { name: 'Snapshot name' })
  await expect(name).toBeFocused()
  await expect(keep).toBeDisabled()
  await name.fill('  ')
  await expect(keep).toBeDisabled()
  // Nor by keyboard.
  await name.press('Enter')
  await expect(dialog).toContainText('No snapshots yet')
  await name.fill('October')
  await expect(keep).toBeEnabled()

  const letCome = await holdCalls(app, 'snapshots.keep')
  await keep.click()
  await expect(keep).toBeDisabled()
  await letCome()
  await expect(dialog.getByRole('list', { name: 'Saved snapshots' }).getByText('October', { exact: true })).toHaveCount(
    1,
  )
  await expect(dialog.getByRole('status')).toContainText('October')
  await expect(keep).toHaveCount(0)
})

test('Comparison: continues while the list is searched from elsewhere, and its result waits there', async ({
  sharedClavis,
}) => {
  const { page, app } = sharedClavis
  await saveAndReload(page)

  const letCome = await holdCalls(app, 'comparisons.compare')
  await compareWithKept(page)
  const comparing = page.getByRole('region', { name: 'Comparing' })
  await expect(comparing).toBeVisible()
  await searchFromElsewhere(page)
  await page.goBack()
  await expect(page).not.toHaveURL(/search/u)
  await expect(comparing).toBeVisible()
  await page.goForward()
  await expect(page).toHaveURL(/search/u)
  await expect(searchField(page)).toHaveValue('rep-00000003')

  // It ends while the list is searched, and does not replace it.
  await letCome()
  await expect(searchField(page)).toHaveValue('rep-00000003')
  const differences = page.getByRole('region', { name: 'Comparison', exact: true })
  await chooseListCommand(page, 'Show comparison')
  await expect(differences).toContainText('10 added · 0 removed · 0 changed')
  await page.goBack()
  await expect(searchField(page)).toHaveValue('rep-00000003')
  await page.goBack()
  await expect(differences).toContainText('10 added · 0 removed · 0 changed')
})

/** Searches the compared list for a value, as from the menu of another list's cell. */
async function searchFromElsewhere(page: Page): Promise<void> {
  await page.evaluate(() => (location.hash = location.hash.replace('/comparison', '/search/rep-00000003')))
  await expect(searchField(page)).toHaveValue('rep-00000003')
}

function searchField(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Search loaded records' })
}

/**
 * Hides the identifier from comparisons, as with data that the practice service doesn't have; everything else is real.
 */
async function hideIdentifier(app: ElectronApplication, candidates: readonly string[]): Promise<void> {
  await app.evaluate(({ ipcMain }, named) => {
    type Handler = (event: object, name: string, input: { readonly idPath?: string }) => unknown
    // Electron has no public API for the handlers: this is its internal table.
    const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, Handler> }
    for (const [channel, handler] of handlers)
      handlers.set(channel, (event, name, input) =>
        name === 'comparisons.compare' && input.idPath === undefined
          ? { ok: true, value: { kind: 'unclear', candidates: named } }
          : handler(event, name, input),
      )
  }, candidates)
}

test('Comparison: refuses a field that does not identify records, and another can be chosen in place', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page, app } = sharedClavis
  await saveAndReload(page)
  await hideIdentifier(app, ['status', 'reportId'])
  await compareWithKept(page)
  const choice = page.getByRole('region', { name: 'Comparing' })
  await choice.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(choice.getByRole('alert')).toContainText('“status” does not tell records apart')
  await expect(choice.getByRole('combobox', { name: 'Identifier' })).toHaveValue('status')
  await lookAt(page, 'identifier-refused')
  await choice.getByRole('combobox', { name: 'Identifier' }).click()
  await page.getByRole('option', { name: 'reportId' }).click()
  await choice.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Comparison', exact: true })).toContainText(
    '10 added · 0 removed · 0 changed · 400 unchanged',
  )
})

test('Snapshots: opening one of another profile moves the focus there', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 100, 'Practice Mock')
  const more = page.getByRole('button', { name: 'More list commands' })
  const dialog = page.getByRole('dialog', { name: 'Snapshots' })
  await chooseListCommand(page, 'Snapshots…')
  await dialog.getByRole('textbox', { name: 'Snapshot name' }).fill('Mock')
  await dialog.getByRole('button', { name: 'Save snapshot' }).click()
  await expect(dialog).toContainText('Saved as “Mock”')
  await dialog.press('Escape')
  await profileLink(page, 'Practice Client Testing').click()
  await expect(page.getByRole('navigation', { name: 'Pages of Practice Client Testing' })).toBeVisible()
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Snapshots…' }).press('Enter')
  await pressInOpened(dialog.getByRole('button', { name: 'Open Mock' }), 'Enter')
  await expect(page.getByRole('navigation', { name: 'Pages of Practice Mock' })).toBeVisible()
  await expect(page.getByText(/^Snapshot “Mock”/u)).toBeVisible()
  await expect(more).toBeFocused()
})
