import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../../fixtures/clavis-app.ts'
import {
  bridgeCall,
  loadWholeList,
  openPage,
  openPracticeLists,
  profileLink,
  setUpPractice,
} from '../../fixtures/services/practice.ts'
import { answerQuestions, answerSaveDialog, askedQuestions } from '../../fixtures/window/dialogs.ts'
import { lookAt, lookAtBothThemes } from '../../fixtures/window/screens.ts'

test('Requests: the log survives a restart, opens to details, can be exported and cleared', async ({ clavis }) => {
  let { page } = clavis
  await setUpPractice(page)
  page = await clavis.relaunch()
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Requests')
  const today = page.getByRole('region', { name: 'Today' })
  const lines = today.locator(':scope > ol > li')
  await expect(today.getByRole('button', { name: /Token request succeeded/u })).toBeVisible()
  const call = lines.filter({ hasText: 'Connection test succeeded' })
  await call.getByRole('button').click()
  await expect(call).toContainText('/payment/hello-world')
  await expect(call.getByRole('list', { name: 'Timing' })).toBeVisible()
  await call.getByRole('button', { name: 'Copy as curl' }).click()
  await expect
    .poll(() => clavis.app.evaluate(({ clipboard }) => clipboard.readText()))
    .toMatch(/^curl -H "Authorization: Bearer \$TOKEN" .*hello-world'$/u)

  const all = await lines.count()
  await page.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Key use' }).click()
  await expect(lines).toHaveCount(all - 2)
  const signed = lines.filter({ hasText: 'Assertion signed' })
  await expect(signed).toHaveCount(1)
  await signed.getByRole('button').click()
  await expect(signed).toContainText(/SHA-1 [0-9A-F]{40}/u)
  for (const width of [640, 900, 1600]) {
    await page.setViewportSize({ width, height: 800 })
    // Each entry is in one line, and nothing scrolls sideways.
    const heights = await lines
      .getByRole('button', { expanded: false })
      .evaluateAll((buttons) => buttons.map(({ clientHeight }) => clientHeight))
    expect(Math.max(...heights), `lines at ${width} px`).toBeLessThan(40)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }
  await lookAt(page, 'requests-keys')

  // A HAR contains only requests.
  for (const [item, fileName, count] of [
    ['Export as HTTP Archive…', 'saved.har', 2],
    ['Export as JSON Lines…', 'saved.jsonl', all],
  ] as const) {
    const path = join(clavis.dataFolder, fileName)
    await answerSaveDialog(clavis.app, path)
    await page.getByRole('button', { name: 'Export or clear the log' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await expect(page.getByText(`${fileName}: ${count} entries`)).toBeVisible()
    const text = await readFile(path, 'utf8')
    expect(text).toContain('/payment/hello-world')
    expect(text).not.toMatch(/eyJ|client_assertion|[Bb]earer/u)
  }

  const clear = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Export or clear the log' }).click()
    await page.getByRole('menuitem', { name: 'Clear all…' }).click()
  }
  await answerQuestions(clavis.app, false)
  await clear()
  await expect
    .poll(async () => (await askedQuestions(clavis.app)).map(({ message }) => message))
    .toEqual(['Clear the log of all requests?'])
  await expect(lines.first()).toBeVisible()
  await answerQuestions(clavis.app, true)
  await clear()
  await expect(page.getByText('No requests yet')).toBeVisible()
  page = await clavis.relaunch()
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Requests')
  await expect(page.getByText('No requests yet')).toBeVisible()
})

test('Requests: any GET below the profile’s addresses is sent, logged and shown as tree, table and text @core', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page } = sharedClavis
  await bridgeCall(page, 'practice.setRecords', { records: 40 })
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Requests')
  const path = page.getByRole('combobox', { name: 'Path or URL' })
  await path.fill('payment/hello-world')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Status 200' })).toBeVisible()
  await expect(page.getByRole('tree', { name: 'Response' })).toContainText('Hello, world')
  await expect(page.getByRole('button', { name: /GET \/.*hello-world succeeded/u })).toBeVisible()
  await page.getByText('Headers', { exact: true }).click()
  await expect(page.getByText('application/json').first()).toBeVisible()

  await path.fill('payment/nowhere')
  await path.press('Enter')
  await expect(page.getByRole('heading', { name: 'Status 404' })).toBeVisible()
  await expect(page.getByRole('button', { name: /nowhere failed 404/u })).toBeVisible()

  await path.fill('https://elsewhere.example/x')
  await path.press('Enter')
  await expect(page.getByText('not below the profile’s base addresses')).toBeVisible()

  const listed = await page.evaluate(() => window.clavis.call('profiles.list', undefined))
  const own = listed.ok
    ? (listed.value as { name: string; reportsBaseUrl: string }[]).find(
        ({ name }) => name === 'Practice Client Testing',
      )
    : undefined
  await path.fill(`${own?.reportsBaseUrl ?? ''}/reports`)
  await path.press('Enter')
  await page.getByText('Table', { exact: true }).click()
  await expect(page.getByRole('cell', { name: 'rep-00000001' })).toBeVisible()
  await lookAtBothThemes(page, 'requests')

  // Earlier calls are suggested.
  await path.fill('hello')
  await page.getByRole('option', { name: /hello-world$/u }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('tree', { name: 'Response' })).toContainText('Hello, world')
  await page.getByRole('button', { name: 'Close response' }).click()
  await expect(page.getByRole('heading', { name: /^Status/u })).toHaveCount(0)
})

test('Requests: a profile has five tabs, and a key leads to the requests', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await profileLink(page, 'Practice Mock').click()
  const tabs = page.getByRole('navigation', { name: /^Pages of/u }).getByRole('link')
  await expect(tabs).toHaveText(['Overview', 'Credentials', 'Token', 'Lists', 'Requests'])
  const requests = tabs.filter({ hasText: 'Requests' })
  await openPage(page, 'Token')
  await page.keyboard.press('ControlOrMeta+5')
  await expect(requests).toHaveAttribute('aria-current', 'page')
})

test('Requests: the pages of a load are one line, which opens to each page with its request and response', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 2000)
  await loadWholeList(page, 2000)
  await openPage(page, 'Requests')
  const load = page.getByRole('listitem').filter({ hasText: /Pages 1 to \d+ of reports loaded/u })
  await load.getByRole('button').click()
  const first = load.getByRole('listitem').filter({ hasText: /Page 1 of reports/u })
  await first.getByRole('button').click()
  await expect(first.getByRole('heading', { name: 'Request' })).toBeVisible()
  await expect(first.getByRole('heading', { name: 'Response' })).toBeVisible()
  await expect(first).toContainText(/Method\s*GET/u)
  await expect(first).toContainText(/Address\s*\S*\/reports/u)
  await expect(first).toContainText(/Status\s*200/u)
  await lookAt(page, 'requests-pages')
})
