import type { Locator } from 'playwright/test'
import { defaultWatchSettings } from '#shared/watches/watch.ts'
import { mustCall } from '../../fixtures/certificates/certificates.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { openHome, openPage, openPracticeLists } from '../../fixtures/services/practice.ts'
import { clickNotification, desktopShows, recordDesktop } from '../../fixtures/window/desktop.ts'
import { answerQuestions, askedQuestions } from '../../fixtures/window/dialogs.ts'
import { lookAt } from '../../fixtures/window/screens.ts'
import { openWatch } from './watch-steps.ts'

test('Watched list: Production is asked about before it is watched, and is not watched without a yes', async ({
  practisedClavis,
}) => {
  const { page, app } = practisedClavis
  await openPracticeLists(page, 600, 'Practice Production')
  await answerQuestions(app, false)
  const dialog = await openWatch(page, 'Reports', 'Watch…')
  const watch = dialog.getByRole('button', { name: 'Watch', exact: true })
  await watch.click()
  await expect.poll(() => askedQuestions(app)).toHaveLength(1)
  // A question that was declined is no error.
  await expect(watch).toBeEnabled()
  await expect(dialog.getByRole('alert')).toHaveCount(0)

  await answerQuestions(app, true)
  await watch.click()
  await expect(dialog).toHaveCount(0)
  await openPage(page, 'Overview')
  await expect(page.getByRole('link', { name: 'Reports', exact: true })).toBeVisible()
  expect(await askedQuestions(app)).toHaveLength(1)
})

test('Watched list: a failed load is in the banner and a notification that opens it, and it is loaded again once the service runs', async ({
  practisedClavis,
}) => {
  test.slow()
  const { page, app } = practisedClavis
  await recordDesktop(app)
  await openPracticeLists(page, 600, 'Practice Mock')
  const dialog = await openWatch(page, 'Reports', 'Watch…')
  await dialog.getByRole('button', { name: 'Watch', exact: true }).click()
  await openPage(page, 'Overview')
  await page.getByRole('link', { name: 'Reports', exact: true }).click()
  const loads = page.getByRole('table', { name: 'Loads' }).getByRole('row')
  await expect(loads).toHaveCount(2)

  const practice = page.getByRole('link', { name: /Practice service/u })
  await practice.click()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Load now' }).click()
  await expect(loads.nth(1)).toContainText(/Failed: Connection refused.*Start the service.*Warned: Load failed/u)
  const banner = page.getByRole('region', { name: /^Watched list: .*Connection refused/u })
  await expect(banner).toHaveAttribute('data-tone', 'bad')
  await lookAt(page, 'watch-failed')
  await expect
    .poll(async () => (await desktopShows(app)).notified.map(({ title }) => title))
    .toContain('Reports: load failed')
  await openHome(page)
  await clickNotification(app)
  await expect(loads.nth(1)).toContainText('Failed: Connection refused')

  await practice.click()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Load now' }).click()
  await expect(loads).toHaveCount(4)
  await expect(loads.nth(1)).toContainText(/600 records · No changes/u)
  // It stays until the person dismisses it.
  await expect(banner).toBeVisible()
})

test('Watched list: Home shows watches in the order of its profiles', async ({ practisedClavis }) => {
  const { page } = practisedClavis
  await openHome(page)
  const profiles = page.getByRole('table', { name: 'Profiles' }).getByRole('rowheader')
  await expect(profiles).toHaveCount(4)
  const watched = ['Practice Legacy', 'Practice Mock', 'Practice Client Testing']
  for (const { id: profileId, name } of await mustCall(page, 'profiles.list', undefined))
    if (watched.includes(name))
      await mustCall(page, 'watches.set', { profileId, list: 'reporting-groups', settings: defaultWatchSettings })
  const lines = page.getByRole('region', { name: /^Reporting groups/u })
  await expect(lines).toHaveCount(watched.length)
  const inOrder = async (rows: Locator): Promise<string[]> =>
    (await rows.allTextContents()).flatMap((text) => watched.find((name) => text.includes(name)) ?? [])
  // What is next of a profile changes with its loads.
  await expect(async () => expect(await inOrder(lines)).toEqual(await inOrder(profiles))).toPass()
})
