import { readdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mustCall } from '../../fixtures/certificates/certificates.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import {
  bridgeCall,
  chooseListCommand,
  openPage,
  openPracticeLists,
  profileLink,
} from '../../fixtures/services/practice.ts'
import { withServedList } from '../../fixtures/services/served-list.ts'
import { answerSaveDialog } from '../../fixtures/window/dialogs.ts'
import { holdAnswers } from '../../fixtures/window/held-calls.ts'
import { lookAt, takePicture } from '../../fixtures/window/screens.ts'

test('List: 10,000 records are scrolled to the end @core', async ({ sharedClavis }) => {
  test.slow()
  const { page, app, dataFolder } = sharedClavis
  await openPracticeLists(page, 10_000)
  const status = page.getByRole('status').filter({ hasText: 'record' })
  await expect(status).toContainText('500 records loaded · more available')

  await page.getByRole('gridcell', { name: 'rep-00000000' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('gridcell', { name: 'rep-00000000' }).click()
  await page.getByRole('button', { name: 'Close record' }).click()
  await page.getByRole('gridcell', { name: 'rep-00000003' }).hover()
  // Each turn of the wheel scrolls to rows that are not loaded yet, page after page.
  const { x = 0, y = 0 } = (await page.getByRole('gridcell', { name: 'rep-00000003' }).boundingBox()) ?? {}
  let turns = 0
  await expect(async () => {
    // A hand on a wheel is never quite still.
    turns += 1
    await page.mouse.move(x + 20 + (turns % 5), y + 8)
    await page.mouse.wheel(0, 20_000)
    await expect(status).toContainText('All 10,000 records loaded', { timeout: 50 })
  }).toPass({ intervals: [50] })
  await expect(async () => {
    await page.mouse.wheel(0, 400_000)
    await expect(page.getByRole('gridcell', { name: 'rep-00009999' })).toBeVisible({ timeout: 500 })
  }).toPass()
  // The header is a row of the grid, too.
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '10001')

  await page.getByRole('combobox', { name: 'Search loaded records' }).fill('"ÜBERWEISUNGEN 4"')
  await expect(status).toContainText(/[\d,]+ of 10,000 records match/u)
  await expect(page.getByRole('gridcell', { name: 'Überweisungen 4', exact: true })).toBeVisible()
  // From a search without matches to one with some.
  await page.getByRole('combobox', { name: 'Search loaded records' }).fill('in no record at all')
  await expect(status).toContainText('0 of 10,000 records match')
  await expect(page.getByRole('gridcell')).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Search loaded records' }).fill('"ÜBERWEISUNGEN 4"')
  await expect(page.getByRole('gridcell', { name: 'Überweisungen 4', exact: true })).toBeVisible()

  const file = join(dataFolder, 'found.ndjson')
  await answerSaveDialog(app, file)
  await page.getByRole('button', { name: 'Export…' }).click()
  await page.getByRole('button', { name: 'Choose file…' }).click()
  await expect(page.getByText('List exported')).toBeVisible()
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  expect(lines.length).toBeGreaterThan(100)
  expect(lines.every((line) => /überweisungen 4/iu.test(line))).toBe(true)
})

test('List: unreadable rows are reported once in the table until they can be read', async ({ sharedClavis }) => {
  const { page, app, dataFolder } = sharedClavis
  await openPracticeLists(page, 3000)
  await page.getByRole('button', { name: 'Load all' }).click()
  const status = page.getByRole('status', { name: 'List status' })
  await expect(status).toContainText('All 3,000 records loaded')
  const [name = ''] = (await readdir(join(dataFolder, 'runs'))).filter((each) => each.endsWith('.records'))
  const file = join(dataFolder, 'runs', name)
  const whole = await readFile(file)
  await truncate(file, 10)
  const line = page.getByRole('combobox', { name: 'Search loaded records' })
  await line.fill('rep-00000777')
  const failure = page.getByRole('alert')
  await expect(failure).toContainText('list-file-damaged')
  await lookAt(page, 'rows-unreadable')
  await failure.getByRole('button', { name: 'Try again' }).click()
  // The second search has failed, too, before the file is restored.
  const answers = await holdAnswers(app, 'lists.rows', '"rep-0000077"')
  await line.fill('rep-0000077')
  await expect.poll(answers.count).toBeGreaterThan(0)
  await answers.letCome()
  await expect(failure).toHaveCount(1)

  // The same file as before.
  await writeFile(file, whole)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('gridcell', { name: 'rep-00000770' })).toBeVisible()
  await expect(status).toContainText('10 of 3,000 records match')
  await expect(failure).toHaveCount(0)
})

test('List: an unreadable range is reported, keeps the selection, and is selected once it can be read', async ({
  sharedClavis,
}) => {
  const { page, dataFolder } = sharedClavis
  await openPracticeLists(page, 3000)
  await page.getByRole('button', { name: 'Load all' }).click()
  await expect(page.getByRole('status', { name: 'List status' })).toContainText('All 3,000 records loaded')
  const cell = (name: string): ReturnType<typeof page.getByRole> => page.getByRole('gridcell', { name, exact: true })
  for (const name of ['rep-00000002', 'rep-00000004']) await cell(name).click({ modifiers: ['ControlOrMeta'] })
  await expect(page.getByText('2 rows selected')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Home')
  await expect(cell('rep-00002999')).toBeVisible()

  const [name = ''] = (await readdir(join(dataFolder, 'runs'))).filter((each) => each.endsWith('.records'))
  const file = join(dataFolder, 'runs', name)
  const whole = await readFile(file)
  await truncate(file, 10)
  await cell('rep-00002998').click({ modifiers: ['Shift'] })
  const failure = page.getByRole('alert')
  await expect(failure).toContainText('Couldn’t select the rows.')
  await expect(failure).toContainText('list-file-damaged')
  await expect(page.getByText('2 rows selected')).toBeVisible()
  await lookAt(page, 'range-unreadable')

  // The same file as before.
  await writeFile(file, whole)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('2,995 rows selected')).toBeVisible()
  await expect(failure).toHaveCount(0)
})

test('List: a token that expires in the middle is replaced, and no record is missing or duplicated', async ({
  sharedClavis,
}) => {
  const { page, app, dataFolder } = sharedClavis
  await openPracticeLists(page, 6000)
  await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toBeVisible()
  await bridgeCall(page, 'practice.setFaults', { faults: ['token-expired'] })
  // A click on a Production profile, beside another one's list, requests nothing.
  await profileLink(page, 'Practice Production').click()
  await expect(page.getByText('Not loaded yet')).toBeVisible()
  const production = (await mustCall(page, 'profiles.list', undefined)).find(
    ({ name }) => name === 'Practice Production',
  )
  expect(await mustCall(page, 'activity.list', { profileId: production?.id, limit: 100 })).toEqual([])
  await page.getByRole('button', { name: 'Load first page' }).click()
  await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toBeVisible()
  await page.getByRole('button', { name: 'Load all' }).click()
  await expect(page.getByRole('status', { name: 'List status' })).toContainText('All 6,000 records loaded')

  const file = join(dataFolder, 'all.ndjson')
  await answerSaveDialog(app, file)
  await page.getByRole('button', { name: 'Export…' }).click()
  await page.getByRole('button', { name: 'Choose file…' }).click()
  await expect(page.getByText('List exported')).toBeVisible()
  const ids = (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { reportId: string }).reportId)
  expect(ids).toEqual(Array.from({ length: 6000 }, (_, index) => `rep-${String(index).padStart(8, '0')}`))

  await openPage(page, 'Requests')
  await expect(page.getByText('401').first()).toBeVisible()
})

test('List: a page that arrives damaged is requested again, and the details say so', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await bridgeCall(page, 'practice.setRecords', { records: 3000 })
  await bridgeCall(page, 'practice.setFaults', { faults: ['truncated-body'] })
  await profileLink(page, 'Practice Mock').click()
  await openPage(page, 'Lists')
  await page.getByRole('button', { name: 'Load all' }).click()
  await expect(page.getByRole('status', { name: 'List status' })).toContainText('All 3,000 records loaded')
  await chooseListCommand(page, 'Load details')
  const report = page.getByRole('dialog', { name: 'Load details' })
  await expect(report).toContainText('3,000 on 6 pages')
  await expect(report.getByRole('row', { name: /breaks off/u }).first()).toBeVisible()
  // Several may be in the same minute.
  await expect(report.getByRole('row', { name: /\d:\d\d:\d\d.*breaks off/u }).first()).toBeVisible()
  await lookAt(page, 'run-report')
})

test('List: a load that waits for an outage to end shows a countdown, and pauses at once', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 3000)
  const status = page.getByRole('status', { name: 'List status' })
  await expect(status).toContainText('500 records loaded')
  await bridgeCall(page, 'practice.setFaults', { faults: ['unavailable'] })
  await page.getByRole('button', { name: 'Load all' }).click()
  await expect(page.getByText(/temporarily unavailable \(status 503\)\. Retrying in [45] s…/u)).toBeVisible()
  await lookAt(page, 'load-waits')
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(status).toContainText('500 records loaded · paused')
  await bridgeCall(page, 'practice.setFaults', { faults: [] })
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(status).toContainText('All 3,000 records loaded')
})

test('List: a repeated cursor ends the load with a clear error', { tag: '@soak' }, async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await bridgeCall(page, 'practice.setFaults', { faults: ['repeated-cursor'] })
  await profileLink(page, 'Practice Mock').click()
  await openPage(page, 'Lists')
  await page.getByRole('button', { name: 'Load all' }).click()
  await expect(page.getByRole('alert')).toContainText('repeated a page cursor')
  await expect(page.getByRole('status', { name: 'List status' })).toContainText(
    '1,500 records loaded · page 3 must be reloaded',
  )
  await lookAt(page, 'cursor-repeated')
  await bridgeCall(page, 'practice.setFaults', { faults: [] })
  await page.getByRole('button', { name: 'Retry from page 3' }).click()
  await expect(page.getByRole('alert')).toBeHidden()
})

test('List: a page loaded by scrolling changes no button unless it takes long', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 3000)
  const status = page.getByRole('status', { name: 'List status' })
  const loaded = async (): Promise<number> => Number(/^[\d,]+/u.exec(await status.innerText())?.[0].replaceAll(',', ''))
  await expect(status).toContainText('500 records')
  await page.evaluate(() => {
    let loadingSince: number | undefined
    new MutationObserver(() => {
      const isLoading = document.body.textContent.includes('loading…')
      loadingSince = isLoading ? (loadingSince ?? performance.now()) : undefined
      // They are offered after a second, which a page may take on a busy computer.
      if (loadingSince !== undefined && performance.now() - loadingSince > 900) return
      const seen = [...document.querySelectorAll('button')].map((button) => button.textContent)
      if (seen.includes('Pause') || seen.includes('Stop')) document.body.dataset['wasOffered'] = 'true'
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  const grid = page.getByRole('grid')
  await grid.getByRole('gridcell').first().click()
  for (const expected of [1000, 1500]) {
    await page.keyboard.press('ControlOrMeta+End')
    await expect.poll(loaded).toBeGreaterThanOrEqual(expected)
  }
  await expect(page.locator('body')).not.toHaveAttribute('data-was-offered')

  // The next end is reached before the page's call has returned, and nothing scrolls after that.
  const { letCome } = await holdAnswers(sharedClavis.app, 'lists.load')
  await page.keyboard.press('ControlOrMeta+End')
  await expect.poll(loaded).toBe(2000)
  await page.keyboard.press('ControlOrMeta+End')
  await letCome()
  await expect.poll(loaded).toBe(2500)

  await bridgeCall(page, 'practice.setFaults', { faults: ['slow-answer'] })
  // Pressed from within the page: it is only offered until the page is in, a second later.
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      const stop = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Stop')
      if (stop === undefined) return
      watch.disconnect()
      stop.click()
    })
    watch.observe(document.body, { subtree: true, childList: true })
  })
  await page.keyboard.press('ControlOrMeta+End')
  await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused()
  expect(await loaded()).toBeLessThan(3000)
})

test('List: loading all can be paused and resumed @core', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 400_000)
  await page.getByRole('button', { name: 'Load all' }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'paused · more available' })).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'paused · more available' })).toBeVisible()

  // The request shows at once, however long the current page takes.
  await bridgeCall(page, 'practice.setFaults', { faults: ['slow-answer'] })
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.setViewportSize({ width: 900, height: 700 })
  const pause = page.getByRole('button', { name: 'Pause' })
  await expect(pause).toBeVisible()
  const tableTop = async (): Promise<number | undefined> => (await page.getByRole('grid').boundingBox())?.y
  const topBefore = await tableTop()
  await pause.click()
  await expect(pause).toBeDisabled()
  await expect(page.getByText('· pausing after this page…').first()).toBeVisible()
  // Nothing moves down because of it.
  expect(await tableTop()).toBe(topBefore)
  await expect(page.getByRole('status').filter({ hasText: 'paused · more available' })).toBeVisible()
  await bridgeCall(page, 'practice.setFaults', { faults: [] })
  await page.setViewportSize({ width: 1280, height: 840 })

  const line = page.getByRole('combobox', { name: 'Search loaded records' })
  await line.fill('settlement of nothing')
  await expect(page.getByText('No loaded records match your search.')).toBeVisible()
  await lookAt(page, 'no-match')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(line).toHaveValue('')
  await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toBeVisible()

  await line.fill('settlement')
  await expect(page.getByRole('status', { name: 'List status' })).toContainText(/\d of [\d,]+ loaded records match/u)
  await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toBeHidden()
  await page.getByRole('gridcell', { name: 'rep-00000008' }).click()
  await expect(page.getByRole('tree')).toContainText('900000000000000008')
})

test('List: in a window as small as with a large zoom, each command is reachable and rows are visible', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 2000)
  await page.getByRole('button', { name: 'Load all' }).click()
  await expect(page.getByRole('status', { name: 'List status' })).toContainText('All 2,000 records loaded')
  // 1280 × 840 at 200 %.
  await page.setViewportSize({ width: 640, height: 420 })
  const commands = ['List: Reports', 'Columns', 'Export…', 'More list commands']
  for (const name of commands) {
    const { x, width } = (await page.getByRole('button', { name, exact: true }).boundingBox()) ?? { x: 640, width: 0 }
    expect(x + width, name).toBeLessThan(640)
  }
  // Beside the table, the wheel scrolls the page until its last line is visible.
  await page
    .getByRole('tab')
    .or(page.getByRole('link', { name: 'Lists' }))
    .first()
    .hover()
  await page.mouse.wheel(0, 1000)
  await expect(page.getByRole('button', { name: 'Go to row…' })).toBeInViewport({ ratio: 1 })
  for (const record of ['rep-00000000', 'rep-00000001', 'rep-00000002'])
    // All of it but for the fraction of a pixel at which it may start.
    await expect(page.getByRole('gridcell', { name: record })).toBeInViewport({ ratio: 0.98 })
  await takePicture(page, 'list-small')
  await page.mouse.wheel(0, -1000)
  await expect(page.getByRole('button', { name: 'Export…' })).toBeInViewport({ ratio: 1 })

  await page.setViewportSize({ width: 900, height: 700 })
  await page.getByText('Charts', { exact: true }).click({ force: true })
  const chart = page.getByRole('region', { name: 'Charts' })
  await expect(chart.locator('[data-group]').first()).toBeAttached()
  await page.getByRole('button', { name: 'Export…' }).hover()
  await page.mouse.wheel(0, 1000)
  await expect(chart.locator('svg').filter({ has: page.locator('[data-group]') })).toBeInViewport({ ratio: 1 })
  await takePicture(page, 'charts-small')
})

test('List: the matches of a search are announced for the whole list once it is complete', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  const [records, pages] = [60_000, 12]
  const rest = Promise.withResolvers<undefined>()
  const answer = async (_url: string | undefined, cursor = '0'): Promise<string> => {
    const served = Number(cursor)
    if (served > 0) await rest.promise
    const first = (served * records) / pages
    const reports = Array.from({ length: records / pages }, (_, each) => ({ id: first + each, part: each % 5 }))
    const next = served + 1
    return JSON.stringify({ reports, next: next < pages ? `${next}` : null, lastPage: `${next === pages}` })
  }
  await withServedList(sharedClavis, answer, async () => {
    const state = page.getByRole('status', { name: 'List status' })
    await expect(state).toContainText('more available')
    // A search after that loads nothing without being asked.
    await page.getByRole('button', { name: 'Load all' }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(state).toContainText('paused')
    await page.getByRole('combobox', { name: 'Search loaded records' }).fill('part:2')
    await expect(state).toContainText('1,000 of 5,000 loaded records match')
    await state.evaluate((region) => {
      const announced: string[] = []
      new MutationObserver(() => announced.push(region.textContent)).observe(region, {
        characterData: true,
        subtree: true,
      })
      Object.assign(window, { announced })
    })
    // At rest, another search is announced once, with its matches.
    const line = page.getByRole('combobox', { name: 'Search loaded records' })
    const saidSoFar = (): Promise<string[]> =>
      page.evaluate(() => (window as unknown as { announced: string[] }).announced.splice(0))
    await line.fill('part:3 id<50')
    await expect(state).toContainText('10 of 5,000 loaded records match')
    expect(await saidSoFar()).toEqual(['10 of 5,000 loaded records match · paused · more available'])

    // While pages load it is announced at once, and not only with the progress, which an interval announces: here there is none.
    await page.evaluate(() => Object.assign(window, { setInterval: () => 0 }))
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(state).toContainText('· loading…')
    await line.fill('part:2')
    await expect(state).toContainText(/,000 of .* match .*loading…/u)
    rest.resolve(undefined)
    const whole = '12,000 of 60,000 records match'
    await expect(state).toHaveText(whole)
    const announced = await page.evaluate(() => (window as unknown as { announced: string[] }).announced)
    expect(announced.filter((words) => !words.endsWith('· loading…'))).toEqual([whole])
  })
})
