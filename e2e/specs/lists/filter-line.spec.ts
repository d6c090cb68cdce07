import { expect, test } from '../../fixtures/clavis-app.ts'
import { loadWholeList, openPracticeLists } from '../../fixtures/services/practice.ts'
import { holdCalls } from '../../fixtures/window/held-calls.ts'
import { pressInOpened } from '../../fixtures/window/opened.ts'
import { lookAt, takePicture } from '../../fixtures/window/screens.ts'

test('Filter line: a list is filtered by the line, its suggestions, a cell and chips', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 3000)
  await page.getByRole('button', { name: 'Load all' }).click()
  const status = page.getByRole('status').filter({ hasText: 'record' })
  await expect(status).toContainText('All 3,000 records loaded')
  const line = page.getByRole('combobox', { name: 'Search loaded records' })
  const chips = page.getByRole('list', { name: 'Filters' })

  // The example has columns of the loaded data, and a state that some record has; last week it may have no record.
  await expect(line).toHaveAttribute('placeholder', /^Search or filter: status:\w+ createdAt:last week$/u)
  const example = (await line.getAttribute('placeholder'))?.replace('Search or filter: ', '') ?? ''
  await line.fill(example)
  await expect(chips.getByRole('listitem')).toHaveCount(3)
  await line.fill(example.replace(' createdAt:last week', ''))
  await expect(status).toContainText(/[1-9][\d,]* of 3,000 records match/u)
  await line.fill('')

  // Typed with suggestions only: a column, then one of its values.
  await line.pressSequentially('stat')
  await expect(page.getByRole('option', { name: /^status/u })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(line).toHaveValue('status:')
  await expect(page.getByRole('option', { name: /Errored/u })).toBeVisible()
  await takePicture(page, 'filter-suggestions')
  await line.pressSequentially('Err')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(line).toHaveValue('status:Errored ')
  await expect(chips).toContainText('status is Errored')
  await expect(status).toContainText(/[\d,]+ of 3,000 records match/u)
  await expect(page.getByRole('gridcell', { name: 'Completed', exact: true })).toHaveCount(0)

  // Inverted by its chip.
  await page.getByRole('button', { name: 'Invert filter: status is Errored' }).click()
  await expect(line).toHaveValue('-status:Errored')
  await expect(page.getByRole('gridcell', { name: 'Errored', exact: true })).toHaveCount(0)

  // Inverted again, before the typed text is applied; both count.
  await line.press('End')
  const turnAgain = await page.getByRole('button', { name: 'Invert filter: status is not Errored' }).elementHandle()
  await page.keyboard.insertText(' EUR')
  await turnAgain.evaluate((button) => (button as HTMLElement).click())
  await expect(line).toHaveValue('status:Errored EUR')
  // Applied, so that what follows is about the next line.
  await expect(chips).toContainText('status is Errored')
  await line.fill('-status:Errored')
  await expect(chips).toContainText('status is not Errored')

  // A value in the table, by keyboard.
  await page.getByRole('gridcell', { name: 'Completed', exact: true }).first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('gridcell', { name: 'Completed', exact: true }).first().click()
  await page.keyboard.press('Shift+F10')
  // It takes the focus a moment after it appears.
  await expect(page.getByRole('menu', { name: 'Cell' }).locator(':focus')).toHaveCount(1)
  await pressInOpened(page.getByRole('menuitem', { name: 'Filter to “Completed”' }), 'Enter')
  await expect(line).toHaveValue('-status:Errored status:Completed')
  await expect(page.getByRole('gridcell', { name: 'Running', exact: true })).toHaveCount(0)
  await page.setViewportSize({ width: 1600, height: 900 })
  await takePicture(page, 'filter-chips')
  await page.setViewportSize({ width: 1280, height: 840 })

  // An invalid filter is reported below the line, and the list stays as it was.
  await line.fill('statsu:Errored')
  await expect(page.getByText('No column “statsu”.')).toBeVisible()
  await line.blur()
  await lookAt(page, 'filter-fault')
  await line.press('Tab')
  await expect(page.getByRole('button', { name: 'status', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(line).toHaveValue('status:Errored')
  await expect(line).toBeFocused()
  await expect(chips).toContainText('status is Errored')
  // Not while it is being typed, and not behind the suggestions.
  const noColumn = page.getByText('No column “statsu”.')
  await line.fill('')
  await line.pressSequentially('statsu:x status:E')
  await expect(page.getByRole('option', { name: /Errored/u })).toBeVisible()
  // Longer than the pause after which the line is judged.
  await page.waitForTimeout(1500)
  await expect(noColumn).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(noColumn).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(0)
  await line.fill('createdAt>=2024-02-30')
  await expect(page.getByText('“2024-02-30” is not a date. Use a format like 2024-01-31')).toBeVisible()
  await expect(status).toContainText(/[1-9]\d* of 3,000 records match/u)
  // A value that the column's values can't be is applied, and hinted at.
  await line.fill('createdAt:yesterdy')
  await expect(page.getByText('“yesterdy” is not a date, but most values of “createdAt” are.')).toBeVisible()
  await expect(status).toContainText('0 of 3,000 records match')
  // Only dates have years.
  await line.fill('amount>1000 createdAt>2020')
  await expect(chips).toContainText(/amount above 1000(?! \()/u)
  await expect(chips).toContainText('createdAt above 2020 (')
  await expect(status).toContainText(/[1-9][\d,]* of 3,000 records match/u)
  await line.fill('createdAt>=2024-01-03 createdAt<2024-02')
  await expect(chips).toContainText('createdAt from 2024-01-03')
  await expect(chips).toContainText('createdAt below 2024-02 (')
  await expect(status).toContainText(/[\d,]+ of 3,000 records match/u)
  // The README's example finds something here.
  await line.fill('status:Errored createdAt>=2024-01-02 -owner.team:T3 amount:1000..90000 name~fees note:empty EUR')
  await expect(status).toContainText('8 of 3,000 records match')
  // In the syntax of other programs.
  await line.fill('status!=Errored amount=59913.63')
  await expect(chips).toContainText('status is not Errored')
  await expect(chips).toContainText('amount is 59913.63')
  await line.fill('amount:59,913.63')
  await page.getByRole('button', { name: '59913.63', exact: true }).click()
  await expect(line).toHaveValue('amount:59913.63')
  await expect(status).toContainText('1 of 3,000 records match')
  await line.fill('status:Running,Errored überweisung')
  await expect(chips).toContainText('status is one of Running, Errored')
  await expect(status).toContainText('of 3,000 records match')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(line).toHaveValue('überweisung')
  await line.fill('überweisung 59913')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(line).toHaveValue('status:Running,Errored überweisung 59913')
  await expect(chips).toContainText('status is one of Running, Errored')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(line).toHaveValue('überweisung 59913')
  await line.press('Escape')
  await expect(status).not.toContainText('match')
})

test('Filter line: a chosen suggestion stays chosen when others arrive, and none is left from another column', async ({
  sharedClavis,
}) => {
  const { page, app } = sharedClavis
  await openPracticeLists(page, 400)
  const line = page.getByRole('combobox', { name: 'Search loaded records' })
  const option = (name: RegExp): ReturnType<typeof page.getByRole> => page.getByRole('option', { name })
  await line.pressSequentially('status:')
  await expect(option(/^Errored/u)).toBeVisible()
  const letCome = await holdCalls(app, 'lists.commonValues')

  // Known values of the column are shown until the rest arrives; another column's are not.
  await line.fill('status:E')
  await expect(page.getByRole('option')).toHaveText([/^Errored/u, /^empty/u])
  await line.fill('currency:')
  await expect(page.getByRole('option')).toHaveText([/^empty/u])
  await expect(line).not.toHaveAttribute('aria-activedescendant')
  await page.keyboard.press('ArrowDown')
  await expect(option(/^empty/u)).toHaveAttribute('aria-selected', 'true')
  await letCome()
  await expect(option(/^EUR/u)).toBeVisible()
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^empty/u)
  await expect(line).toHaveAttribute('aria-activedescendant', (await option(/^empty/u).getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(line).toHaveValue('currency:empty ')

  // After a column is chosen, its values appear, and none of them is selected yet.
  await line.fill('')
  await line.pressSequentially('stat')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(option(/^Errored/u)).toBeVisible()
  await expect(line).toHaveAttribute('aria-expanded', 'true')
  await expect(line).not.toHaveAttribute('aria-activedescendant')
  await page.keyboard.press('ArrowUp')
  await expect(option(/^empty/u)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  // Without suggestions nothing is open, and Escape has nothing else to close.
  await line.fill('nothing like this')
  await expect(line).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Escape')
  await expect(line).toHaveValue('')
})

test('Filter line: words are found in all values, in any order, as quoted text and as exclusions @core', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 3000)
  const status = await loadWholeList(page, 3000)
  const line = page.getByRole('combobox', { name: 'Search loaded records' })

  // Each in its own value: no value contains both.
  await line.fill('errored SETTLEMENT')
  await expect(status).toContainText('73 of 3,000 records match')
  await expect(page.getByRole('gridcell', { name: /^Settlement/u }).first()).toBeVisible()
  await expect(page.getByRole('gridcell', { name: /^Chargebacks/u })).toHaveCount(0)
  await line.blur()
  await lookAt(page, 'search-words')

  // Excluded: a word, and a text with a blank.
  await expect(page.getByRole('gridcell', { name: 'Errored', exact: true }).first()).toBeVisible()
  await line.fill('settlement -errored')
  await expect(status).toContainText('310 of 3,000 records match')
  await expect(page.getByRole('gridcell', { name: 'Errored', exact: true })).toHaveCount(0)
  await line.fill('errored settlement -eur -"são paulo"')
  await expect(status).toContainText('43 of 3,000 records match')

  // Quoted: a name and its number, and no number elsewhere.
  await line.fill('"settlement 8"')
  await expect(status).toContainText('16 of 3,000 records match')
  await expect(page.getByRole('gridcell', { name: 'Settlement 8', exact: true })).toBeVisible()

  // Field names are not searched. While one is typed, the list stays; Enter searches for the word.
  await line.fill('status')
  await expect(page.getByRole('option', { name: /^status/u })).toBeVisible()
  await page.evaluate(afterTyping)
  await expect(page.getByText('No matching records')).toHaveCount(0)
  await expect(status).toContainText('16 of 3,000 records match')
  await line.press('Enter')
  await expect(page.getByText('No records match your search.', { exact: true })).toBeVisible()
  await line.fill('settlement nonsense')
  await expect(page.getByText('A record must contain every word, in any order.')).toBeVisible()
  await line.blur()
  await lookAt(page, 'search-words-nothing')

  // A filter that is added keeps the words, exactly as they were typed.
  await line.fill('"settlement 8" -eur errored')
  await page.getByRole('gridcell', { name: 'Errored', exact: true }).first().click()
  await page.keyboard.press('Shift+F10')
  await expect(page.getByRole('menu', { name: 'Cell' }).locator(':focus')).toHaveCount(1)
  await pressInOpened(page.getByRole('menuitem', { name: 'Filter to “Errored”' }), 'Enter')
  await expect(line).toHaveValue('status:Errored "settlement 8" -eur errored')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(line).toHaveValue('"settlement 8" -eur errored')

  // An unterminated quote leaves the list as it was.
  await line.fill('errored -"sett')
  await expect(page.getByText('End quoted text with a quote, followed by a space.')).toBeVisible()
  await expect(status).toContainText('4 of 3,000 records match')
})

test('Filter line: a column can be filtered by the name in its header and by its own', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 500)
  const line = page.getByRole('combobox', { name: 'Search loaded records' })
  const chips = page.getByRole('list', { name: 'Filters' })
  const header = (name: string): ReturnType<typeof page.getByRole> =>
    page.getByRole('columnheader', { name, exact: true })
  await header('status').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByRole('textbox', { name: 'Column name' }).fill('State')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(header('State')).toBeVisible()

  await line.pressSequentially('sta')
  await expect(page.getByRole('option', { name: 'State status, text' })).toBeVisible()
  await takePicture(page, 'filter-own-name')
  await page.keyboard.press('ArrowDown')
  // More typed before the next frame.
  await line.evaluate((field: HTMLInputElement) => {
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }))
    field.setRangeText('E', field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await line.pressSequentially('rr')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(line).toHaveValue('State:Errored ')
  await expect(chips).toContainText('State is Errored')
  await expect(page.getByRole('gridcell', { name: 'Completed', exact: true })).toHaveCount(0)

  // The line is written with paths, so that it also works for someone who names the column differently.
  await page.getByRole('button', { name: 'Invert filter: State is Errored' }).click()
  await expect(line).toHaveValue('-status:Errored')
  await expect(chips).toContainText('State is not Errored')

  // A column's menu begins a filter, and its most frequent values are offered.
  await header('currency').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: 'Filter…' }).click()
  await expect(line).toBeFocused()
  await expect(line).toHaveValue('-status:Errored currency:')
  await expect(page.getByRole('option', { name: /^EUR/u })).toBeVisible()
  await takePicture(page, 'column-menu-filter')
  await page.keyboard.type('EU')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(chips).toContainText('currency is EUR')
  await page.getByRole('button', { name: 'Remove filter: currency is EUR' }).click()

  await header('State').click({ button: 'right' })
  await expect(page.getByRole('menu', { name: 'Column State' })).toContainText('Statestatus')
  await takePicture(page, 'column-menu-own-name')
  await page.getByRole('menuitem', { name: 'Column statistics' }).click()
  await expect(page.getByRole('combobox', { name: 'Column' })).toHaveValue('State (status)')
  await expect(page.getByRole('region', { name: 'Statistics of State' })).toContainText('Completed')
  await lookAt(page, 'values-own-name')
})

/** Runs in the page. Waits until what was typed has been applied. */
async function afterTyping(): Promise<void> {
  // Timers with the same delay fire in the order in which they started.
  await new Promise((resolve) => setTimeout(resolve, 250))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
}
