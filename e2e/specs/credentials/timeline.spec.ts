import { mkdir, readdir } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { defaultWarningSettings } from '#shared/expiry/warning-thresholds.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { mustCall } from '../../fixtures/certificates/certificates.ts'
import { createAuthority, type Authority } from '../../fixtures/certificates/certtool.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { openHome, profileLink } from '../../fixtures/services/practice.ts'
import { writeStoredProfiles, type ProfileRecipe } from '../../fixtures/services/stored-profiles.ts'
import { answerOpenDialog, answerQuestions } from '../../fixtures/window/dialogs.ts'
import { lookAt, takePicture } from '../../fixtures/window/screens.ts'

async function openTimeline(page: Page): Promise<void> {
  await openHome(page, 'Certificate timeline')
  await expect(page.getByRole('heading', { level: 2, name: 'Certificate timeline' })).toBeVisible()
}

/** Creates a key and a CSR for a profile, gets a certificate signed for these days from now, and imports it. */
async function importCertificate(
  page: Page,
  authority: Authority,
  profileName: string,
  fromDay: number,
  toDay: number,
): Promise<void> {
  const profiles = await mustCall(page, 'profiles.list', undefined)
  const profileId = profiles.find(({ name }) => name === profileName)?.id ?? ''
  const { id: credentialId } = await mustCall(page, 'credentials.createKey', { profileId, keySize: 2048 })
  const subject = { commonName: 'successor', organization: '', organizationalUnit: '', locality: '', state: '' }
  const { request } = await mustCall(page, 'credentials.createRequest', {
    ...{ profileId, credentialId, subject: { ...subject, country: '', emailAddress: '' } },
    subjectAlternativeNames: [],
  })
  const instant = (days: number): Date => new Date(Date.now() + days * dayMs)
  const text = await authority.sign(request?.pem ?? '', instant(fromDay), instant(toDay))
  await mustCall(page, 'credentials.importContents', {
    contents: [{ name: '', base64: Buffer.from(text).toString('base64') }],
  })
}

test('Timeline: shows practice and imported certificates with gaps and overlaps, by keyboard, as table, in print @core', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page, dataFolder } = sharedClavis
  await openTimeline(page)
  const bars = page.getByRole('main').getByRole('button', { name: /^(?:Active|Imported) · /u })
  await expect(bars).toHaveCount(3)

  // The practice Production certificate expires in three weeks: its successor comes too late. The other one comes
  // early.
  const authority = await createAuthority(dataFolder)
  await importCertificate(page, authority, 'Practice Production', 40, 400)
  await importCertificate(page, authority, 'Practice Client Testing', 200, 565)
  await expect(bars).toHaveCount(5)
  const production = page.getByRole('group', { name: 'Practice Production' })
  await expect(production.getByRole('img', { name: /^No valid certificate from .+ to .+/u })).toBeVisible()
  await expect(production.getByRole('img', { name: /^No certificate after/u })).toBeVisible()
  const testing = page.getByRole('group', { name: 'Practice Client Testing' }).getByRole('button')
  await expect(testing).toHaveCount(2)
  await expect(testing.first()).toHaveAccessibleName(/Overlaps another certificate: .+ 165 days/u)

  await page.getByRole('button', { name: /Active.*Practice Production/u }).focus()
  const card = page.getByTestId('bar-card')
  await expect(card).toContainText('CN=Practice Production')
  await expect(card).toContainText('21 days left')
  await takePicture(page, 'timeline-card')
  await lookAt(page, 'timeline')

  await page.getByRole('button', { name: /Active.*Practice Production/u }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: /Imported.*Practice Production/u })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: /Active.*Practice Client Testing/u })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: /Imported.*Practice Client Testing/u })).toBeFocused()
  await expect(card).toContainText('Not valid yet')
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: /Active.*Practice Legacy/u })).toBeFocused()
  await page.keyboard.press('Home')
  await expect(page.getByRole('button', { name: /Active.*Practice Production/u })).toBeFocused()
  // One tab stop, so that keyboard users can skip the bars quickly.
  await expect(page.locator('[data-credential][tabindex="0"]')).toHaveCount(1)

  await page.getByText('Table', { exact: true }).click()
  await expect(page.getByRole('row', { name: /Practice Production.*CN=Practice Production.*Active/u })).toBeVisible()
  await expect(page.getByRole('row', { name: /O=Clavis practice No valid certificate from/u })).toBeVisible()
  await lookAt(page, 'timeline-table')
  await page.getByText('Chart', { exact: true }).click()

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-asked-to-print', '')
  })
  await page.getByRole('button', { name: 'Print…' }).click()
  await expect(page.locator('body[data-asked-to-print]')).toHaveCount(1)

  await page.getByRole('button', { name: /Imported.*Practice Client Testing/u }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Credentials', exact: true })).toBeVisible()
  await expect(profileLink(page, 'Practice Client Testing')).toHaveAttribute('aria-current', 'true')
})

test('Timeline: shows from no certificate up to two hundred in fifty profiles', async ({ clavis }) => {
  const { page, dataFolder } = clavis
  await writeStoredProfiles(dataFolder, [{ name: 'Acme', environment: 'production', certificates: [] }])
  await openTimeline(page)
  await expect(page.getByText('No certificates yet')).toBeVisible()
  await lookAt(page, 'timeline-empty')
  await page.getByRole('button', { name: 'Go to credentials of Acme' }).click()
  await expect(page.getByRole('heading', { name: 'Credentials', exact: true })).toBeVisible()

  // Each warning is written to its profile’s history: with this many, that alone would take seconds. Clavis asks, for Production.
  await answerQuestions(clavis.app, true)
  await mustCall(page, 'app.changeSettings', { warnings: { ...defaultWarningSettings, thresholds: [] } })
  await openTimeline(page)
  await writeStoredProfiles(dataFolder, manyProfiles())
  await page.getByText('All', { exact: true }).click()
  await expect(page.getByRole('main').locator('[data-credential]')).toHaveCount(200)
  await takePicture(page, 'timeline-200-all')
  await lookAtPrint(page, 'timeline-200-print')
  await page.getByText('3 months', { exact: true }).click()
  await takePicture(page, 'timeline-200-months')

  // The axis stays visible and does not cover the focused element.
  await page.getByText('3 years', { exact: true }).click()
  const first = page.locator('[data-credential]').first()
  await first.focus()
  await page.keyboard.press('End')
  const last = page.locator('[data-credential]').last()
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport({ ratio: 0.7 })
  await expect(page.getByRole('img', { name: /^From .+ to /u })).toBeInViewport({ ratio: 1 })
  await lookAt(page, 'timeline-200-end')
  await page.keyboard.press('Home')
  await expect(first).toBeInViewport({ ratio: 0.7 })

  await page.getByLabel('Show retired').uncheck()
  await expect(page.locator('[data-credential][data-state="retired"]')).toHaveCount(0)
  await expect(page.locator('[data-credential]').first()).toBeVisible()

  // The table finds what needs attention, sorts it, and exports it.
  const rows = page.getByRole('table').getByRole('row')
  await page.getByText('Table', { exact: true }).click()
  await page.getByRole('main').getByRole('searchbox', { name: 'Filter' }).fill('MERCHANT 01')
  await expect(page.getByRole('main').getByRole('link', { name: 'Merchant 01' }).first()).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Merchant 02' })).toHaveCount(0)
  await page.getByRole('main').getByRole('searchbox', { name: 'Filter' }).fill('')
  await page.getByLabel('Only problems').check()
  await page.getByRole('button', { name: 'Expires' }).click()
  await expect(page.getByRole('columnheader', { name: 'Expires' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows.nth(1)).toContainText('Expired')
  await page.getByRole('checkbox', { name: /^Select CN=m0-now/u }).check()
  await page.getByRole('checkbox', { name: /^Select CN=m0-next/u }).check()
  // A row half below the header would be too small a target.
  await page
    .getByRole('table')
    .locator('xpath=ancestor::*[@tabindex="0"]')
    .first()
    .evaluate((table) => table.scrollTo(0, 0))
  await lookAt(page, 'timeline-problems')
  const folder = test.info().outputPath('certificates')
  await mkdir(folder, { recursive: true })
  await answerOpenDialog(clavis.app, [folder])
  await page.getByRole('group', { name: 'Selected certificates' }).getByRole('button', { name: 'Export…' }).click()
  await expect(page.getByText('2 saved')).toBeVisible()
  expect(await readdir(folder)).toHaveLength(2)
  await expect(page.getByRole('group', { name: 'Selected certificates' })).toBeHidden()
})

/** Checks the print from the dark theme: it must be light, whole, and without the rest of the window. */
async function lookAtPrint(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print…' })).toBeHidden()
  const last = page.locator('[data-credential]').last()
  // Nothing scrolls: the document is as high as its rows.
  expect(await last.evaluate((bar) => bar.getBoundingClientRect().bottom > innerHeight)).toBe(true)
  expect(await last.evaluate((bar) => getComputedStyle(bar.closest('section') ?? bar).color)).toBe('rgb(23, 28, 32)')
  expect((await page.pdf({ preferCSSPageSize: true })).subarray(0, 5).toString()).toBe('%PDF-')
  await takePicture(page, name)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
}

/**
 * Creates fifty profiles with four certificates each: retired, retired or expired, active, and a successor that is
 * early, late or missing.
 */
function manyProfiles(): ProfileRecipe[] {
  const environments = ['production', 'client-testing', 'mock'] as const
  return Array.from({ length: 50 }, (_, index) => {
    const end = ((index * 37) % 400) - 20
    const start = end - 365
    const successor = end + [-60, -20, 0, 15, 45][index % 5]!
    const long = index % 7 === 0 ? ' for the settlement of card payments in the northern countries' : ''
    return {
      name: `Merchant ${String(index + 1).padStart(2, '0')}${long}`,
      environment: environments[index % 5 < 2 ? 0 : index % 5 < 4 ? 1 : 2],
      certificates: [
        { state: 'certificate-imported', name: `m${index}-next`, fromDay: successor, toDay: successor + 365 },
        { state: 'active', name: `m${index}-now`, fromDay: start, toDay: end },
        {
          state: 'retired',
          name: `m${index}-before`,
          fromDay: start - 330,
          toDay: start + 35,
          retiredOnDay: start + 5,
        },
        { state: 'retired', name: `m${index}-first`, fromDay: start - 700, toDay: start - 335 },
      ],
    }
  })
}
