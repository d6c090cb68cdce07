import { expect, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall, openHome, openPage, openPracticeLists } from '../../fixtures/services/practice.ts'
import { lookAt, lookAtBothThemes } from '../../fixtures/window/screens.ts'
import { letDayPass, loadNow, openWatch, saveFilteredView } from './watch-steps.ts'

const title = 'Reports: Failed'

test('Operator: a watched view says which reports failed since yesterday, until the warning is dismissed @core', async ({
  practisedClavis,
}) => {
  test.slow()
  const { page } = practisedClavis
  await bridgeCall(page, 'practice.setData', { isAwkward: false, daysAhead: 0 })
  await openPracticeLists(page, 5000)
  const line = page.getByRole('region', { name: /^Reports: Failed/u })
  const banner = page.getByRole('region', { name: /^Watched list: / })

  await test.step('does not know the cost before the list was loaded completely', async () => {
    const dialog = await openWatch(page, 'Reports', 'Watch…')
    await expect(dialog.getByRole('status', { name: 'Cost' })).toHaveText(
      'Cost not known yet: the list was never loaded completely.',
    )
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('watches a saved view', async () => {
    await saveFilteredView(page, 'status:Errored', 'Failed')
    const dialog = await openWatch(page, title, 'Watch…')
    await expect(dialog.getByRole('checkbox', { name: 'New records' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Watch', exact: true }).click()
    await expect(page.getByText(`Watching ${title}`)).toBeVisible()
  })

  await test.step('is loaded at once, and again a day later', async () => {
    await openPage(page, 'Overview')
    await expect(line).toContainText(/[1-9]\d* records · first load/u)
    await expect(banner).toHaveCount(0)
    await letDayPass(page)
    await openHome(page)
    await expect(line).toContainText('Practice Client Testing')
    await loadNow(line, /[1-9]\d* records · [1-9]\d* new/u)
    await expect(line.getByRole('img', { name: /^[1-9]\d* records.* in 2 loads$/u })).toBeVisible()
  })

  await test.step('the banner says how many are new, and leads to the loads', async () => {
    await expect(banner).toContainText(/Reports: Failed: [1-9]\d* new records?\./u)
    await lookAt(page, 'home-watched')
    await banner.getByRole('link', { name: 'Show' }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page).toHaveTitle(/^Watched list · Practice Client Testing/u)
    const loads = page.getByRole('table', { name: 'Loads' }).getByRole('row')
    await expect(loads).toHaveCount(3)
    await expect(loads.nth(1)).toContainText('Warned: New records')
    await expect(loads.nth(2)).toContainText('first load')
    await lookAtBothThemes(page, 'watch')
  })

  await test.step('compares the two loads as the view filters them, and comes back', async () => {
    await page.getByRole('button', { name: /^Compare the load of/u }).click()
    const differences = page.getByRole('region', { name: 'Comparison', exact: true })
    await expect(differences).toContainText(/[1-9]\d* added/u)
    await expect(differences).toContainText('in “Failed” before or after')
    await differences.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  })

  await test.step('dismisses the warning, also for the next start', async () => {
    await banner.getByRole('button', { name: 'Dismiss' }).click()
    await expect(banner).toHaveCount(0)
    const restarted = await practisedClavis.relaunch()
    await expect(restarted.getByRole('region', { name: /^Reports: Failed/u })).toContainText(/[1-9]\d* new/u)
    await expect(restarted.getByRole('region', { name: /^Watched list: / })).toHaveCount(0)
  })
})
