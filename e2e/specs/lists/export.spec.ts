import { readFile, readdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
import type { Locator } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall, loadWholeList, openPracticeLists } from '../../fixtures/services/practice.ts'
import { answerSaveDialog, holdSaveDialog } from '../../fixtures/window/dialogs.ts'
import { lookAt, takePicture } from '../../fixtures/window/screens.ts'

test('Export: writes XLSX, CSV and Parquet with the dialog’s options and remembers them @core', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page, app, dataFolder } = sharedClavis
  await openPracticeLists(page, 3000, 'Practice Mock')
  // Without a choice of records, the dialog says what is exported, and that it is not everything.
  await page.getByRole('button', { name: 'Export…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export list' })
  const which = dialog.getByText('All 500 loaded records', { exact: true })
  await expect(which).toBeVisible()
  await expect(dialog).toContainText('In the order received. More records are available.')
  await expect(dialog.getByRole('radio', { name: 'NDJSON' })).toBeFocused()
  await lookAt(page, 'export-loaded-so-far')
  // The dialog grows as it opens, so its parts move for a moment.
  await expect
    .poll(async () => {
      const [title, words] = await Promise.all([dialog.getByRole('heading'), which].map((each) => each.boundingBox()))
      return title?.x === words?.x
    })
    .toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await loadWholeList(page, 3000)
  await page.getByRole('combobox', { name: 'Search loaded records' }).fill('Settlement')
  // At once: what was just typed counts, also before the table shows it.
  await page.getByRole('button', { name: 'Export…' }).click()
  await expect(dialog.getByRole('radio', { name: /^Filtered records/u })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('status', { name: 'List status' })).toContainText(/\d of 3,000 records match/u)

  await page.getByRole('button', { name: 'Export…' }).click()
  await expect(dialog.getByRole('radio', { name: /^Filtered records/u })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: /^Filtered records/u })).toBeFocused()
  await dialog.getByRole('radio', { name: 'All 3,000 records' }).check()
  await dialog.getByRole('radio', { name: 'Excel (XLSX)' }).click()
  const options = dialog.getByRole('button', { name: /^Options/u })
  await expect(options).toContainText('Columns as in the table')
  await options.click()
  await lookAt(page, 'export-excel')
  const xlsx = join(dataFolder, 'all.xlsx')
  await answerSaveDialog(app, xlsx)
  await dialog.getByRole('button', { name: 'Choose file…' }).click()
  await expect(page.getByText('3,000 records saved to all.xlsx.')).toBeVisible()
  const [names = [], ...cells] = (await readXlsx(await readFile(xlsx))).sheets[0]?.rows ?? []
  expect(cells).toHaveLength(3000)
  const twelfth = Object.fromEntries(names.map((name, index) => [String(name), cells[11]?.[index]]))
  expect(twelfth).toMatchObject({ reportId: 'rep-00000011', formula: '=SUM(A1:A11)' })
  expect(twelfth['createdAt']).toBeInstanceOf(Date)

  await page.getByRole('button', { name: 'Export…' }).click()
  await expect(dialog.getByRole('radio', { name: 'Excel (XLSX)' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'All 3,000 records' }).check()
  await dialog.getByRole('radio', { name: 'Table (CSV)' }).click()
  // English spreadsheets expect commas.
  await expect(options).toContainText('Columns as in the table · comma · byte order mark')
  await options.click()
  await lookAt(page, 'export-csv')
  await expect(dialog.getByRole('checkbox', { name: 'Byte order mark' })).toBeChecked()
  await dialog.getByText('Semicolon').click()
  await dialog.getByText('All fields', { exact: true }).click()
  await expect(options).toContainText('All fields · semicolon · byte order mark')
  const csv = join(dataFolder, 'all.csv')
  await answerSaveDialog(app, csv)
  await dialog.getByRole('button', { name: 'Choose file…' }).click()
  await expect(page.getByText('3,000 records saved to all.csv.')).toBeVisible()
  const text = await readFile(csv)
  expect(text.subarray(0, 3)).toEqual(Buffer.from('\uFEFF'))
  const rows = parse<Record<string, string>>(text, { bom: true, delimiter: ';', columns: true })
  expect(rows).toHaveLength(3000)
  expect(rows[11]).toMatchObject({ reportId: 'rep-00000011', formula: "'=SUM(A1:A11)" })

  await page.getByRole('button', { name: 'Export…' }).click()
  await expect(dialog.getByRole('radio', { name: 'CSV' })).toBeChecked()
  await expect(options).toContainText('All fields · semicolon · byte order mark')
  await dialog.getByRole('radio', { name: 'Parquet' }).click()
  const parquet = join(dataFolder, 'found.parquet')
  await answerSaveDialog(app, parquet)
  await dialog.getByRole('button', { name: 'Choose file…' }).click()
  await expect(page.getByText(/records saved to found\.parquet\./u)).toBeVisible()
  const found = await parquetReadObjects({ file: await asyncBufferFromFile(parquet) })
  expect(found.length).toBeGreaterThan(100)
  expect(found.length).toBeLessThan(3000)
  expect(found.every((row) => String(row['name']).startsWith('Settlement'))).toBe(true)
  expect(typeof found[0]?.['sequence']).toBe('bigint')

  // Selected records are exported in the table's order, not in the order of selection.
  const sequence = page.getByRole('columnheader', { name: 'sequence', exact: true })
  await sequence.click()
  await sequence.click()
  await expect(sequence).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('row').nth(1)).toContainText('rep-00002987')
  await page.getByRole('gridcell', { name: 'rep-00002973' }).click()
  await page.getByRole('gridcell', { name: 'rep-00002987' }).click({ modifiers: ['ControlOrMeta'] })
  await page.getByRole('button', { name: 'Export…' }).click()
  await expect(dialog.getByRole('radio', { name: 'Selected records (2)' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'NDJSON' }).click()
  await lookAt(page, 'export-selected')
  const selected = join(dataFolder, 'selected.ndjson')
  await answerSaveDialog(app, selected)
  await dialog.getByRole('button', { name: 'Choose file…' }).click()
  await expect(page.getByText('2 records saved to selected.ndjson.')).toBeVisible()
  const lines = (await readFile(selected, 'utf8')).trim().split('\n')
  expect(lines.map((text) => (JSON.parse(text) as { reportId: string }).reportId)).toEqual([
    'rep-00002987',
    'rep-00002973',
  ])
})

test('Export: writes the table as it is arranged and remembers that choice', async ({ sharedClavis }) => {
  const { page, app, dataFolder } = sharedClavis
  await openPracticeLists(page, 40, 'Practice Mock')
  const header = (name: string): Locator => page.getByRole('columnheader', { name, exact: true })
  const choose = async (column: string, item: string): Promise<void> => {
    await header(column).click({ button: 'right' })
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await choose('sequence', 'Pin left')
  await choose('reportId', 'Hide')
  await choose('sequence', 'Rename…')
  await page.getByRole('textbox', { name: 'Column name' }).fill('Name')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(header('Name')).toBeVisible()

  const save = page.getByRole('button', { name: 'Export…' })
  const dialog = page.getByRole('dialog', { name: 'Export list' })
  await save.click()
  await dialog.getByRole('radio', { name: 'CSV' }).click()
  await dialog.getByRole('button', { name: /^Options/u }).click()
  await expect(dialog.getByRole('radio', { name: 'As in the table' })).toBeChecked()
  await expect(dialog.getByText('Nested objects')).toHaveCount(0)
  await expect(dialog).toContainText('Duplicate names get their path: “Name (sequence)”.')
  await lookAt(page, 'export-arranged')
  await answerSaveDialog(app, join(dataFolder, 'table.csv'))
  await dialog.getByRole('button', { name: 'Choose file…' }).click()
  await expect(page.getByText('records saved to table.csv.')).toBeVisible()
  const [names = [], first = []] = parse(await readFile(join(dataFolder, 'table.csv')), { bom: true })
  expect(names.slice(0, 3)).toEqual(['Name (sequence)', 'reportConfigurationId', 'name'])
  expect(names).not.toContain('reportId')
  expect(first[0]).toMatch(/^\d+$/u)

  // JSON is the other form of data, and is remembered with it.
  await save.click()
  await dialog.getByRole('radio', { name: 'Data (NDJSON)' }).click()
  await dialog.getByRole('button', { name: /^Options/u }).click()
  await dialog.getByRole('radiogroup', { name: 'File format' }).getByText('JSON', { exact: true }).click()
  await answerSaveDialog(app, join(dataFolder, 'table.json'))
  await dialog.getByRole('button', { name: 'Choose file…' }).click()
  await expect(page.getByText('records saved to table.json.')).toBeVisible()
  expect(JSON.parse(await readFile(join(dataFolder, 'table.json'), 'utf8'))).toHaveLength(40)
  await save.click()
  await expect(dialog.getByRole('radio', { name: 'Data (JSON)' })).toBeChecked()
  await expect(dialog.getByRole('button', { name: /^Options/u })).toHaveAttribute('aria-expanded', 'false')
})

test('Export: the file is opened or shown in its folder from the notification, once, and only if it is data', async ({
  sharedClavis,
}) => {
  const { page, app, dataFolder } = sharedClavis
  await openPracticeLists(page, 40, 'Practice Mock')
  await app.evaluate(({ shell }) => {
    const shown: string[] = []
    ;(globalThis as { shown?: string[] }).shown = shown
    shell.openPath = (path) => {
      shown.push(`opened ${path}`)
      return Promise.resolve('')
    }
    shell.showItemInFolder = (path) => void shown.push(`in folder ${path}`)
  })
  const shown = (): Promise<string[]> => app.evaluate(() => (globalThis as { shown?: string[] }).shown ?? [])
  const notifications = page.getByRole('region', { name: 'Notifications' })
  const open = notifications.getByRole('button', { name: 'Open', exact: true })
  const showInFolder = notifications.getByRole('button', { name: 'Show in folder' })
  const exportTo = async (name: string): Promise<string> => {
    const file = join(await realpath(dataFolder), name)
    await answerSaveDialog(app, file)
    await page.getByRole('button', { name: 'Export…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export list' })
    await dialog.getByRole('radio', { name: 'Excel (XLSX)' }).click()
    await dialog.getByRole('button', { name: 'Choose file…' }).click()
    await expect(notifications).toContainText(`saved to ${name}.`)
    return file
  }

  const first = await exportTo('first.xlsx')
  await lookAt(page, 'export-done')
  await open.press('Enter')
  await expect.poll(shown).toEqual([`opened ${first}`])
  await expect(open).toHaveCount(0)

  const second = await exportTo('second.xlsx')
  await showInFolder.click()
  await expect.poll(shown).toEqual([`opened ${first}`, `in folder ${second}`])
  await expect(showInFolder).toHaveCount(0)

  // A file that was replaced meanwhile is not opened.
  const third = await exportTo('third.xlsx')
  await writeFile(third, 'something else')
  await open.click()
  await expect(page.getByRole('dialog')).toContainText('third.xlsx has changed since it was saved')
  await page.keyboard.press('Escape')

  // The person may have given it the name of a program.
  await exportTo('fourth.desktop')
  await expect(showInFolder).toBeVisible()
  await expect(open).toHaveCount(0)
  const fileId = '5f0b2f4e-6d0e-4c83-9d36-8a3f6f6d3d11'
  for (const name of ['app.openSavedFile', 'app.showSavedFile'] as const)
    expect(await bridgeCall(page, name, { fileId })).toMatchObject({ ok: false, error: { code: 'dialog-expired' } })
  expect(await shown()).toHaveLength(2)
})

test('Export: shows progress, continues on another page, and leaves no file when cancelled', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page, app, dataFolder } = sharedClavis
  await openPracticeLists(page, 250_000, 'Practice Mock')
  await loadWholeList(page, 250_000)
  const save = page.getByRole('button', { name: 'Export…' })
  const progress = page.getByRole('group', { name: /^Exporting Reports of / })

  // Nothing is exported while the save dialog is open, and nothing after it was cancelled.
  const closed = await holdSaveDialog(app)
  await save.click()
  await page.getByRole('radio', { name: 'Parquet' }).click()
  await page.getByRole('button', { name: 'Choose file…' }).click()
  await closed.opened()
  await expect(save).toBeDisabled()
  await expect(progress).toHaveCount(0)
  await takePicture(page, 'export-choosing')
  await closed.answer(undefined)
  await expect(save).toBeEnabled()
  await expect(progress).toHaveCount(0)
  await expect(page.getByText(/List exported|Export cancelled|Couldn’t export/u)).toHaveCount(0)

  const chosen = await holdSaveDialog(app)
  await save.click()
  await page.getByRole('button', { name: 'Choose file…' }).click()
  await chosen.opened()
  await expect(progress).toHaveCount(0)
  await chosen.answer(join(dataFolder, 'all.parquet'))
  await expect(progress).toContainText(/of 250,000 records/u)
  await takePicture(page, 'export-progress')
  await expect(save).toBeDisabled()
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Requests' })).toBeVisible()
  await expect(progress).toContainText(/of 250,000 records/u)
  await takePicture(page, 'export-elsewhere')
  await progress.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Export cancelled')).toBeVisible()
  await expect(progress).toBeHidden()
  await page.getByRole('link', { name: 'Lists', exact: true }).click()
  await expect(save).toBeEnabled()
  expect((await readdir(dataFolder)).filter((name) => name.includes('parquet') || name.includes('.tmp'))).toEqual([])
})
