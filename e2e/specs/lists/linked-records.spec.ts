import type { ElectronApplication, Locator } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall, openPage, openPracticeLists, profileLink } from '../../fixtures/services/practice.ts'
import { lookAt } from '../../fixtures/window/screens.ts'
import { withServedList } from '../../fixtures/services/served-list.ts'

test('a report links to its configuration, that to its reports and its group, and Back returns', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page } = sharedClavis
  await openPracticeLists(page, 400)
  await page.getByRole('gridcell', { name: 'rep-00000012' }).click()
  const linked = page.getByRole('region', { name: 'Linked records' })
  await expect(linked).toContainText('Report configurations not loaded yet.')
  await linked.getByRole('button', { name: 'Load' }).first().click()
  await expect(linked).toContainText('1 report configuration')
  await lookAt(page, 'linked-records')

  await linked.getByRole('button', { name: 'Open: 1 report configuration, cfg-000012' }).click()
  await expect(page.getByRole('heading', { name: 'Record 13' })).toBeVisible()
  await expect(page.getByRole('tree')).toContainText('configuration 12')
  await expect(linked).toContainText('2 reports')
  await expect(linked).toContainText('Reporting groups not loaded yet.')
  await linked.getByRole('button', { name: 'Show: 2 reports, cfg-000012' }).press('Enter')
  await expect(page.getByRole('status', { name: 'List status' })).toContainText('2 of 400 records match')
  await expect(page.getByRole('combobox', { name: 'Search loaded records' })).toBeFocused()
  await expect(page.getByRole('gridcell', { name: 'rep-00000262' })).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('tree')).toContainText('configuration 12')
  await page.goBack()
  await expect(page.getByRole('tree')).toContainText('rep-00000012')
})

test('a link shows its record: a search is cleared if it hides the record, and kept if not', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page } = sharedClavis
  await openPracticeLists(page, 400)
  const lists = page.getByRole('radiogroup', { name: 'List', exact: true })
  const line = page.getByRole('combobox', { name: 'Search loaded records' })
  const chips = page.getByRole('list', { name: 'Filters' })
  const status = page.getByRole('status', { name: 'List status' })
  const header = (name: string): Locator => page.getByRole('columnheader', { name, exact: true })
  const linked = page.getByRole('region', { name: 'Linked records' })
  const record = page.getByRole('complementary', { name: 'Record' })
  const selected = page.getByRole('row', { selected: true })

  // The configurations are searched for other ones than the linked one.
  await lists.getByText('Report configurations').click()
  await expect(page.getByRole('gridcell', { name: 'cfg-000012' })).toBeVisible()
  await header('reportConfigurationId').click()
  await header('reportConfigurationId').click()
  await expect(header('reportConfigurationId')).toHaveAttribute('aria-sort', 'descending')
  await line.fill('version>=0 "configuration 30"')
  await expect(status).toContainText(/^11 of .* match$/u)
  await lists.getByText('Reports', { exact: true }).click()
  await line.fill('currency:EUR,USD,JPY,GBP rep-000000')
  await expect(status).toContainText(/^100 of .* match$/u)
  await header('sequence').click()
  await header('sequence').click()
  await expect(page.getByRole('gridcell', { name: 'rep-00000099' })).toBeVisible()
  await page.getByRole('gridcell', { name: 'rep-00000099' }).hover()
  await page.mouse.wheel(0, 28 * 80)
  await page.getByRole('gridcell', { name: 'rep-00000012' }).click()

  await linked.getByRole('button', { name: 'Open: 1 report configuration, cfg-000012' }).click()
  await expect(record.getByRole('tree')).toContainText('configuration 12')
  await expect(line).toHaveValue('')
  await expect(chips).toBeHidden()
  await expect(header('reportConfigurationId')).toHaveAttribute('aria-sort', 'descending')
  await expect(selected).toContainText('cfg-000012')
  await expect(selected).toBeInViewport()
  await lookAt(page, 'linked-record-before-search')

  // On the way back, the search includes the record: everything is as it was left.
  await page.goBack()
  await expect(record.getByRole('tree')).toContainText('rep-00000012')
  await expect(line).toHaveValue('currency:EUR,USD,JPY,GBP rep-000000')
  await expect(chips).toContainText('currency is one of')
  await expect(header('sequence')).toHaveAttribute('aria-sort', 'descending')
  await expect(status).toContainText(/^100 of .* match$/u)
  await expect(selected).toContainText('rep-00000012')
  await expect(selected).toBeInViewport()
  await expect(page.getByRole('gridcell', { name: 'rep-00000099' })).toBeHidden()

  // Records with a value are shown instead of the search; later visits find that.
  await page.goForward()
  await expect(record.getByRole('tree')).toContainText('configuration 12')
  await linked.getByRole('button', { name: 'Show: 2 reports, cfg-000012' }).click()
  await expect(status).toContainText('2 of 400 records match')
  await expect(line).toHaveValue('reportConfigurationId:cfg-000012')
  await openPage(page, 'Activity')
  await openPage(page, 'Lists')
  await expect(status).toContainText('2 of 400 records match')
  await expect(line).toHaveValue('reportConfigurationId:cfg-000012')
})

test('further links are a step away, and a list that cannot be loaded is reported', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  const ids = Array.from({ length: 20 }, (_, each) => `rep-${1_000_000 + each}`)
  const pageOf = (records: readonly object[]): string =>
    JSON.stringify({ records, next: null, lastPage: 'true' }, undefined, 1)
  let groups = 'no JSON'
  const answer = (url: string): string => {
    if (url.includes('report-configs')) return pageOf([{ name: 'all of them', reportIds: ids }])
    return url.includes('reporting-groups') ? groups : pageOf(ids.map((reportId) => ({ reportId })))
  }
  await withServedList(sharedClavis, answer, async () => {
    const lists = page.getByRole('radiogroup', { name: 'List', exact: true })
    const linked = page.getByRole('region', { name: 'Linked records' })
    await expect(page.getByRole('gridcell', { name: 'rep-1000001' })).toBeVisible()
    await lists.getByText('Report configurations').click()
    await page.getByRole('gridcell', { name: 'all of them' }).click()
    await expect(linked.getByRole('button', { name: /^Open/u })).toHaveCount(12)
    await linked.getByRole('button', { name: 'Show 8 more' }).press('Enter')
    await expect(linked.getByRole('button', { name: /^Open/u })).toHaveCount(20)
    await expect(linked.getByRole('button', { name: 'Show fewer' })).toBeFocused()

    // By keyboard: the outcome is announced, and the focus stays.
    const load = linked.getByRole('button', { name: 'Load', exact: true })
    await load.press('Enter')
    const failure = page.getByRole('dialog', { name: 'Couldn’t load all reporting groups' })
    await expect(failure).toContainText('not valid JSON')
    // It takes the focus a moment after it appears; before that, Escape closes the record, too.
    await expect(failure.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(failure).toBeHidden()
    await expect(load).toBeFocused()
    groups = pageOf([])
    await page.keyboard.press('Enter')
    await expect(linked).toContainText('No reporting groups.')
    await expect(linked.getByRole('button', { name: 'Show fewer' })).toBeFocused()
    await lookAt(page, 'linked-records-many')
  })
})

/** Records the addresses that main asks about and opens; answers the questions as given. */
async function answerQuestions(app: ElectronApplication, response: number): Promise<() => Promise<string[]>> {
  await app.evaluate(({ dialog, shell }, answer) => {
    const openings: string[] = []
    ;(globalThis as { openings?: string[] }).openings = openings
    dialog.showMessageBox = (...given: unknown[]) => {
      openings.push(`asked: ${(given.at(-1) as { detail: string }).detail}`)
      return Promise.resolve({ response: answer, checkboxChecked: false })
    }
    shell.openExternal = (url) => {
      openings.push(`opened: ${url}`)
      return Promise.resolve()
    }
  }, response)
  return () => app.evaluate(() => (globalThis as { openings?: string[] }).openings ?? [])
}

test('an address in a record is opened only after it was shown in full', async ({ sharedClavis }) => {
  const { page, app } = sharedClavis
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Lists')
  await page.getByText('Reporting groups', { exact: true }).click()
  await page.getByRole('gridcell', { name: 'grp-00003' }).click()
  const address = 'https://groups.example.com/3'
  const refused = await answerQuestions(app, 1)
  await page.getByRole('treeitem').filter({ hasText: address }).getByText(address).click()
  await expect.poll(refused).toEqual([`asked: ${address}`])

  const agreed = await answerQuestions(app, 0)
  await page.getByRole('treeitem').filter({ hasText: address }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(agreed).toEqual([`asked: ${address}`, `opened: ${address}`])
  expect(await bridgeCall(page, 'app.openExternal', { url: 'file:///etc/passwd' })).toMatchObject({
    ok: false,
    error: { code: 'input-invalid' },
  })
})
