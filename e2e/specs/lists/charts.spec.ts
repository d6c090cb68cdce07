import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright/test'
import { calls } from '#shared/contract.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { requirePlainPng } from '../../../electron/files/plain-picture.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import {
  bridgeCall,
  chooseList,
  chooseListCommand,
  loadWholeList,
  openPage,
  openPracticeLists,
  withPortal,
} from '../../fixtures/services/practice.ts'
import { withServedList } from '../../fixtures/services/served-list.ts'
import { answerSaveDialog } from '../../fixtures/window/dialogs.ts'
import { lookAt, takePicture } from '../../fixtures/window/screens.ts'
import { svgElements } from '../../fixtures/window/svg-elements.ts'

interface Report {
  readonly status: string
  readonly currency: string
  readonly createdAt: string
}

/** An exported record with its amount in hundredths, parsed from text so that no digit is lost. */
interface SavedReport extends Report {
  readonly hundredths: bigint
}

/** Returns all records from an export, which is independent of charts. */
async function savedRecords(page: Page, file: string): Promise<SavedReport[]> {
  await page.getByRole('button', { name: 'Export…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export list' })
  await dialog.getByRole('radio', { name: 'NDJSON' }).click()
  await dialog.getByRole('button', { name: 'Choose file…' }).click()
  await expect(page.getByText('50,000 records saved to all.ndjson.')).toBeVisible()
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  return lines.map((line) => ({
    ...(JSON.parse(line) as Report),
    hundredths: BigInt((/"amount":(\d+)\.(\d\d)/u.exec(line) ?? []).slice(1).join('')),
  }))
}

/** Counts records by a key. */
function countBy<T>(all: readonly T[], keyOf: (each: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const each of all) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1)
  return counts
}

function decimal(hundredths: bigint): string {
  const text = `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`.replace(/\.?0+$/u, '')
  return new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(text as `${number}`)
}

/** Returns the rows of the chart's table: their header and numbers. */
async function tableRows(page: Page): Promise<string[][]> {
  const table = page.getByRole('region', { name: 'Charts' }).getByRole('table')
  await expect(table).toBeVisible()
  return table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)))
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

const counted = (page: Page, title: string): Promise<void> =>
  expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()

const showAs = (page: Page, name: string): Promise<void> =>
  page.getByRole('radiogroup', { name: 'Show as' }).getByText(name, { exact: true }).click()

test('Charts: profile the columns of 50,000 records and show the right numbers', async ({ sharedClavis }) => {
  test.slow()
  const { page, app, dataFolder } = sharedClavis
  await openPracticeLists(page, 50_000)
  await loadWholeList(page, 50_000)
  // The picture of the docs, before the export is announced.
  await page.getByText('Charts', { exact: true }).click()
  await counted(page, 'Number of records by day of createdAt')
  await lookAt(page, 'charts')
  await page.getByRole('radiogroup', { name: 'Display' }).getByText('Table').click()
  const list = join(dataFolder, 'all.ndjson')
  await answerSaveDialog(app, list)
  const reports = await savedRecords(page, list)
  expect(reports).toHaveLength(50_000)

  await chooseListCommand(page, 'Column statistics')
  const panel = page.getByRole('complementary', { name: 'Column statistics' })
  await choose(page, 'Column', 'status')
  await expect(panel.getByRole('status')).toHaveText('All 50,000 records')
  const byStatus = [...countBy(reports, ({ status }) => status)].toSorted(([, one], [, other]) => other - one)
  for (const [status, records] of byStatus)
    await expect(
      panel.getByRole('button', { name: new RegExp(`^${status} ?${records.toLocaleString('en')} `, 'u') }),
    ).toBeVisible()
  await lookAt(page, 'profile-text')

  await choose(page, 'Column', 'amount')
  const sum = reports.reduce((all, { hundredths }) => all + hundredths, 0n)
  await expect(panel.locator('dl')).toContainText(`Sum${decimal(sum)}`)
  // All of them have the same format.
  await expect(panel.getByRole('note', { name: 'Mixed currencies' })).toHaveText(/^Mixes 4 currencies: /u)
  await expect(panel.locator('dl')).toContainText(/Maximum\d\d,\d{3}\.\d\dMean\d\d,\d{3}/u)
  await expect(panel.getByRole('button', { name: /to under/u }).first()).toBeVisible()
  await lookAt(page, 'profile-numbers')
  await choose(page, 'Column', 'createdAt')
  await expect(panel.locator('dl')).toContainText('Earliest2024-01-01T00:00:00.000Z')

  await choose(page, 'Column', 'error.code')
  await expect(panel.getByRole('button', { name: /^Empty/u })).toBeVisible()
  await page.getByRole('gridcell', { name: 'rep-00000000' }).focus()
  await panel.getByRole('button', { name: /^503 /u }).press('Enter')
  await expect(page.getByText('error.code is 503')).toBeVisible()
  await page.getByRole('button', { name: 'Remove filter: error.code is 503' }).click()
  await expect(page.getByText('error.code is 503')).toBeHidden()
  await page.getByRole('button', { name: 'Close column statistics' }).click()

  await page.getByText('Charts', { exact: true }).click()
  const chart = page.getByRole('region', { name: 'Charts' })

  await test.step('over time, as bars and as numbers', async () => {
    await counted(page, 'Number of records by day of createdAt')
    await expect(chart.getByRole('status')).toContainText('All 50,000 records')
    const byDay = [...countBy(reports, ({ createdAt }) => createdAt.slice(0, 10)).values()]
    await showAs(page, 'Table')
    expect((await tableRows(page)).map(([, number]) => number)).toEqual(byDay.map((each) => each.toLocaleString('en')))
    await lookAt(page, 'charts-table')

    await choose(page, 'Interval', 'Hour')
    await counted(page, 'Number of records by hour of createdAt')
    const byHour = [...countBy(reports, ({ createdAt }) => createdAt.slice(0, 13)).values()]
    expect((await tableRows(page)).map(([, number]) => number)).toEqual(byHour.map(String))
    await choose(page, 'Interval', 'Automatic')
    await showAs(page, 'Bars')
  })

  await test.step('the keyboard goes through the bars and filters by one', async () => {
    const bars = chart.getByRole('button', { name: /2024: [\d,]+ records$/u })
    await expect(chart.locator('[data-group][tabindex="0"]')).toHaveCount(1)
    await bars.first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(bars.nth(2)).toBeFocused()
    await expect(page.getByTestId('chart-card')).toContainText('Jan 3, 2024')
    await takePicture(page, 'charts-card')
    await page.keyboard.press('End')
    await expect(bars.last()).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    const words = 'createdAt from 2024-01-01T00:00:00Z, below 2024-01-02T00:00:00Z'
    await expect(page.getByText(words)).toBeVisible()
    await page.getByRole('button', { name: `Remove filter: ${words}` }).click()
    await expect(chart.getByRole('status')).toContainText('All 50,000 records')
  })

  await test.step('lines, grouped by a second column', async () => {
    await choose(page, 'Group by', 'currency')
    await choose(page, 'Metric', 'Mean')
    await choose(page, 'Field', 'amount')
    await counted(page, 'Mean of amount by day of createdAt, grouped by currency')
    await showAs(page, 'Lines')
    await expect(chart.getByRole('list', { name: 'Series' }).getByRole('button')).toHaveText(
      [...countBy(reports, ({ currency }) => currency)]
        .toSorted(([, one], [, other]) => other - one)
        .map(([name]) => name),
    )
    await lookAt(page, 'charts-lines')
  })

  await test.step('sums by value, split, with every digit', async () => {
    await chart.getByText('By value', { exact: true }).click()
    await choose(page, 'Category field', 'status')
    await choose(page, 'Metric', 'Sum')
    await counted(page, 'Sum of amount by status, grouped by currency')
    await lookAt(page, 'charts-value')
    await showAs(page, 'Table')
    const rows = await tableRows(page)
    const currencies = await chart.locator('thead th').allTextContents()
    const sumOf = (status: string | undefined, currency: string | undefined): string =>
      decimal(
        reports
          .filter((each) => status === undefined || each.status === status)
          .filter((each) => currency === 'Total' || each.currency === currency)
          .reduce((all, { hundredths }) => all + hundredths, 0n),
      )
    expect(currencies.at(-1)).toBe('Total')
    for (const [status = '', ...sums] of rows)
      for (const [index, currency] of currencies.slice(1).entries()) expect(sums[index]).toBe(sumOf(status, currency))
    await expect(chart.locator('tfoot td')).toHaveText(
      currencies.slice(1).map((currency) => sumOf(undefined, currency)),
    )
    await lookAt(page, 'charts-totals')

    // Both open in a spreadsheet with a header and the totals.
    const plain = (text: string): string => text.replaceAll(',', '')
    const expected = [currencies, ...rows, ['Total', ...currencies.slice(1).map((each) => sumOf(undefined, each))]].map(
      ([name = '', ...numbers], index) => [name, ...(index === 0 ? numbers : numbers.map(plain))],
    )
    await chart.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(page.getByText('Copied the table')).toBeVisible()
    const copied = await app.evaluate(({ clipboard }) => clipboard.readText())
    expect(parse(copied, { delimiter: '\t' })).toEqual(expected)
    const file = join(dataFolder, 'chart.csv')
    await answerSaveDialog(app, file)
    await page.getByRole('button', { name: 'Save chart' }).click()
    await page.getByRole('menuitem', { name: /^CSV/u }).click()
    await expect(page.getByText('chart.csv', { exact: true })).toBeVisible()
    const saved = await readFile(file, 'utf8')
    expect(saved.startsWith('\uFEFF')).toBe(true)
    expect(parse(saved, { bom: true })).toEqual(expected)
    const mixed = chart.getByRole('note', { name: 'Mixed currencies' })
    await expect(mixed).toHaveCount(0)
    await choose(page, 'Group by', 'None')
    await counted(page, 'Sum of amount by status')
    await mixed.getByRole('button', { name: 'Group by currency' }).click()
    await counted(page, 'Sum of amount by status, grouped by currency')
    await expect(mixed).toHaveCount(0)
    await choose(page, 'Group by', 'None')
    await expect(mixed).toContainText(/Mixes 4 currencies: /u)
    await counted(page, 'Sum of amount by status')
    await showAs(page, 'Bars')
    await lookAt(page, 'charts-value-one')
  })
})

test('Charts: each kind is restored as it was configured @core', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 2000)
  await loadWholeList(page, 2000)
  await page.getByText('Charts', { exact: true }).click()
  await counted(page, 'Number of records by hour of createdAt')
  const kind = (name: string): Promise<void> =>
    page.getByRole('radiogroup', { name: 'Chart type', exact: true }).getByText(name, { exact: true }).click()

  // The default has few values.
  await kind('By value')
  await counted(page, 'Number of records by status')
  await choose(page, 'Category field', 'owner.team')
  await choose(page, 'Show', 'Top 20')
  await choose(page, 'Group by', 'currency')
  await kind('Over time')
  await counted(page, 'Number of records by hour of createdAt, grouped by currency')
  await choose(page, 'Interval', 'Day')
  await kind('By value')
  await counted(page, 'Number of records by owner.team, grouped by currency')
  await expect(page.getByRole('combobox', { name: 'Show', exact: true })).toHaveValue('Top 20')

  // Also after visiting another page.
  await openPage(page, 'Requests')
  await openPage(page, 'Lists')
  await counted(page, 'Number of records by owner.team, grouped by currency')
  await kind('Over time')
  await counted(page, 'Number of records by day of createdAt, grouped by currency')
})

test('Charts: an export from beside a chart is named correctly and in the table’s order', async ({ sharedClavis }) => {
  const { page, app, dataFolder } = sharedClavis
  await openPracticeLists(page, 1200)
  await loadWholeList(page, 1200)
  const bySequence = page.getByRole('columnheader', { name: 'sequence', exact: true })
  await bySequence.click()
  await bySequence.click()
  await expect(bySequence).toHaveAttribute('aria-sort', 'descending')
  await page.getByText('Charts', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Search loaded records' }).fill('rep-0000007')
  const saveSaysWhat = async (): Promise<void> => {
    await expect(page.getByRole('region', { name: 'Charts' })).toContainText('10 of 1,200 records')
    await page.getByRole('button', { name: 'Export…' }).click()
    await expect(page.getByRole('dialog', { name: 'Export list' }).getByRole('radiogroup').first()).toHaveText(
      /All 1,200 records.*Filtered records/u,
    )
  }
  await saveSaysWhat()
  await page.keyboard.press('Escape')
  // Coming back to the charts, the table has not been shown since.
  await openPage(page, 'Requests')
  await openPage(page, 'Lists')
  await saveSaysWhat()
  const file = join(dataFolder, 'beside-a-chart.ndjson')
  await answerSaveDialog(app, file)
  await page.getByRole('button', { name: 'Choose file…' }).click()
  await expect(page.getByText('List exported')).toBeVisible()
  expect(await readFile(file, 'utf8')).toMatch(/^\{"reportId":"rep-00000079".+\n\{"reportId":"rep-00000078"/u)
})

test('Charts: are saved as SVG and PNG, both self-contained', async ({ sharedClavis }) => {
  test.slow()
  const { page, app, dataFolder } = sharedClavis
  await openPracticeLists(page, 2000)
  await loadWholeList(page, 2000)
  await page.getByRole('columnheader', { name: 'status', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByRole('textbox', { name: 'Column name' }).fill('State')
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByText('Charts', { exact: true }).click()
  await choose(page, 'Group by', 'State (status)')
  await counted(page, 'Number of records by hour of createdAt, grouped by State')

  const svgFile = join(dataFolder, 'chart.svg')
  await answerSaveDialog(app, svgFile)
  await page.getByRole('button', { name: 'Save chart' }).click()
  await page.getByRole('menuitem', { name: /^SVG/u }).click()
  await expect(page.getByText('chart.svg', { exact: true })).toBeVisible()
  const svg = await readFile(svgFile, 'utf8')
  const elements = svgElements(svg)
  const textsOf = (wanted: string): string[] => elements.filter(({ name }) => name === wanted).map(({ text }) => text)
  const parsed = {
    name: elements[0]?.name,
    title: textsOf('title')[0],
    description: textsOf('desc')[0] ?? '',
    size: ['width', 'height'].map((name) => Number(elements[0]?.attributes[name])),
    groups: elements.filter(({ name, parentRole }) => name === 'title' && parentRole === 'img').map(({ text }) => text),
    words: textsOf('text'),
  }
  expect(parsed).toMatchObject({ name: 'svg', title: 'Number of records by hour of createdAt, grouped by State' })
  expect(parsed.description).toContain('Practice Client Testing, reports · ')
  expect(parsed.description).toContain('All 2,000 records')
  expect(parsed.words).toEqual(expect.arrayContaining(['Errored', 'Completed', 'Jan 1, 2024']))
  const inGroups = parsed.groups.flatMap((label) =>
    [...label.matchAll(/(\d+) records?/gu)].map(([, number]) => Number(number)),
  )
  expect(inGroups.reduce((sum, each) => sum + each, 0)).toBe(2000)
  expect(svg).not.toMatch(/var\(|class=|style|href|<script/u)
  expect((await stat(svgFile)).mode & 0o777).toBe(0o600)

  const pngFile = join(dataFolder, 'chart.png')
  await answerSaveDialog(app, pngFile)
  await page.getByRole('button', { name: 'Save chart' }).click()
  await page.getByRole('menuitem', { name: /^PNG/u }).click()
  await expect(page.getByText('chart.png', { exact: true })).toBeVisible()
  const [width = 0, height = 0] = parsed.size
  expect(requirePlainPng(await readFile(pngFile))).toEqual({ width: 2 * width, height: 2 * height })
  await withPortal(pathToFileURL(svgFile).href, async (viewer) => {
    await takePicture(viewer, 'chart-saved-svg')
    await viewer.goto(pathToFileURL(pngFile).href)
    // Another program decodes it, and its background is white.
    const seen = await viewer.evaluate(async () => {
      const image = document.querySelector('img')
      await image?.decode()
      return { width: image?.naturalWidth, height: image?.naturalHeight }
    })
    expect(seen).toEqual({ width: 2 * width, height: 2 * height })
    await viewer.setViewportSize({ width: 1200, height: 700 })
    await takePicture(viewer, 'chart-saved-png')
  })

  const scripted = svg.replace('<desc>', '<script/><desc>')
  expect(await bridgeCall(page, 'lists.saveChart', { format: 'svg', list: 'reports', svg: scripted })).toMatchObject({
    ok: false,
    error: { code: 'input-invalid' },
  })
  // Main leaves no formula in a table, whatever the page sends.
  const table = join(dataFolder, 'formulas.csv')
  await answerSaveDialog(app, table)
  const rows = [['Team', '=HYPERLINK("http://x")']]
  await bridgeCall(page, 'lists.saveChart', { format: 'csv', list: 'reports', delimiter: 'comma', rows })
  expect(parse(await readFile(table), { bom: true })).toEqual([['Team', `'=HYPERLINK("http://x")`]])
  const noPicture = Buffer.from('<html></html>').toString('base64')
  expect(
    await bridgeCall(page, 'lists.saveChart', { format: 'png', list: 'reports', base64: noPicture }),
  ).toMatchObject({ ok: false, error: { code: 'input-invalid' } })
})

test('Charts: counting can be cancelled, and partial results are marked as such', async ({ sharedClavis }) => {
  test.slow()
  const { page } = sharedClavis
  await openPracticeLists(page, 20_000)
  await loadWholeList(page, 20_000)
  const profiles = calls['profiles.list'].output.parse(await answered(bridgeCall(page, 'profiles.list', undefined)))
  const profileId = profiles.find(({ name }) => name === 'Practice Client Testing')!.id
  const { datasetId, columns } = calls['lists.open'].output.parse(
    await answered(bridgeCall(page, 'lists.open', { profileId, list: 'reports', restart: false })),
  )
  // Of all columns: a single one may be counted before the cancellation arrives.
  const paths = columns.map(({ path }) => path)
  const outcome = await page.evaluate(
    async ([id, counted]) => {
      const analysisId = crypto.randomUUID()
      const query = { search: [], filters: [], sort: [] }
      const asked = window.clavis.call('lists.profileColumns', {
        datasetId: id,
        analysisId,
        query,
        paths: counted,
        timeZone: 'UTC',
      })
      await window.clavis.call('lists.cancelAnalysis', { datasetId: id, analysisId })
      return asked
    },
    [datasetId, paths] as const,
  )
  expect(outcome).toMatchObject({ ok: false, error: { code: 'cancelled' } })

  await chooseList(page, 'Reporting groups')
  await expect(page.getByRole('status').filter({ hasText: 'more available' })).toBeVisible()
  await page.getByText('Charts', { exact: true }).click()
  await counted(page, 'Number of records by week of createdOn')
  const note = page.getByRole('region', { name: 'Charts' }).getByRole('status')
  await expect(note).toHaveText(/^All [\d,]+ records · dates as written$/u)
  await choose(page, 'Date field', 'name')
  await expect(page.getByText('No record has a date in this field.')).toBeVisible()
  await lookAt(page, 'charts-empty')
})

async function answered(envelope: ReturnType<typeof bridgeCall>): Promise<unknown> {
  const answer = await envelope
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}

test('Charts: a click finds as many records as its number says, in a filtered list and with values in arrays', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  const record = (number: number): string => {
    const created = new Date(Date.UTC(2026, 0, 1) + number * dayMs).toISOString()
    const value = number % 30
    return `{"id":"r-${number}","number":${number},"created":"${created}","value":"v${value}","tag":${number % 3 === 0 ? '["x"]' : '"x"'}}`
  }
  const records = Array.from({ length: 90 }, (_, number) => record(number))
  await withServedList(
    sharedClavis,
    () => `{"reports":[${records.join()}],"next":null,"lastPage":"true"}`,
    async () => {
      const line = page.getByRole('combobox', { name: 'Search loaded records' })
      const charts = page.getByRole('region', { name: 'Charts' })
      const covered = charts.getByRole('status').first()
      await line.fill('created:2026-02')
      await page.getByText('Charts', { exact: true }).click()
      await choose(page, 'Interval', 'Week')
      await charts.getByRole('button', { name: 'Week of Jan 26, 2026: 1 record' }).click()
      await expect(covered).toContainText('1 of 90 records')
      await expect(line).toHaveValue('created:2026-02 created:2026-01-26T00:00:00Z..<2026-02-02T00:00:00Z')

      await line.fill('-value:v0,v1,v2')
      await charts.getByText('By value', { exact: true }).click()
      await choose(page, 'Category field', 'value')
      await charts.getByRole('button', { name: 'Other: 51 records' }).click()
      await expect(covered).toContainText('51 of 90 records')

      await line.fill('')
      await choose(page, 'Category field', 'tag')
      await charts.getByRole('button', { name: 'x: 60 records' }).click()
      await expect(covered).toContainText('60 of 90 records')
      await expect(line).toHaveValue('tag:x -tag~[')
    },
  )
})
