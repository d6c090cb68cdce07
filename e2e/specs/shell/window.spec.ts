import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { runCommand } from '../../fixtures/command-line.ts'
import { root } from '../../fixtures/launch.ts'
import { openPage, profileLink } from '../../fixtures/services/practice.ts'
import { desktopShows, recordDesktop } from '../../fixtures/window/desktop.ts'

/** Imports a profile with the command line. */
async function importProfile(dataFolder: string, name: string): Promise<void> {
  const file = join(dataFolder, 'profiles-to-import.json')
  const of = 'https://service.example'
  const profile = { name, environment: 'mock', clientId: 'acme', clientAuthentication: 'client_secret_basic' }
  const addresses = { apiBaseUrl: of, reportsBaseUrl: of, tokenUrl: `${of}/token` }
  await writeFile(file, JSON.stringify({ clavis: 1, profiles: [{ ...profile, ...addresses }] }))
  const { code, err } = await runCommand(dataFolder, '', ['profile', 'import', file])
  expect({ code, err }).toEqual({ code: 0, err: '' })
}

test('Window: opens on an empty app with one button for practice, and follows the command line @core', async ({
  clavis,
}) => {
  const { page, dataFolder } = clavis
  await expect(page).toHaveTitle(/Clavis/u)
  await expect(page.getByRole('button', { name: 'Try the practice service' })).toBeVisible()
  await importProfile(dataFolder, 'Acme')
  await expect(profileLink(page, 'Acme')).toBeVisible()
})

test.describe(() => {
  test.use({ moreVariables: { CLAVIS_HOST_READY_TO_SHOW: 'never' } })

  test('Window: appears if the system never says that its page is drawn', async ({ clavis }) => {
    const isVisible = (): Promise<boolean> =>
      clavis.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false)
    await expect.poll(isVisible).toBe(true)
  })
})

test('Window: its first file is at most 330 kB', async () => {
  const folder = join(root, 'out', 'renderer')
  const [, first = ''] =
    /<script [^>]*src="\.\/([^"]+)"/u.exec(await readFile(join(folder, 'index.html'), 'utf8')) ?? []
  expect((await stat(join(folder, first))).size).toBeLessThan(330_000)
})

test('Window: shows changes by the command line when it has profiles @core', async ({ sharedClavis }) => {
  const { app, page, dataFolder } = sharedClavis
  // The first check for warnings is the last thing that the start reads: after it, only the change causes updates.
  await recordDesktop(app)
  await expect(async () => {
    await app.evaluate(({ powerMonitor }) => powerMonitor.emit('resume'))
    expect((await desktopShows(app)).badge).toBe(1)
  }).toPass()
  await importProfile(dataFolder, 'Acme')
  await expect(profileLink(page, 'Acme')).toBeVisible()
})

test('Window: a link to the current page adds nothing to the history', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  await profileLink(page, 'Practice Mock').click()
  await openPage(page, 'Overview')
  for (const name of ['Token', 'Lists', 'Lists', 'Requests', 'Requests'] as const) await openPage(page, name)
  await profileLink(page, 'Practice Mock').click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  for (const address of [/requests$/u, /lists/u, /token$/u, /overview$/u]) {
    await page.goBack()
    await expect(page).toHaveURL(address)
  }
})
