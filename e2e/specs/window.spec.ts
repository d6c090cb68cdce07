import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixtures/clavis-app.ts'
import { runCommand } from '../fixtures/command-line.ts'
import { openPage, profileLink, setUpPractice } from '../fixtures/practice.ts'

test('the window opens on an empty app with one button that shows it all work', async ({ clavis }) => {
  await expect(clavis.page).toHaveTitle(/Clavis/u)
  await expect(clavis.page.getByRole('button', { name: 'Try it with the practice service' })).toBeVisible()
})

test('what the command line changes is seen in the window, which has profiles or has none yet', async ({ clavis }) => {
  const { dataFolder } = clavis
  const file = join(dataFolder, 'profiles-to-import.json')
  const importProfile = async (name: string): Promise<void> => {
    const of = 'https://service.example'
    const profile = { name, environment: 'mock', clientId: 'acme', clientAuthentication: 'client_secret_basic' }
    const addresses = { apiBaseUrl: of, reportsBaseUrl: of, tokenUrl: `${of}/token` }
    await writeFile(file, JSON.stringify({ clavis: 1, profiles: [{ ...profile, ...addresses }] }))
    const { code, err } = await runCommand(dataFolder, '', ['profile', 'import', file])
    expect({ code, err }).toEqual({ code: 0, err: '' })
  }
  await expect(clavis.page.getByRole('button', { name: 'Try it with the practice service' })).toBeVisible()
  await importProfile('Acme')
  await expect(profileLink(clavis.page, 'Acme')).toBeVisible()
  const page = await clavis.relaunch()
  await expect(profileLink(page, 'Acme')).toBeVisible()
  // What the start reads by itself is read by then: the change alone is what is seen.
  await page.waitForTimeout(4000)
  await importProfile('Beta')
  await expect(profileLink(page, 'Beta')).toBeVisible({ timeout: 2000 })
})

test('a link to the page that is shown adds nothing to what Back goes through', async ({ clavis }) => {
  const { page } = clavis
  await setUpPractice(page)
  await profileLink(page, 'Practice Mock').click()
  await openPage(page, 'Overview')
  for (const name of ['Token', 'Lists', 'Lists', 'Activity', 'Activity'] as const) await openPage(page, name)
  await profileLink(page, 'Practice Mock').click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  for (const address of [/activity$/u, /lists/u, /token$/u, /overview$/u]) {
    await page.goBack()
    await expect(page).toHaveURL(address)
  }
})
