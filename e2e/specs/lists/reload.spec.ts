import type { Locator } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall, chooseListCommand, openPage, openPracticeLists } from '../../fixtures/services/practice.ts'
import { servedPage, withServedList, type ServedResponse } from '../../fixtures/services/served-list.ts'
import { holdAnswers, holdCalls } from '../../fixtures/window/held-calls.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

/** Returns the page of a list of a thousand records at a cursor. */
function pageAt(cursor: string | undefined): string {
  const recordOf = (number: number): object => ({
    reportId: `rep-${String(number).padStart(8, '0')}`,
    sequence: number,
  })
  return servedPage(cursor, { records: 1000, pageSize: 500, recordOf })
}

test('Reload: the loaded list stays until the first page of the new one is in', async ({ sharedClavis }) => {
  test.slow()
  const { page } = sharedClavis
  const unavailable = (seconds: number): ServedResponse => ({
    status: 503,
    headers: { 'retry-after': `${seconds}` },
    body: '{}',
  })
  let answer: (cursor: string | undefined) => ServedResponse | Promise<ServedResponse> = pageAt
  const work = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Load all' }).click()
    const status = page.getByRole('status', { name: 'List status' })
    await expect(status).toContainText('All 1,000 records loaded')
    const line = page.getByRole('combobox', { name: 'Search loaded records' })
    await line.fill('rep-000007')
    await page.getByRole('columnheader', { name: 'sequence', exact: true }).click()
    await page.getByRole('columnheader', { name: 'sequence', exact: true }).click()
    await expect(page.getByRole('row').nth(1)).toContainText('rep-00000799')
    for (const row of [3, 5])
      await page
        .getByRole('row')
        .nth(row)
        .getByRole('gridcell')
        .first()
        .click({ modifiers: ['ControlOrMeta'] })
    await expect(page.getByText('2 rows selected')).toBeVisible()
    const isAsItWas = async (): Promise<void> => {
      await expect(status).toContainText('100 of 1,000 records match')
      await expect(page.getByRole('row').nth(1)).toContainText('rep-00000799')
      await expect(page.getByText('2 rows selected')).toBeVisible()
    }

    // The service requests a pause before the next attempt.
    answer = () => unavailable(60)
    const more = page.getByRole('button', { name: 'More list commands' })
    await chooseListCommand(page, 'Reload')
    await expect(status).toContainText('Reloading…')
    await more.click()
    await expect(page.getByRole('menuitem', { name: 'Reload' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(page.getByText(/Retrying in \d+ s…/u)).toBeVisible()
    await isAsItWas()
    await lookAt(page, 'reloading')
    await page.getByRole('button', { name: 'Cancel reload' }).press('Enter')
    await expect(status).not.toContainText('Reloading…')
    // The button is gone; the focus is where the reload was started.
    await expect(more).toBeFocused()
    await isAsItWas()

    // Longer than a load waits.
    answer = () => unavailable(3600)
    await chooseListCommand(page, 'Reload')
    const failure = page.getByRole('alert')
    await expect(failure).toContainText('Couldn’t reload. Showing data from')
    await expect(failure).toContainText('service-failed')
    await isAsItWas()
    await lookAt(page, 'reload-failed')
    // The list can still be left and reopened, searched, exported and counted.
    await openPage(page, 'Requests')
    await openPage(page, 'Lists')
    await expect(failure).toContainText('Couldn’t reload.')
    await isAsItWas()
    await expect(page.getByRole('button', { name: 'Export…' })).toBeEnabled()
    await failure.getByRole('button', { name: 'Keep current data' }).press('Enter')
    await expect(failure).toHaveCount(0)
    await expect(more).toBeFocused()
    await isAsItWas()

    const { promise, resolve: letCome } = Promise.withResolvers<string>()
    answer = (cursor) => (cursor === undefined ? promise : pageAt(cursor))
    await chooseListCommand(page, 'Reload')
    await expect(status).toContainText('Reloading…')
    await openPage(page, 'Requests')
    letCome(pageAt(undefined))
    await openPage(page, 'Lists')
    // The reloaded list keeps the view, and loads what it needs.
    await expect(status).toHaveText('100 of 1,000 records match')
    await expect(line).toHaveValue('rep-000007')
    await expect(page.getByText('2 rows selected')).toBeHidden()
    await line.press('Escape')
    await expect(page.getByRole('row').nth(1)).toContainText('rep-00000999')
  }
  await withServedList(sharedClavis, (_url, cursor) => answer(cursor), work)
})

test('Reload: keeps the focus in the table', async ({ sharedClavis }) => {
  const { page, app } = sharedClavis
  await openPracticeLists(page, 400)
  const status = page.getByRole('status', { name: 'List status' })
  const more = page.getByRole('button', { name: 'More list commands' })
  const grid = page.getByRole('grid', { name: 'Records' })
  const column = (name: string): Locator => grid.getByRole('columnheader', { name, exact: true })
  const cell = (text: string): Locator => grid.getByRole('gridcell', { name: text, exact: true })
  let records = 400
  await expect(status).toContainText('400 records')
  /** Reloads the list; the first page arrives after the focus has moved. */
  const reload = async (goThere: () => Promise<void>): Promise<void> => {
    const letCome = await holdCalls(app, 'lists.reload')
    records += 1
    await bridgeCall(page, 'practice.setRecords', { records })
    await more.press('Enter')
    await page.getByRole('menuitem', { name: 'Reload' }).press('Enter')
    await goThere()
    await letCome()
    await expect(status).toContainText(records === 0 ? 'No records' : `${records} records`)
  }

  await reload(async () => {
    await cell('cfg-000005').click()
    await page.keyboard.press('ArrowDown')
    await expect(cell('cfg-000006')).toBeFocused()
  })
  await expect(cell('cfg-000000')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(cell('cfg-000001')).toBeFocused()

  // From a header, and from the open record beside the table.
  await reload(() => column('sequence').focus())
  await expect(column('sequence')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(column('name')).toBeFocused()
  await reload(async () => {
    await cell('cfg-000003').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tree').locator(':focus')).toBeVisible()
  })
  await expect(page.getByRole('tree')).toHaveCount(0)
  await expect(cell('cfg-000000')).toBeFocused()

  // A focus elsewhere stays there.
  await reload(async () => {
    await column('sequence').focus()
    await more.focus()
  })
  await expect(more).toBeFocused()

  // First no record matches any more, then there is none at all.
  await page.getByRole('combobox', { name: 'Search loaded records' }).fill(`rep-00000${records - 1}`)
  await expect(status).toContainText(/^1 of .* matches$/u)
  records = 300
  await reload(() => grid.getByRole('gridcell').first().focus())
  await expect(page.getByText('No matching records')).toBeVisible()
  await expect(column('reportId')).toBeFocused()
  await lookAt(page, 'reloaded-without-a-match')
  records = -1
  await reload(() => column('reportId').focus())
  await expect(page.getByText('The service returned an empty list.')).toBeVisible()
  // The matches of the old records are not mentioned.
  await expect(status).toHaveText('No records')
  await expect(more).toBeFocused()
})

test('Reload: a list opened while its reload ends shows the new records @core', async ({ sharedClavis }) => {
  const { page, app } = sharedClavis
  await openPracticeLists(page, 400)
  const status = page.getByRole('status', { name: 'List status' })
  await expect(status).toContainText('400 records')
  await bridgeCall(page, 'practice.setRecords', { records: 401 })
  const reload = await holdAnswers(app, 'lists.reload')
  await chooseListCommand(page, 'Reload')
  await openPage(page, 'Requests')
  await expect.poll(() => reload.count()).toBe(1)
  const letOpen = await holdCalls(app, 'lists.open')
  await openPage(page, 'Lists')
  await expect(page.getByRole('status', { name: 'Opening list' })).toBeVisible()
  await reload.letCome()
  await letOpen()
  await expect(status).toContainText('401 records')
})

test('Reload: can be retried when its first page was HTML', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  let answer = pageAt
  const work = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Load all' }).click()
    const status = page.getByRole('status', { name: 'List status' })
    await expect(status).toContainText('All 1,000 records loaded')
    answer = () => '<html>Sign in</html>'
    const failure = page.getByRole('alert')
    await chooseListCommand(page, 'Reload')
    await expect(failure).toContainText('Couldn’t reload.')
    await expect(status).toContainText('All 1,000 records loaded')
    answer = pageAt
    await failure.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(failure).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'More list commands' })).toBeFocused()
    await expect(status).toHaveText('500 records loaded · more available')
  }
  await withServedList(sharedClavis, (_url, cursor) => answer(cursor), work)
})

test('Load: a last page with the records in another field is not taken for an empty one, and a retry loads them', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  const moved = (cursor: string | undefined): string =>
    cursor === undefined ? pageAt(cursor) : pageAt(cursor).replace('"reports"', '"report"')
  let answer = moved
  const work = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Load all' }).click()
    const failure = page.getByRole('alert')
    await expect(failure).toContainText('list-records-elsewhere')
    await expect(failure.getByRole('button', { name: 'Use “report” as records' })).toBeVisible()
    const status = page.getByRole('status', { name: 'List status' })
    await expect(status).toContainText('500 records loaded')
    answer = pageAt
    await failure.getByRole('button', { name: 'Retry from page 2' }).click()
    await expect(status).toContainText('All 1,000 records loaded')
    await expect(failure).toHaveCount(0)
  }
  await withServedList(sharedClavis, (_url, cursor) => answer(cursor), work)
})

test('Reload: the loaded list stays while the person chooses the field for the records', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  /** Body of the list's page. */
  let body = JSON.stringify({ reports: [{ id: 'a' }, { id: 'b' }], next: null, lastPage: 'true' })
  let answered = Promise.resolve()
  const answer = async (): Promise<string> => {
    await answered
    return body
  }
  await withServedList(sharedClavis, answer, async () => {
    const status = page.getByRole('status', { name: 'List status' })
    const ids = page.getByRole('grid', { name: 'Records' }).getByRole('gridcell')
    const failure = page.getByRole('alert').filter({ hasText: 'Couldn’t reload.' })
    await expect(ids).toHaveText(['a', 'b'])

    body = JSON.stringify({ rows: [{ id: 'c' }, { id: 'd' }, { id: 'e' }], items: [], next: null, lastPage: 'true' })
    await chooseListCommand(page, 'Reload')
    await expect(failure).toContainText('list-records-ambiguous')
    await expect(failure.getByRole('button')).toHaveText([
      'Use “rows” as records',
      'Use “items” as records',
      'Keep current data',
    ])
    await expect(ids).toHaveText(['a', 'b'])
    await lookAt(page, 'reload-needs-the-records-field')

    const { promise, resolve: letCome } = Promise.withResolvers<undefined>()
    answered = promise.then(() => undefined)
    await failure.getByRole('button', { name: 'Use “rows” as records' }).press('Enter')
    await expect(status).toContainText('Reloading…')
    await expect(failure).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'More list commands' })).toBeFocused()
    await expect(ids).toHaveText(['a', 'b'])

    // That page fails, too; the list stays also when the window reloads.
    const whole = body
    body = '<html>Sign in</html>'
    letCome(undefined)
    await expect(failure).toContainText('response-not-json')
    await expect(ids).toHaveText(['a', 'b'])
    await page.reload()
    await expect(failure).toContainText('response-not-json')
    await expect(ids).toHaveText(['a', 'b'])

    body = whole
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expect(ids).toHaveText(['c', 'd', 'e'])
    await expect(failure).toHaveCount(0)
  })
})

test('Reload: a dialog about a list closes when the list is replaced', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  let letPass = Promise.resolve()
  const answer = async (_url: string, cursor: string | undefined): Promise<string> => {
    await letPass
    return pageAt(cursor)
  }
  await withServedList(sharedClavis, answer, async () => {
    const status = page.getByRole('status', { name: 'List status' })
    const loadAll = page.getByRole('button', { name: 'Load all' })
    for (const [button, title] of [
      ['Export…', 'Export list'],
      ['Snapshots…', 'Snapshots'],
    ] as const) {
      await loadAll.click()
      await expect(status).toContainText('All 1,000 records loaded')
      const { promise, resolve: letCome } = Promise.withResolvers<undefined>()
      letPass = promise.then(() => undefined)
      await chooseListCommand(page, 'Reload')
      await expect(status).toContainText('Reloading…')
      if (button === 'Export…') await page.getByRole('button', { name: button }).click()
      else await chooseListCommand(page, button)
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog).toBeVisible()
      letCome(undefined)
      const notice = page.getByRole('alert').filter({ hasText: 'List reloaded' })
      await expect(notice).toContainText('The dialog was closed because the list was reloaded.')
      await expect(dialog).toBeHidden()
      // It closes by itself after a while, but not under the pointer.
      await notice.hover()
      const opener = button === 'Export…' ? button : 'More list commands'
      await expect(page.getByRole('button', { name: opener })).toBeFocused()
      if (button === 'Export…') await lookAt(page, 'dialog-of-a-closed-reading')
      await notice.getByRole('button').click()
      await expect(notice).toHaveCount(0)
    }
    // A dialog that was closed before is not mentioned.
    const save = page.getByRole('dialog', { name: 'Export list' })
    await page.getByRole('button', { name: 'Export…' }).click()
    await save.press('Escape')
    await loadAll.click()
    await expect(status).toContainText('All 1,000 records loaded')
    await chooseListCommand(page, 'Reload')
    await expect(status).toHaveText('500 records loaded · more available')
    await page.getByRole('button', { name: 'Export…' }).click()
    await expect(save).toBeVisible()
    // Checked at once, because the message disappears after a while.
    expect(await page.getByText('List reloaded').count()).toBe(0)
  })
})
