import type { Locator, Page } from 'playwright/test'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { chooseList, openPage, openPracticeLists, profileLink } from '../../fixtures/services/practice.ts'
import { withServedList } from '../../fixtures/services/served-list.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

const searchOf = (page: Page): Locator => page.getByRole('combobox', { name: 'Search loaded records' })
const nameOf = (page: Page): Locator => page.getByRole('button', { name: /^List: / })
const header = (page: Page, name: string): Locator => page.getByRole('columnheader', { name, exact: true })

async function saveView(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save view', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(nameOf(page)).toHaveAccessibleName(`List: Reports · ${name}`)
}

async function chooseViewCommand(page: Page, name: string): Promise<void> {
  await nameOf(page).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

test('Saved view: can be opened, closed, changed, renamed, duplicated and removed without changing the list’s own columns @core', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page } = sharedClavis
  await openPracticeLists(page, 400)
  await expect(page.getByRole('gridcell', { name: 'rep-00000000' })).toBeVisible()
  const save = page.getByRole('button', { name: 'Save view', exact: true })
  await expect(save).toHaveCount(0)
  await searchOf(page).fill('status:Errored')
  await header(page, 'sequence').click()
  await saveView(page, 'Failed')
  await expect(save).toHaveCount(0)
  const saveChanges = page.getByRole('button', { name: 'Save changes to “Failed”' })
  await expect(saveChanges).toHaveCount(0)

  // A column that is hidden in the view stays in the plain list.
  await header(page, 'currency').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: 'Hide', exact: true }).click()
  await expect(header(page, 'currency')).toHaveCount(0)
  await expect(saveChanges).toBeVisible()
  await lookAt(page, 'saved-view-changed')
  // Back to what was saved, by its button and by the menu, each with the keyboard.
  const reset = page.getByRole('button', { name: 'Reset changes' })
  await searchOf(page).fill('status:Completed')
  await header(page, 'sequence').click()
  await expect(header(page, 'sequence')).toHaveAttribute('aria-sort', 'descending')
  await reset.press('Enter')
  const asSaved = async (): Promise<void> => {
    await expect(saveChanges).toHaveCount(0)
    await expect(searchOf(page)).toHaveValue('status:Errored')
    await expect(header(page, 'sequence')).toHaveAttribute('aria-sort', 'ascending')
    await expect(header(page, 'currency')).toBeVisible()
    await expect(nameOf(page)).toBeFocused()
  }
  await asSaved()
  await page.getByText('Charts', { exact: true }).click()
  await expect(reset).toBeVisible()
  await nameOf(page).press('Enter')
  await page.getByRole('menuitem', { name: 'Reset changes' }).press('Enter')
  await asSaved()
  await nameOf(page).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Rename view…' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Reset changes' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await header(page, 'currency').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.getByRole('menuitem', { name: 'Hide', exact: true }).click()
  await expect(header(page, 'currency')).toHaveCount(0)
  await saveChanges.click()
  await expect(saveChanges).toHaveCount(0)
  await chooseList(page, 'Reports')
  await expect(nameOf(page)).toHaveAccessibleName('List: Reports')
  await expect(searchOf(page)).toHaveValue('')
  await expect(header(page, 'currency')).toBeVisible()
  await expect(header(page, 'sequence')).toHaveAttribute('aria-sort', 'none')
  await chooseList(page, 'Failed')
  await expect(searchOf(page)).toHaveValue('status:Errored')
  await expect(header(page, 'currency')).toHaveCount(0)
  await expect(header(page, 'sequence')).toHaveAttribute('aria-sort', 'ascending')

  await chooseViewCommand(page, 'Duplicate view')
  await expect(nameOf(page)).toHaveAccessibleName('List: Reports · Failed copy')
  await chooseViewCommand(page, 'Rename view…')
  const dialog = page.getByRole('dialog', { name: 'Rename view' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await expect(name).toHaveValue('Failed copy')
  await name.fill('failed')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog).toContainText('There is already a view “failed”.')
  await name.fill('All teams')
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expect(nameOf(page)).toHaveAccessibleName('List: Reports · All teams')
  await chooseList(page, 'Report configurations')
  await expect(nameOf(page)).toHaveAccessibleName('List: Report configurations')
  await nameOf(page).click()
  await expect(page.getByRole('menuitemradio')).toHaveText([
    'Reports',
    'All teams',
    'Failed',
    'Report configurations',
    'Reporting groups',
  ])
  await lookAt(page, 'saved-views-menu')
  await page.getByRole('menuitemradio', { name: 'All teams' }).click()
  await expect(nameOf(page)).toHaveAccessibleName('List: Reports · All teams')
  await chooseViewCommand(page, 'Remove view')
  await expect(nameOf(page)).toHaveAccessibleName('List: Reports')
  await page.getByRole('button', { name: 'Undo' }).click()
  await chooseList(page, 'All teams')
  await expect(nameOf(page)).toHaveAccessibleName('List: Reports · All teams')

  // From elsewhere, by the command palette.
  await openPage(page, 'Token')
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox')).toBeFocused()
  await page.keyboard.type('reports failed')
  await expect(page.getByRole('option', { name: 'Reports · Failed' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(nameOf(page)).toHaveAccessibleName('List: Reports · Failed')
  await expect(searchOf(page)).toHaveValue('status:Errored')
})

test('List: clearing how lists were left keeps saved views', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await openPracticeLists(page, 400)
  await searchOf(page).fill('status:Errored')
  await searchOf(page).press('Enter')
  await saveView(page, 'Failed')
  await searchOf(page).fill('müller')
  await expect(page.getByRole('button', { name: 'Save changes to “Failed”' })).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByText('How you left each list').locator('..').getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText('Last searches cleared')).toBeVisible()
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Lists')
  await expect(nameOf(page)).toHaveAccessibleName('List: Reports')
  await expect(searchOf(page)).toHaveValue('')
  await chooseList(page, 'Failed')
  await expect(searchOf(page)).toHaveValue('status:Errored')
})

test('Saved view: says which column and sort the list no longer has, and removes them on request', async ({
  sharedClavis,
}) => {
  const { page } = sharedClavis
  let records: readonly object[] = [
    { id: 2, team: 'a' },
    { id: 1, team: 'b' },
  ]
  await withServedList(
    sharedClavis,
    () => JSON.stringify({ reports: records, lastPage: 'true' }),
    async () => {
      await header(page, 'team').click()
      await saveView(page, 'By team')
      const notice = page.getByText('View “By team” uses columns that no loaded record has: “team” (sort).')
      await expect(notice).toHaveCount(0)
      records = records.map((_, id) => ({ id }))
      await page.getByRole('button', { name: 'More list commands' }).click()
      await page.getByRole('menuitem', { name: 'Reload' }).click()
      await expect(notice).toBeVisible()
      await lookAt(page, 'saved-view-absent-column')
      await page.getByRole('button', { name: 'Remove from view' }).click()
      await expect(notice).toHaveCount(0)
      await page.getByRole('button', { name: 'Save changes to “By team”' }).click()
      await chooseList(page, 'Reports')
      await chooseList(page, 'By team')
      await expect(header(page, 'id')).toBeVisible()
      await expect(notice).toHaveCount(0)
    },
  )
})
