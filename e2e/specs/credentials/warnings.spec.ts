import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { dayMs } from '#shared/values/local-day.ts'
import { mustCall, profileEndingIn } from '../../fixtures/certificates/certificates.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall, openHome, openPage, profileLink, setUpPractice } from '../../fixtures/services/practice.ts'
import { clickNotification, clickTrayMenu, desktopShows, recordDesktop } from '../../fixtures/window/desktop.ts'
import { answerQuestions, answerSaveDialog, askedQuestions } from '../../fixtures/window/dialogs.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

const banner = { name: 'Certificates that need attention' }

test('Warnings: one notification is sent, its click opens the credential, and the tray lists next expirations @core', async ({
  clavis,
}) => {
  test.slow()
  const { page, app } = clavis
  await recordDesktop(app)
  // Warnings start a moment after the window: each profile's warnings appear as they come.
  await expect
    .poll(async () => {
      await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
      return desktopShows(app)
    })
    .toMatchObject({ badge: 0 })
  await setUpPractice(page)
  await expect.poll(() => desktopShows(app)).toMatchObject({ badge: 1 })
  const acme = await profileEndingIn(page, 'Acme', 6)
  await expect
    .poll(() => desktopShows(app))
    .toMatchObject({
      notified: [
        {
          title: 'Practice Production: 21 days left',
          body: expect.stringMatching(/^Practice Production \(Production, practice\): certificate expires/u),
        },
        {
          title: 'Client Testing: 6 days left',
          body: expect.stringContaining('Acme (Client Testing): certificate expires in 6 days'),
        },
      ],
      toolTip: 'Clavis: 2 profiles need attention',
      badge: 2,
    })
  const { menu } = await desktopShows(app)
  expect(menu.slice(0, 3)).toEqual([
    '2 profiles need attention',
    'Acme (Client Testing): 6 days left',
    'Practice Production (Production, practice): 21 days left',
  ])
  expect(menu.slice(-3)).toEqual(['-', 'Open Clavis', 'Quit'])

  await clickNotification(app)
  const card = page.getByRole('article', { name: 'acme' })
  await expect(card).toBeFocused()
  await expect(page.getByRole('heading', { level: 1, name: 'Acme' })).toBeVisible()
  await clickTrayMenu(app, 'Practice Production (Production, practice): 21 days left')
  await expect(page.getByRole('heading', { level: 1, name: 'Practice Production' })).toBeVisible()

  await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
  const again = await clavis.relaunch()
  await expect(again.getByRole('region', banner)).toContainText('Acme (Client Testing): Replace the certificate by')
  await recordDesktop(clavis.app)
  await clavis.app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
  await expect.poll(() => desktopShows(clavis.app)).toMatchObject({ badge: 2, notified: [] })

  // A profile whose only certificate is retired still needs attention.
  await bridgeCall(again, 'credentials.retire', acme)
  const dead = 'Acme (Client Testing): No active certificate'
  await expect.poll(async () => (await desktopShows(clavis.app)).menu).toContain(dead)
  expect(await desktopShows(clavis.app)).toMatchObject({ badge: 2 })
  await profileLink(again, 'Practice Production').click()
  await clickTrayMenu(clavis.app, dead)
  await expect(again.getByRole('heading', { level: 1, name: 'Acme' })).toBeVisible()
})

test('Warnings: can be snoozed in the banner and resumed on the card, and name a replacement in progress', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page } = sharedClavis
  const { profileId } = await profileEndingIn(page, 'Acme', 6)
  const beta = await profileEndingIn(page, 'Beta', 15)
  const region = page.getByRole('region', banner)
  await expect(region).toContainText('Acme (Client Testing): Replace the certificate by')
  await expect(region.getByRole('link', { name: 'Replace…' })).toBeVisible()
  await expect(profileLink(page, 'Acme')).toContainText('6 d')
  await expect(profileLink(page, 'Beta')).toContainText('15 d')
  await expect(profileLink(page, 'Acme').locator('[data-tone]')).toHaveAttribute('data-tone', 'bad')
  await expect(profileLink(page, 'Beta').locator('[data-tone]')).toHaveAttribute('data-tone', 'warn')
  await region.getByRole('button', { name: 'Snooze warning for Acme' }).click()
  await expect(page.getByRole('menuitem', { name: 'Snooze until 3 days before' })).toBeVisible()
  await lookAt(page, 'warning-menu')
  await page.getByRole('menuitem', { name: 'Snooze for a week' }).click()
  await expect(region).not.toContainText('Acme')
  await expect(region).toContainText('Beta')
  await expect(profileLink(page, 'Acme').locator('[data-tone]')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(region).toContainText('Acme')
  await region.getByRole('button', { name: 'Snooze warning for Acme' }).click()
  await page.getByRole('menuitem', { name: 'Snooze for a week' }).click()
  await expect(region).not.toContainText('Acme')

  await expect(region).toContainText('Beta')
  await page.getByRole('button', { name: 'Snooze warning for Beta' }).click()
  // The menu before may still be closing.
  const menu = page.getByRole('menu', { name: 'Snooze warning for Beta' })
  await menu.getByRole('menuitem', { name: 'Snooze until…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Snooze warnings' })
  await dialog.getByLabel('Resume on').fill('2020-01-01')
  await expect(dialog.getByText('Choose a day in the future.')).toBeVisible()
  await lookAt(page, 'snooze-until')
  await dialog.getByLabel('Resume on').fill('2099-01-01')
  await expect(dialog.getByText(/^Choose a day up to/u)).toBeVisible()
  await dialog.getByLabel('Resume on').fill(new Date(Date.now() + 29 * dayMs).toISOString().slice(0, 10))
  await expect(dialog.getByText('The certificate expires before that')).toBeVisible()
  await dialog.getByRole('button', { name: 'Snooze' }).click()
  await expect(region).toBeHidden()

  await profileLink(page, 'Acme').click()
  await page.getByRole('link', { name: 'Credentials', exact: true }).click()
  const card = page.getByRole('article', { name: 'acme' })
  await expect(card).toContainText('Warnings snoozed until')
  await card.getByRole('button', { name: /^More actions for/u }).click()
  await page.getByRole('menuitem', { name: 'Resume warnings' }).click()
  await expect(region).toContainText('Acme (Client Testing): Replace the certificate by')

  await page.getByRole('button', { name: 'Snooze warning for Acme' }).click()
  await page.getByRole('menuitem', { name: 'Mark as being replaced…' }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('CSR sent on Monday')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(region).toContainText('Replacement in progress: CSR sent on Monday')
  await expect(card).toContainText('Replacement in progress: CSR sent on Monday')
  await lookAt(page, 'warning-states')
  await mustCall(page, 'replacements.start', { profileId, keySize: 2048 })
  await expect(region).toContainText(/Replace the certificate by .+\. (?:Create|Send) the new CSR/u)
  await mustCall(page, 'credentials.retire', beta)
  await expect(region).toContainText('Beta (Client Testing): No active certificate.')
  await expect(profileLink(page, 'Beta')).toContainText('No active certificate')
  await openHome(page, 'Replacements')
  const dead = page.getByRole('region', { name: 'No active certificate' })
  await expect(dead.getByRole('listitem')).toContainText(['Beta'])
})

test('Warnings: follow thresholds for all profiles and for one, channels and the calendar', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page, app, dataFolder } = sharedClavis
  await recordDesktop(app)
  // Fewer days and channels warn of the practice profile of Production less, too.
  await answerQuestions(app, true)
  await profileEndingIn(page, 'Acme', 45)
  const region = page.getByRole('region', banner)
  await expect(region).toContainText('Acme')
  await page.getByRole('link', { name: 'Settings' }).click()
  const days = page.getByRole('group', { name: 'Days before expiry' })
  await days.getByText('90 days', { exact: true }).click()
  await days.getByText('60 days', { exact: true }).click()
  await expect(region).toBeHidden()
  await days.getByRole('textbox', { name: 'Days before expiry' }).fill('44')
  await days.getByRole('button', { name: 'Add days' }).click()
  await expect(days.getByRole('checkbox', { name: '44 days' })).toBeChecked()
  await expect(region).toBeHidden()
  await days.getByRole('textbox', { name: 'Days before expiry' }).fill('50')
  await days.getByRole('button', { name: 'Add days' }).click()
  await expect(region).toContainText('Acme')

  const file = join(dataFolder, 'ends.ics')
  await answerSaveDialog(app, file)
  await page.getByRole('button', { name: 'Export calendar…' }).click()
  await expect(page.getByText('Calendar saved')).toBeVisible()
  const events = (await readFile(file, 'utf8')).split('BEGIN:VEVENT')
  const [event, ...others] = events.filter((each) => each.includes('Acme'))
  expect(others).toEqual([])
  // 44, 30, 14, 7, 3 and 1 days before, and on expiry.
  expect(event?.split('BEGIN:VALARM')).toHaveLength(8)

  await page.getByRole('switch', { name: 'App icon badge' }).click()
  await expect.poll(() => desktopShows(app)).toMatchObject({ badge: 0 })
  await page.getByRole('switch', { name: 'Tray icon' }).click()
  await expect(page.getByRole('switch', { name: 'Keep running in the background' })).toBeDisabled()
  await lookAt(page, 'warning-settings')

  await page.getByRole('radiogroup', { name: 'Date format' }).getByText('2026-12-31').click()
  await page.getByRole('radiogroup', { name: 'Time zone' }).getByText('UTC').click()
  await expect(region).toContainText(/certificate by \w{3} \d{4}-\d\d-\d\d\./u)
  await openHome(page, 'Certificate timeline')
  await expect(
    page.getByRole('button', { name: /^Active · acme, .+ From \d{4}-\d\d-\d\d \d\d:\d\d UTC/u }),
  ).toBeVisible()
  await profileLink(page, 'Acme').click()
  await openPage(page, 'Credentials')
  await expect(page.getByRole('article', { name: 'Acme' })).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/u)

  await profileLink(page, 'Acme').click()
  await page.getByRole('button', { name: 'More actions for Acme' }).click()
  await page.getByRole('menuitem', { name: 'Warnings…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Warnings for Acme' })
  await dialog.getByRole('radio', { name: 'Custom days' }).check()
  await dialog.getByText('50 days', { exact: true }).click()
  await lookAt(page, 'profile-thresholds')
  await dialog.getByRole('textbox', { name: 'Days before expiry' }).fill('43')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('checkbox', { name: '43 days' })).toBeChecked()
  await dialog.getByText('43 days', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(region).toBeHidden()
})

test('Webhook: is tested and gets each warning once; a failure is shown, and a new address retried at once @core', async ({
  sharedClavis,
}) => {
  const { page, app } = sharedClavis
  const received: { path: string | undefined; type: string; text: string }[] = []
  let status = 500
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      received.push({ path: request.url, ...(JSON.parse(text) as { type: string; text: string }) })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await page.getByRole('link', { name: 'Settings' }).click()
    const address = page.getByRole('textbox', { name: 'Webhook address' })
    // The switch takes no effect without an address, and says so there.
    await page.getByRole('switch', { name: 'Webhook' }).click({ force: true })
    await expect(address).toBeFocused()
    await expect(page.getByText('Enter an address to turn on the webhook.')).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Webhook' })).not.toBeChecked()
    await address.fill('http://hooks.example.com/')
    await expect(page.getByText('Use https. Plain http is only for addresses on this computer.')).toBeVisible()
    await address.fill(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`)
    // Nothing is sent to an unsaved address, and a new host is saved only after confirmation in main.
    await expect(page.getByRole('button', { name: 'Send test' })).toBeDisabled()
    const save = page.getByRole('button', { name: 'Save address' })
    await answerQuestions(app, false)
    await save.click()
    await expect
      .poll(async () => (await askedQuestions(app))[0]?.message)
      .toContain('Send expiry warnings to http://127.0.0.1')
    await expect(save).toBeEnabled()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await answerQuestions(app, true)
    await save.click()
    await expect(page.getByRole('switch', { name: 'Webhook' })).toBeChecked()
    // The page shows the change before main has stored it, and the test message goes to the stored address.
    await expect.poll(async () => (await mustCall(page, 'app.settings', undefined)).warnings.webhook).toBe(true)
    await page.getByRole('button', { name: 'Send test' }).click()
    await expect(page.getByRole('alert')).toContainText(
      'is temporarily unavailable (status 500). The warning was not delivered.',
    )
    status = 204
    await page.getByRole('button', { name: 'Send test' }).click()
    await expect(page.getByText('Test message delivered.')).toBeVisible()
    status = 503
    received.length = 0
    await profileEndingIn(page, 'Acme', 2)
    await expect(page.getByText('1 warning is waiting to be sent.')).toBeVisible()
    await lookAt(page, 'webhook-failed')
    status = 200
    // Checks don't repeat the failed delivery before its retry.
    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
    await mustCall(page, 'app.changeSettings', { theme: 'dark' })
    await expect(page.getByText('1 warning is waiting to be sent.')).toBeVisible()
    await address.fill(`http://127.0.0.1:${(server.address() as AddressInfo).port}/other-hook`)
    await save.click()
    await expect(page.getByText('to be sent')).toBeHidden()
    const warning = {
      type: 'clavis.certificate-expiry',
      text: expect.stringContaining('Acme (Client Testing): certificate expires'),
    }
    expect(received).toMatchObject([
      { path: '/hook', ...warning },
      { path: '/other-hook', ...warning },
    ])
  } finally {
    server.close()
  }
})

test('Warnings: Clavis keeps running without a window when enabled, and a click opens it at the credential', async ({
  clavis,
}) => {
  const { page, app } = clavis
  await recordDesktop(app)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Keep running in the background' }).click()
  await profileEndingIn(page, 'Acme', 6)
  await expect.poll(async () => (await desktopShows(app)).notified.length).toBe(1)
  const closed = page.waitForEvent('close')
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  await closed
  // The test may see the page close before main does, which would then show the old window.
  await expect.poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0)
  const opened = app.waitForEvent('window')
  await clickNotification(app)
  const window = await opened
  await expect(window.getByRole('article', { name: 'acme' })).toBeFocused()
})

test.describe('Warnings: on a desktop without tray icons', () => {
  // The bus of the tests itself, on which no program shows icons.
  test.use({ moreVariables: { PATH: process.env['PATH'] ?? '' } })

  test('Warnings: refused notifications and missing tray icons are named in the settings, and Clavis ends with its window', async ({
    clavis,
  }) => {
    const { page, app } = clavis
    await app.evaluate(({ Notification }) => {
      Notification.prototype.show = function (this: InstanceType<typeof Notification>): void {
        this.emit('failed', {}, 'Notifications are turned off for Clavis')
      }
    })
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(
      page.getByText('This desktop shows no tray icons, so Clavis ends when its window is closed.'),
    ).toBeVisible()
    await page.getByRole('switch', { name: 'Keep running in the background' }).click()
    await profileEndingIn(page, 'Acme', 6)
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(
      page.getByText('The system did not show a notification: Notifications are turned off for Clavis.'),
    ).toBeVisible()
    await lookAt(page, 'refused-warnings')
    const ended = app.waitForEvent('close')
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await ended
  })
})
