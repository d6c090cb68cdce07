import { expect, test } from '../../fixtures/clavis-app.ts'
import {
  bridgeCall,
  openPage,
  openPracticeLists,
  profileLink,
  setUpPractice,
} from '../../fixtures/services/practice.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

test('List: a search by date loads what it needs, and no more @core', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 500)
  await bridgeCall(page, 'practice.setData', { isAwkward: false, daysAhead: 0 })
  await bridgeCall(page, 'practice.setRecords', { records: 25_000 })
  await profileLink(page, 'Practice Mock').click()
  await openPage(page, 'Lists')
  const status = page.getByRole('status', { name: 'List status' })
  await expect(status).toHaveText('500 records loaded · more available')

  const line = page.getByRole('combobox', { name: 'Search loaded records' })
  await bridgeCall(page, 'practice.setFaults', { faults: ['slow-answer'] })
  await line.fill('status:Errored createdAt:last 30d')
  // Closes the suggestions.
  await line.press('Enter')
  const strip = page.getByRole('region', { name: 'Load for this view' })
  await expect(strip).toContainText(/Loading records from .* of about [\d,]+ records · reached .* left/u)
  await lookAt(page, 'needed-load')
  await bridgeCall(page, 'practice.setFaults', { faults: [] })
  await expect(strip).toBeHidden()
  await expect(status).toContainText('more available')
  await expect(status).not.toContainText('of 500 loaded')
  const found = Number(/^\d+/u.exec(await status.innerText())?.[0])
  expect(found).toBeGreaterThan(0)
  // All of the list has no more of that time.
  await page.getByRole('button', { name: 'Load all' }).click()
  await expect(status).toHaveText(`${found} of 25,000 records match`)
})

test('List: after Stop, an answer says that it is part, in table and chart, and loads the rest when asked', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 20_000)
  const status = page.getByRole('status', { name: 'List status' })
  await expect(status).toHaveText('500 records loaded · more available')
  await bridgeCall(page, 'practice.setFaults', { faults: ['slow-answer'] })
  const line = page.getByRole('combobox', { name: 'Search loaded records' })
  await line.fill('in no record at all')
  const strip = page.getByRole('region', { name: 'Load for this view' })
  await expect(strip).toContainText('Loading all records')
  await strip.getByRole('button', { name: 'Stop' }).click()
  await expect(strip).toContainText('Needs all records')
  await bridgeCall(page, 'practice.setFaults', { faults: [] })
  await expect(page.getByText(/^None of the [\d,]+ records loaded so far$/u)).toBeVisible()
  await lookAt(page, 'needed-load-stopped')
  const display = page.getByRole('radiogroup', { name: 'Display' })
  await display.getByText('Charts').click()
  const charts = page.getByRole('region', { name: 'Charts' })
  await expect(charts.getByText(/^None of the [\d,]+ records loaded so far$/u)).toBeVisible()
  await expect(charts.getByRole('status')).toContainText(/^Part: 0 of [\d,]+ loaded so far/u)
  await lookAt(page, 'needed-load-chart')
  await charts.getByRole('button', { name: 'Resume' }).click()
  await expect(strip).toBeHidden()
  await expect(charts.getByText('No data')).toBeVisible()
  await display.getByText('Table').click()
  await expect(page.getByText('No matching records')).toBeVisible()
  await expect(page.locator('body')).not.toBeFocused()
})

test('List: the first page in an outage shows the reason, the next attempt and Stop', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  if (await page.getByRole('button', { name: 'Try the practice service' }).isVisible()) await setUpPractice(page)
  await bridgeCall(page, 'practice.setFaults', { faults: ['unavailable'] })
  await profileLink(page, 'Practice Mock').click()
  await openPage(page, 'Lists')
  const strip = page.getByRole('region', { name: 'Load for this view' })
  await expect(strip).toContainText('Loading the first page')
  await expect(strip).toContainText(/temporarily unavailable \(status 503\)\. Retrying/u)
  await expect(page.getByRole('status', { name: 'List status' })).toContainText('temporarily unavailable (status 503)')
  await lookAt(page, 'first-page-waits')
  await strip.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('You stopped the first page.')).toBeVisible()
  await bridgeCall(page, 'practice.setFaults', { faults: [] })
  await page.getByRole('button', { name: 'Load first page' }).click()
  await expect(page.getByRole('gridcell').first()).toBeVisible()
})
