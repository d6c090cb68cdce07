import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from '../../fixtures/clavis-app.ts'
import {
  bridgeCall,
  chooseListCommand,
  openPage,
  openPracticeLists,
  profileLink,
} from '../../fixtures/services/practice.ts'
import { answerSaveDialog } from '../../fixtures/window/dialogs.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

const filter = 'status:Errored createdAt:last week'

test('Analyst: last week’s failed reports by team are exported to Excel, saved as a view, there after a restart, and compared with yesterday', async ({
  practisedClavis,
}) => {
  test.slow()
  let { page } = practisedClavis
  const { dataFolder, app } = practisedClavis
  await bridgeCall(page, 'practice.setData', { isAwkward: false, daysAhead: 0 })
  await openPracticeLists(page, 5000)
  const status = page.getByRole('status', { name: 'List status' })
  const line = page.getByRole('combobox', { name: 'Search loaded records' })
  const charts = page.getByRole('region', { name: 'Charts' })

  let found = 0
  await test.step('last week’s failed reports', async () => {
    await page.getByRole('button', { name: 'Load all' }).click()
    await expect(status).toContainText('All 5,000 records loaded')
    await line.fill(filter)
    await expect(status).toHaveText(/^[1-9]\d* of 5,000 records match$/u)
    found = Number(/^\d+/u.exec((await status.textContent()) ?? '')?.[0])
  })

  await test.step('by team, as a chart with its numbers', async () => {
    await page.getByText('Charts', { exact: true }).click()
    await charts.getByText('By value', { exact: true }).click()
    await page.getByRole('combobox', { name: 'Category field' }).click()
    await page.getByRole('option', { name: 'team', exact: true }).click()
    await expect(charts.getByRole('heading', { name: 'Number of records by team' })).toBeVisible()
    await charts.getByRole('radiogroup', { name: 'Show as' }).getByText('Table').click()
    await expect(charts.locator('tfoot td')).toHaveText([String(found)])
    await lookAt(page, 'analyst-by-team')
    await charts.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(page.getByText('Copied the table')).toBeVisible()
    const copied = await app.evaluate(({ clipboard }) => clipboard.readText())
    const [head, ...rows] = parse(copied, { delimiter: '\t' })
    expect(head).toEqual(['team', 'Number of records'])
    expect(rows.at(-1)).toEqual(['Total', String(found)])
    expect(rows.slice(0, -1).reduce((sum, [, number]) => sum + Number(number), 0)).toBe(found)
  })

  await test.step('exported to Excel', async () => {
    const file = join(dataFolder, 'failed.xlsx')
    await answerSaveDialog(app, file)
    await page.getByRole('button', { name: 'Export…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export list' })
    await expect(dialog.getByRole('radio', { name: /^Filtered records/u })).toBeChecked()
    await dialog.getByRole('radio', { name: 'Excel' }).click()
    await dialog.getByRole('button', { name: 'Choose file…' }).click()
    await expect(page.getByText(`${found} records saved to failed.xlsx.`)).toBeVisible()
    const [names = [], ...rows] = (await readXlsx(await readFile(file))).sheets[0]?.rows ?? []
    expect(rows).toHaveLength(found)
    const [status, created] = [names.indexOf('status'), names.indexOf('createdAt')]
    expect(new Set(rows.map((row) => row[status]))).toEqual(new Set(['Errored']))
    expect(rows.every((row) => row[created] instanceof Date)).toBe(true)
  })

  await test.step('saved as a view, and the list as a snapshot', async () => {
    await page.getByRole('button', { name: 'Save view', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Save view' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Failed last week')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('button', { name: /^List: / })).toHaveAccessibleName('List: Reports · Failed last week')
    await chooseListCommand(page, 'Snapshots…')
    const snapshots = page.getByRole('dialog', { name: 'Snapshots' })
    await snapshots.getByRole('textbox', { name: 'Snapshot name' }).fill('Yesterday')
    await snapshots.getByRole('button', { name: 'Save snapshot' }).click()
    await expect(snapshots).toContainText('Saved as “Yesterday”')
    await snapshots.press('Escape')
  })

  page = await practisedClavis.relaunch()
  await expect.poll(() => bridgeCall(page, 'practice.setRecords', { records: 5000 })).toMatchObject({ ok: true })
  await bridgeCall(page, 'practice.setData', { isAwkward: false, daysAhead: 1 })
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Lists')
  await test.step('there after a restart', async () => {
    await expect(page.getByRole('button', { name: /^List: / })).toHaveAccessibleName('List: Reports · Failed last week')
    await expect(page.getByRole('combobox', { name: 'Search loaded records' })).toHaveValue(filter)
    const shown = page.getByRole('region', { name: 'Charts' })
    await expect(shown.getByRole('heading', { name: 'Number of records by team' })).toBeVisible()
    await expect(shown.getByRole('radio', { name: 'Table' })).toBeChecked()
  })

  await test.step('compared with yesterday', async () => {
    await chooseListCommand(page, 'Reload')
    await page.getByRole('button', { name: 'Load all' }).click()
    await page.getByRole('radiogroup', { name: 'Display' }).getByText('Table').click()
    await expect(page.getByRole('status', { name: 'List status' })).toHaveText(/^[\d,]+ of 5,\d+ records match$/u)
    await chooseListCommand(page, 'Snapshots…')
    const snapshots = page.getByRole('dialog', { name: 'Snapshots' })
    await snapshots.getByRole('button', { name: 'Compare Yesterday with the current list' }).click()
    const differences = page.getByRole('region', { name: 'Comparison', exact: true })
    await expect(differences).toContainText(/[1-9][\d,]* added/u)
    await lookAt(page, 'analyst-compared')
  })
})
