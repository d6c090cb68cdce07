import { expect, test } from '../../fixtures/clavis-app.ts'
import { manyProfiles } from '../../fixtures/services/many-profiles.ts'
import { openHome } from '../../fixtures/services/practice.ts'
import { writeStoredProfiles } from '../../fixtures/services/stored-profiles.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

test('Sidebar: sixty profiles are filtered, grouped, sorted and collapsed, and the sidebar can be hidden', async ({
  clavis,
}) => {
  test.slow()
  const { page, dataFolder } = clavis
  await writeStoredProfiles(dataFolder, manyProfiles())
  const profiles = page.getByRole('navigation', { name: 'Profiles' })
  const links = profiles.getByRole('link', { name: /^Merchant/u })
  await expect(links).toHaveCount(60)
  const link = (name: string): typeof links => profiles.getByRole('link', { name })

  // By keyboard.
  await page.getByRole('button', { name: 'Go to…' }).focus()
  await page.keyboard.press('Tab')
  await expect(profiles.getByRole('link', { name: 'Home' })).toBeFocused()
  await page.keyboard.press('Tab')
  const filter = profiles.getByRole('searchbox', { name: 'Filter profiles' })
  await expect(filter).toBeFocused()
  await page.keyboard.type('07 production')
  await expect(links).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Merchant 07 Production' })).toBeVisible()
  await filter.fill('08 client testing')
  await expect(links).toHaveText([/^Merchant 08 CT/u])
  await filter.fill('nowhere')
  await expect(profiles.getByRole('status')).toHaveText('No matching profiles')
  await filter.press('Escape')
  await expect(filter).toHaveValue('')
  await expect(links).toHaveCount(60)

  const notice = page.getByRole('region', { name: 'Certificates that need attention' })
  const problems = page.getByRole('checkbox', { name: 'Only problems' })
  const certificates = page.getByRole('table').getByRole('checkbox', { name: /^Select CN=/u })
  // The most urgent one is named, and the others are on Home.
  await expect(notice).toContainText(/Merchant 0[12] (?:CT|Production).+The certificate expired/u)
  await notice.getByRole('link', { name: '15 more' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await openHome(page, 'Certificate timeline')
  await problems.check()
  await page.getByText('Table', { exact: true }).click()
  await expect(certificates).toHaveCount(16)
  await lookAt(page, 'notice-many')
  await problems.uncheck()
  await expect(certificates).toHaveCount(40)

  // Days left are a word, and in color only if they need attention.
  const marks = { '01': 'expired', '03': '5 d', '07': '60 d', '09': /^\d{3} d$/u }
  for (const [merchant, word] of Object.entries(marks)) {
    const mark = link(`Merchant ${merchant} Production`).getByText(word, { exact: true })
    await expect(mark).toBeVisible()
    await expect(link(`Merchant ${merchant} Production`).locator('[data-tone]')).toHaveCount(merchant === '09' ? 0 : 1)
  }
  await lookAt(page, 'sidebar-many')

  const arrange = async (choice: string): Promise<void> => {
    await page.getByRole('button', { name: 'Group and sort profiles' }).click()
    await page.getByRole('menuitemradio', { name: choice }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await profiles.getByRole('button', { name: 'Production', exact: true }).press('Enter')
  await expect(links).toHaveCount(40)
  // What is folded still warns.
  await expect(profiles.getByText(/^Merchant 0[12] Production: Expired/u)).toBeAttached()
  await profiles.getByRole('button', { name: 'Production', exact: true }).press('Enter')
  await expect(links).toHaveCount(60)
  await arrange('Merchant')
  await expect(profiles.getByRole('heading', { level: 2 })).toHaveCount(20)
  // Only the list scrolls, not the window.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  await arrange('Expiry')
  await expect(links.first()).toContainText(/Merchant 0[12]/u)
  await expect(links.first()).toContainText('expired')
  await profiles.getByRole('button', { name: 'Merchant 03' }).click()
  await expect(links).toHaveCount(57)
  await lookAt(page, 'sidebar-merchants')

  const main = page.getByRole('main')
  const widthOfMain = async (): Promise<number> => (await main.boundingBox())?.width ?? 0
  const before = await widthOfMain()
  await page.keyboard.press('ControlOrMeta+b')
  // A rail with the marks of all.
  await expect(links).toHaveCount(60)
  await expect.poll(async () => (await widthOfMain()) - before).toBeGreaterThan(150)
  await expect(link('Merchant 07 Production')).toHaveText(/^M0/u)
  await lookAt(page, 'sidebar-hidden')
  await page.reload()
  const show = page.getByRole('button', { name: 'Show sidebar' })
  await show.press('Enter')
  await expect(page.getByRole('button', { name: 'Hide sidebar' })).toBeFocused()
  // The choices were kept.
  await expect(links).toHaveCount(57)
})
