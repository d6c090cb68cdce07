import { expect, test } from '../../fixtures/clavis-app.ts'
import { manyProfiles } from '../../fixtures/services/many-profiles.ts'
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
  const filter = profiles.getByRole('searchbox', { name: 'Filter profiles' })
  await expect(filter).toBeFocused()
  await page.keyboard.type('07 production')
  await expect(links).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Merchant 07 Production' })).toBeVisible()
  await filter.fill('08 client testing')
  await expect(links).toHaveText(['Merchant 08 CT'])
  await filter.fill('nowhere')
  await expect(profiles.getByRole('status')).toHaveText('No matching profiles')
  await filter.press('Escape')
  await expect(filter).toHaveValue('')
  await expect(links).toHaveCount(60)

  const notice = page.getByRole('region', { name: 'Certificates that need attention' })
  const counts = notice.getByRole('link', { name: '4 expired · 4 urgent · 8 soon' })
  const problems = page.getByRole('checkbox', { name: 'Only problems' })
  const rows = page.getByRole('table').getByRole('row')
  await counts.press('Enter')
  await expect(problems).toBeChecked()
  await expect(rows).toHaveCount(1 + 16)
  await lookAt(page, 'notice-many')
  await problems.uncheck()
  await expect(rows).toHaveCount(1 + 40)
  await counts.click()
  await expect(problems).toBeChecked()
  await expect(rows).toHaveCount(1 + 16)

  // Expired, urgent and soon: shapes and words differ, not only the colors.
  const marks = { '01': /^Expired/u, '03': '5 days left', '07': '60 days left' }
  const shapes: string[] = []
  for (const [merchant, name] of Object.entries(marks))
    shapes.push(await link(`Merchant ${merchant} Production`).getByRole('img', { name }).innerHTML())
  expect(new Set(shapes).size).toBe(3)
  await expect(link('Merchant 09 Production').getByRole('img')).toHaveCount(0)
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
  await expect(profiles.getByRole('img', { name: /^Merchant 0[12] Production: Expired/u })).toBeVisible()
  await profiles.getByRole('button', { name: 'Production', exact: true }).press('Enter')
  await expect(links).toHaveCount(60)
  await arrange('Merchant')
  await expect(profiles.getByRole('heading', { level: 2 })).toHaveCount(20)
  // Only the list scrolls, not the window.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
  await arrange('Expiry')
  await expect(links.first()).toContainText(/Merchant 0[12]/u)
  await expect(links.first().getByRole('img', { name: /^Expired/u })).toBeVisible()
  await profiles.getByRole('button', { name: 'Merchant 03' }).click()
  await expect(links).toHaveCount(57)
  await lookAt(page, 'sidebar-merchants')

  const main = page.getByRole('main')
  const widthOfMain = async (): Promise<number> => (await main.boundingBox())?.width ?? 0
  const before = await widthOfMain()
  await page.keyboard.press('ControlOrMeta+b')
  await expect(links).toHaveCount(0)
  expect((await widthOfMain()) - before).toBeGreaterThan(150)
  await lookAt(page, 'sidebar-hidden')
  await page.reload()
  const show = page.getByRole('button', { name: 'Show sidebar' })
  await show.press('Enter')
  await expect(page.getByRole('button', { name: 'Hide sidebar' })).toBeFocused()
  // The choices were kept.
  await expect(links).toHaveCount(57)
})
