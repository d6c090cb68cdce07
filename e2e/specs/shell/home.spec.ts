import { profilesIn, readTables, tablePath } from '../../fixtures/app/stored-tables.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { manyProfiles } from '../../fixtures/services/many-profiles.ts'
import { openPage, profileLink } from '../../fixtures/services/practice.ts'
import { writeStoredProfiles } from '../../fixtures/services/stored-profiles.ts'
import { recordedIpc, recordIpc } from '../../fixtures/window/ipc-record.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

test('Home: the window opens on all profiles, the most urgent first, and each leads to what is next', async ({
  clavis,
}) => {
  await writeStoredProfiles(clavis.dataFolder, manyProfiles())
  const page = await clavis.relaunch()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await expect(page.getByText('8 of 60 profiles need you this week')).toBeVisible()
  const table = page.getByRole('table', { name: 'Profiles' })
  const rows = table.getByRole('row')
  await expect(rows).toHaveCount(1 + 60)
  await lookAt(page, 'home-many')

  // Expired ones come first, then those of this week, then what has time, what is set up, and what was not tested yet.
  const names = table.getByRole('rowheader')
  await expect(names.nth(0)).toContainText('Merchant 01 Production')
  const first = rows.nth(1)
  await expect(first).toContainText(/The certificate expired \d+ days? ago/u)
  await expect(rows.nth(5)).toContainText(/Replace the certificate by/u)
  await expect(rows.nth(5)).toContainText(/\d days/u)
  await expect(rows.last()).toContainText('Get a token to verify the set-up')
  await expect(table.locator('[data-variant="filled"]')).toHaveCount(1)

  const filter = page.getByRole('searchbox', { name: 'Filter the table' })
  await filter.fill('07 production')
  await expect(names).toHaveText([/Merchant 07 Production/u])
  await filter.fill('nowhere')
  await expect(page.getByRole('main').getByRole('status')).toHaveText('No matching profiles')
  await filter.fill('03 prod')

  // By keyboard: the name leads to the profile, the button to the replacement.
  await filter.press('Tab')
  const tabs = page.getByRole('navigation', { name: 'Pages of Home' })
  await expect(tabs.getByRole('link', { name: 'Profiles' })).toBeFocused()
  await names.getByRole('link').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Merchant 03 Production' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('note', { name: 'Production', exact: true })).toContainText('Read-only')
  // A reload stays at a page; a start does not.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Merchant 03 Production' })).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Filter the table' }).fill('03 prod')
  await page.getByRole('button', { name: 'Replace… Merchant 03 Production' }).press('Enter')
  await expect(page).toHaveTitle(/^Replacement · Merchant 03 Production/u)

  await page.getByRole('link', { name: 'Home', exact: true }).click()
  for (const name of ['Certificate timeline', 'Replacements']) {
    await tabs.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Home')
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
    await lookAt(page, `home-${name.toLowerCase().replace(' ', '-')}`)
  }
})

test('Home: asks each question once at start, and nothing moves when the rows below the first picture are drawn', async ({
  clavis,
}) => {
  await writeStoredProfiles(clavis.dataFolder, [
    ...manyProfiles(),
    // Wider than all others, and drawn last.
    { name: 'The merchant with the longest name', environment: 'client-testing', certificates: [] },
  ])
  await clavis.relaunch()
  // Each warning that is due is noted with its profile, which the page hears of a moment later: the next start has none.
  await expect
    .poll(async () => {
      const profiles = profilesIn((await readTables(clavis.dataFolder)).get(tablePath('profiles')))
      return profiles.some(({ history }) => history.some(({ kind }) => kind === 'warned'))
    })
    .toBe(true)
  const page = await clavis.relaunch()
  const table = page.getByRole('table', { name: 'Profiles' })
  // What the page asks before it is loaded again would count twice.
  await expect(table.getByRole('row')).toHaveCount(1 + 61)
  await recordIpc(clavis.app)
  await page.addInitScript(watchTable)
  await page.reload()
  await expect(table.getByRole('row')).toHaveCount(1 + 61)
  // The parts that load last.
  await page.getByRole('button', { name: 'Go to…' }).click()
  await page.keyboard.press('Escape')
  const asked = (await recordedIpc(clavis.app)).flatMap(
    (message) => /^\S+ \[\["([a-z]+\.[A-Za-z]+)"/u.exec(message)?.[1] ?? [],
  )
  expect(asked).toEqual(expect.arrayContaining(['expiry.overview', 'health.list', 'profiles.list', 'lists.loaded']))
  expect(asked.filter((name, index) => asked.indexOf(name) !== index)).toEqual([])

  const places = await page.evaluate(() => (globalThis as WithPlaces).places ?? [])
  expect(new Set(places.map(({ place }) => place)).size).toBe(1)
  // Fewer than all, then all.
  expect([(places[0]?.rows ?? 0) < 40, places.at(-1)?.rows]).toEqual([true, 1 + 61])
})

interface WithPlaces {
  places?: { readonly rows: number; readonly place: string }[]
}

/** Notes where the table's columns, its first row and its end are, whenever its rows change. */
function watchTable(): void {
  const places: { rows: number; place: string }[] = []
  ;(globalThis as WithPlaces).places = places
  new MutationObserver(() => {
    const table = document.querySelector('main table')
    const rows = table?.querySelectorAll('tbody tr:not([aria-hidden])').length ?? 0
    if (table === null || places.at(-1)?.rows === 1 + rows) return
    const boxes = [...table.querySelectorAll('thead th, tbody tr:first-child'), table].map((each) =>
      JSON.stringify(each.getBoundingClientRect()),
    )
    places.push({ rows: 1 + rows, place: boxes.join(' ') })
  }).observe(document, { childList: true, subtree: true })
}

test('Home: columns give way in a narrow window, and tokens, failures and failed reports are there @core', async ({
  sharedClavis: { page },
}) => {
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  const table = page.getByRole('table', { name: 'Profiles' })
  await expect(table.getByRole('row')).toHaveCount(1 + 4)
  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Lists')
  await expect(page.getByRole('gridcell', { name: /^rep-\d+/u }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  const row = table.getByRole('row').filter({ hasText: 'Practice Client Testing' })
  await expect(row.getByRole('link', { name: /^\d+ failed reports$/u })).toBeVisible()
  await expect(table).toContainText('of 500 loaded so far')
  await lookAt(page, 'home')
  await page.setViewportSize({ width: 900, height: 800 })
  await expect(table.getByRole('columnheader', { name: 'Last failure' })).toHaveCount(0)
  await expect(table.getByRole('columnheader', { name: 'Certificate' })).toBeVisible()
  await row.getByRole('link', { name: /failed reports$/u }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Practice Client Testing' })).toBeVisible()
  await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
})

test('Sidebar: in a narrow window it is a rail with the profiles’ marks, large enough to hit', async ({
  sharedClavis: { page },
}) => {
  await page.setViewportSize({ width: 640, height: 420 })
  const sidebar = page.getByRole('complementary', { name: 'Profiles and places' })
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(56)
  const link = profileLink(page, 'Practice Production')
  await expect(link).toHaveText(/^PP/u)
  await lookAt(page, 'rail')
  for (const each of await sidebar.getByRole('link').or(sidebar.getByRole('button')).all()) {
    const box = await each.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24)
  }
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Practice Production' })).toBeVisible()
  await lookAt(page, 'rail-profile')
  await page.setViewportSize({ width: 1280, height: 840 })
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBeGreaterThan(200)
})
