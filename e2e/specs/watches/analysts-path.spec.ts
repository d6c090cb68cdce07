import { expect, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall, chooseListCommand, openPage, openPracticeLists } from '../../fixtures/services/practice.ts'
import { lookAtBothThemes } from '../../fixtures/window/screens.ts'
import { letDayPass, openWatch, saveFilteredView } from './watch-steps.ts'

test('Analyst: knows what a schedule costs, opens an older load, snoozes, and removes the watch @core', async ({
  practisedClavis,
}) => {
  test.slow()
  const { page } = practisedClavis
  await bridgeCall(page, 'practice.setData', { isAwkward: false, daysAhead: 0 })
  await openPracticeLists(page, 1200)
  const line = page.getByRole('region', { name: 'Reports Watched every 15 minutes' })
  const heading = page.getByRole('heading', { name: 'Reports', exact: true })

  await test.step('chooses a schedule and a bound', async () => {
    const dialog = await openWatch(page, 'Reports', 'Watch…')
    await dialog.getByRole('combobox', { name: 'Load', exact: true }).click()
    await page.getByRole('option', { name: 'Every 15 minutes' }).click()
    await dialog.getByRole('checkbox', { name: 'More than 100 records' }).check()
    await dialog.getByRole('textbox', { name: 'Most records' }).fill('1200')
    await expect(dialog.getByRole('checkbox', { name: 'More than 1,200 records' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Watch', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await openPage(page, 'Overview')
    await expect(line).toContainText(/1,200 records · first load/u)
  })

  await test.step('sees what each schedule costs', async () => {
    await openPage(page, 'Lists')
    const dialog = await openWatch(page, 'Reports', 'Change watch…')
    const cost = dialog.getByRole('status', { name: 'Cost' })
    await expect(cost).toHaveText('About 3 pages a load, 288 requests a day, plus token requests.')
    await dialog.getByRole('combobox', { name: 'Load', exact: true }).click()
    await page.getByRole('option', { name: 'Weekly' }).click()
    await expect(cost).toHaveText('About 3 pages a load, 3 requests a week, plus token requests.')
    await lookAtBothThemes(page, 'watch-dialog')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('the saved version of a changed view is watched, and the dialog says so', async () => {
    await saveFilteredView(page, 'status:Errored', 'Failed')
    await page.getByRole('combobox', { name: 'Search loaded records' }).fill('status:Completed')
    const dialog = await openWatch(page, 'Reports: Failed', 'Watch…')
    await expect(dialog).toContainText('“Failed” has unsaved changes. The saved version is watched.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('a watched view is removed with its watch, after a question', async () => {
    const failed = page.getByRole('region', { name: /^Reports: Failed/u })
    const watching = await openWatch(page, 'Reports: Failed', 'Watch…')
    await watching.getByRole('button', { name: 'Watch', exact: true }).click()
    await openPage(page, 'Overview')
    await expect(failed).toContainText('first load')
    await openPage(page, 'Lists')
    await page.getByRole('button', { name: /^List: / }).click()
    await page.getByRole('menuitem', { name: 'Remove view…' }).click()
    const question = page.getByRole('dialog', { name: 'Remove the view “Failed” and its watch?' })
    await expect(question).toContainText('Its history and the records of 1 load are deleted.')
    await question.getByRole('button', { name: 'Remove both' }).click()
    await expect(page.getByRole('button', { name: /^List: / })).toHaveAccessibleName('List: Reports')
    await openPage(page, 'Overview')
    await expect(failed).toHaveCount(0)
  })

  await test.step('opens the records of the first load, which the snapshots don’t list', async () => {
    await letDayPass(page)
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByPlaceholder('Search profiles, pages and actions').fill('watch history')
    await page.getByRole('option', { name: /Watch history · Reports/u }).click()
    await expect(heading).toBeVisible()
    await page.getByRole('button', { name: 'Load now' }).click()
    const rows = page.getByRole('table', { name: 'Loads' }).getByRole('row')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(1)).toContainText('Warned: New records')
    await expect(page.getByRole('main')).toContainText('New records, More than 1,200 records, Load failed')
    await rows
      .nth(2)
      .getByRole('button', { name: /^Open the load of/u })
      .click()
    await expect(page.getByRole('status', { name: 'List status' })).toContainText('All 1,200 records loaded')
    await expect(page.getByText(/^Load of a watch · loaded /u)).toBeVisible()
    await chooseListCommand(page, 'Snapshots…')
    await expect(page.getByRole('dialog', { name: 'Snapshots' })).toContainText('No snapshots yet')
    await page.keyboard.press('Escape')
    await page.goBack()
  })

  await test.step('snoozes and resumes its warnings', async () => {
    const more = page.getByRole('main').getByRole('button', { name: 'More actions', exact: true })
    await more.click()
    await page.getByRole('menuitem', { name: 'Snooze until…' }).click()
    const asked = page.getByRole('dialog', { name: 'Snooze warnings' })
    await asked.getByLabel('Resume on').fill(new Date(Date.now() + 95 * 86_400_000).toISOString().slice(0, 10))
    await expect(asked).toContainText('Choose a day up to ')
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await more.click()
    await page.getByRole('menuitem', { name: 'Snooze for a week' }).click()
    await expect(page.getByRole('main')).toContainText(/snoozed until/u)
    await expect(page.getByRole('region', { name: /^Watched list: / })).toHaveCount(0)
    await more.click()
    await page.getByRole('menuitem', { name: 'Resume warnings' }).click()
    await expect(page.getByRole('main')).not.toContainText(/snoozed until/u)
  })

  await test.step('switches it off, and removes it with its loads', async () => {
    const more = page.getByRole('main').getByRole('button', { name: 'More actions', exact: true })
    await more.click()
    await page.getByRole('menuitem', { name: 'Switch off' }).click()
    await expect(page.getByRole('main')).toContainText('Off')
    await more.click()
    await page.getByRole('menuitem', { name: 'Remove watch…' }).click()
    await page.getByRole('button', { name: 'Remove watch', exact: true }).click()
    await expect(page).toHaveURL(/overview$/u)
    await expect(line).toHaveCount(0)
    await expect(page.getByRole('region', { name: /^Watched list: / })).toHaveCount(0)
  })
})
