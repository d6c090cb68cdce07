import { resolve } from 'node:path'
import type { Page } from 'playwright/test'
import type { RunSummary } from '../../shared/model/list.ts'
import { expect, test } from '../fixtures/clavis-app.ts'
import { bridgeCall, openPage, openPracticeLists, profileLink } from '../fixtures/practice.ts'
import { lookAt } from '../fixtures/screens.ts'

test('a list is filtered by a line, by its suggestions, by a cell and by chips', async ({ clavis }) => {
  const { page } = clavis
  await openPracticeLists(page, 3000)
  await page.getByRole('button', { name: 'Load all' }).click()
  const status = page.getByRole('status').filter({ hasText: 'record' })
  await expect(status).toContainText('End of list: 3,000 records on 6 pages.')
  const line = page.getByRole('combobox', { name: 'Search the loaded records' })
  const chips = page.getByRole('list', { name: 'Filters' })

  // Typed with the help of the suggestions alone: a column, then one of its values.
  await line.pressSequentially('stat')
  await expect(page.getByRole('option', { name: /^status/u })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(line).toHaveValue('status:')
  await expect(page.getByRole('option', { name: /Errored/u })).toBeVisible()
  await page.screenshot({ path: resolve(import.meta.dirname, '..', 'screenshots', 'filter-suggestions.png') })
  await line.pressSequentially('Err')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(line).toHaveValue('status:Errored ')
  await expect(chips).toContainText('status is Errored')
  await expect(status).toContainText(/[\d,]+ matches in all 3,000 records\./u)
  await expect(page.getByRole('gridcell', { name: 'Completed', exact: true })).toHaveCount(0)

  // Turned round, by its chip.
  await page.getByRole('button', { name: 'Turn the filter round: status is Errored' }).click()
  await expect(line).toHaveValue('-status:Errored')
  await expect(page.getByRole('gridcell', { name: 'Errored', exact: true })).toHaveCount(0)

  // A value in the table, by keyboard.
  await page.getByRole('gridcell', { name: 'Completed', exact: true }).first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('gridcell', { name: 'Completed', exact: true }).first().click()
  await page.keyboard.press('Shift+F10')
  // It takes the focus a moment after it is there.
  await expect(page.getByRole('menu', { name: 'This value' }).locator(':focus')).toHaveCount(1)
  await page.getByRole('menuitem', { name: 'Only “Completed”' }).press('Enter')
  await expect(line).toHaveValue('-status:Errored status:Completed')
  await expect(page.getByRole('gridcell', { name: 'Running', exact: true })).toHaveCount(0)
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.screenshot({ path: resolve(import.meta.dirname, '..', 'screenshots', 'filter-chips.png') })

  // What cannot be read is told under the line, and the list stays as it was.
  await line.fill('statsu:Errored')
  await expect(page.getByText('There is no column “statsu”.')).toBeVisible()
  await page.setViewportSize({ width: 900, height: 700 })
  await page.screenshot({ path: resolve(import.meta.dirname, '..', 'screenshots', 'filter-fault.png') })
  await line.fill('status:Running,Errored überweisung')
  await expect(chips).toContainText('status is one of Running, Errored')
  await expect(status).toContainText('matches in all 3,000 records.')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(line).toHaveValue('überweisung')
  await line.press('Escape')
  await expect(status).not.toContainText('matches')
})

/** The first row of the table that is wholly in sight, as a person reads it. */
function firstRow(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const top = document.querySelector('[data-scroller]')?.getBoundingClientRect().top ?? 0
    const rows = [...document.querySelectorAll<HTMLElement>('[data-scroller] [role="row"]')]
    const inSight = rows.filter((row) => row.getBoundingClientRect().top >= top - 1)
    inSight.sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    const [first] = inSight
    const cells = [...(first?.querySelectorAll('[role="gridcell"]') ?? [])].map((cell) => cell.textContent)
    // Rows that have not come yet are empty.
    return cells.join('') === '' ? undefined : `${first?.getAttribute('aria-rowindex') ?? ''} ${cells.join(' | ')}`
  })
}

test('a list is found as it was left: line, filters, sort and place, each list of each profile its own', async ({
  clavis,
}) => {
  test.slow()
  const { page } = clavis
  await openPracticeLists(page, 3000)
  await page.getByRole('button', { name: 'Load all' }).click()
  const status = page.getByRole('status', { name: 'State of the list' })
  await expect(status).toContainText('End of list: 3,000 records on 6 pages.')
  const line = page.getByRole('combobox', { name: 'Search the loaded records' })
  const chips = page.getByRole('list', { name: 'Filters' })
  const bySequence = page.getByRole('columnheader', { name: 'sequence', exact: true })
  const lists = page.getByRole('radiogroup', { name: 'List', exact: true })
  const scroller = page.locator('[data-scroller]')
  const across = (): Promise<number> => scroller.evaluate(({ scrollLeft }) => scrollLeft)

  await line.fill('status:Errored,Completed überweisung')
  await expect(chips).toContainText('status is one of Errored, Completed')
  await bySequence.click()
  await bySequence.click()
  await expect(bySequence).toHaveAttribute('aria-sort', 'descending')
  await expect(status).toContainText(/[\d,]+ matches in all 3,000 records\./u)
  const found = (await status.textContent()) ?? ''
  await page.getByRole('gridcell').first().hover()
  await page.mouse.wheel(0, 32 * 5 + 9)
  await expect.poll(() => firstRow(page)).toMatch(/^8 /u)
  await page.mouse.wheel(150, 0)
  await expect.poll(across).toBe(150)
  const row = await firstRow(page)
  const asLeft = async (): Promise<void> => {
    await expect(line).toHaveValue('status:Errored,Completed überweisung')
    await expect(chips).toContainText('status is one of Errored, Completed')
    await expect(bySequence).toHaveAttribute('aria-sort', 'descending')
    await expect(status).toHaveText(found)
    await expect.poll(() => firstRow(page)).toBe(row)
    expect(await across()).toBe(150)
  }

  // To another page and back, by the tab and by the window's Back.
  await openPage(page, 'Activity')
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  await openPage(page, 'Lists')
  await asLeft()
  await lookAt(page, 'list-as-left')
  await openPage(page, 'Token')
  await expect(line).toBeHidden()
  await page.goBack()
  await asLeft()
  await page.getByText('Charts', { exact: true }).click()
  await expect(page.getByRole('grid')).toBeHidden()
  await page.getByText('Table', { exact: true }).click()
  await asLeft()

  // Another list, and the same list of another profile, are looked at in their own way.
  await lists.getByText('Reporting groups').click()
  await expect(page.getByRole('gridcell', { name: 'grp-00003' })).toBeVisible()
  await expect(line).toHaveValue('')
  await expect(chips).toBeHidden()
  await line.fill('grp-00007')
  await expect(status).toContainText('1 match in')
  await lists.getByText('Reports', { exact: true }).click()
  await asLeft()
  await profileLink(page, 'Practice Mock').click()
  await openPage(page, 'Lists')
  await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toBeVisible()
  await expect(line).toHaveValue('')
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Lists')
  await asLeft()

  // A new reading is looked at in the same way, from its first row; whether it came before the eyes or meanwhile.
  const asNew = async (): Promise<void> => {
    await expect(status).toContainText(/\d matches in the 500 records loaded so far/u)
    await expect(line).toHaveValue('status:Errored,Completed überweisung')
    await expect(chips).toContainText('status is one of Errored, Completed')
    await expect(bySequence).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(() => firstRow(page)).toMatch(/^2 /u)
  }
  await page.getByRole('button', { name: 'Restart' }).click()
  await asNew()
  await page.getByRole('gridcell').first().hover()
  await page.mouse.wheel(0, 32 * 2)
  await expect.poll(() => firstRow(page)).toMatch(/^4 /u)
  const profileId = /profiles\/(?<id>[^/]+)/u.exec(page.url())?.groups?.['id'] ?? ''
  await openPage(page, 'Activity')
  const replaced = await bridgeCall(page, 'lists.open', { profileId, list: 'reports', restart: true })
  expect(replaced).toMatchObject({ ok: true, value: { records: 0 } })
  await openPage(page, 'Lists')
  await asNew()
  const { runId } = (replaced.ok ? replaced.value : {}) as RunSummary
  await openPage(page, 'Activity')
  await bridgeCall(page, 'lists.close', { runId })
  await openPage(page, 'Lists')
  await asNew()

  // What is taken away stays away, and nothing of it is kept where the window's end would not end it.
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, history.state, location.hash])))
    .not //
    .toMatch(/überweisung|%C3%BCberweisung/iu)
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(line).toHaveValue('überweisung')
  await line.press('Escape')
  await bySequence.click()
  await openPage(page, 'Activity')
  await openPage(page, 'Lists')
  await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toBeVisible()
  await expect(line).toHaveValue('')
  await expect(chips).toBeHidden()
  await expect(bySequence).toHaveAttribute('aria-sort', 'none')
  await expect(status).not.toContainText('match')
  await lists.getByText('Reporting groups').click()
  await expect(line).toHaveValue('grp-00007')
  // The list that was looked at last is the one that is come back to.
  await openPage(page, 'Activity')
  await openPage(page, 'Lists')
  await expect(page.getByRole('radio', { name: 'Reporting groups' })).toBeChecked()
  await expect(line).toHaveValue('grp-00007')
})
