import { generateKeyPairSync, sign } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import packageFile from '../../../package.json' with { type: 'json' }
import type { RunningClavis } from '../../fixtures/app/launched-clavis.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { openPage, profileLink } from '../../fixtures/services/practice.ts'
import { holdCalls } from '../../fixtures/window/held-calls.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

/** Chooses an entry of the window's menu. */
function choose({ app }: RunningClavis, wanted: string): Promise<void> {
  return app.evaluate(({ Menu }, name) => {
    const items = Menu.getApplicationMenu()?.items ?? []
    const find = (entries: readonly Electron.MenuItem[]): Electron.MenuItem | undefined =>
      entries.find(({ label }) => label === name) ??
      entries
        .map(({ submenu }) => (submenu ? find(Array.isArray(submenu) ? submenu : submenu.items) : undefined))
        .find(Boolean)
    find(items)?.click()
  }, wanted)
}

test('About: opens from menu, palette and settings, and shows versions and licenses @core', async ({ clavis }) => {
  const { page, dataFolder } = clavis
  const dialog = page.getByRole('dialog', { name: 'About Clavis' })
  await expect(async () => {
    await choose(clavis, 'About Clavis')
    await expect(dialog).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(dialog.getByText(packageFile.version, { exact: true })).toBeVisible()
  await expect(dialog.getByText(packageFile.devDependencies.electron, { exact: true })).toBeVisible()
  await expect(dialog.getByText(dataFolder)).toBeVisible()
  await expect(dialog.getByText('Clavis doesn’t check for updates.')).toBeVisible()
  await lookAt(page, 'about')
  await dialog.getByRole('button', { name: 'Copy diagnostics' }).click()
  await expect
    .poll(() => clavis.app.evaluate(({ clipboard }) => clipboard.readText()))
    .toContain(`Clavis ${packageFile.version}, Electron`)
  const react = dialog
    .getByRole('group')
    .filter({ hasText: `react ${packageFile.dependencies.react} · MIT` })
    .last()
  await react.getByText('· MIT').click()
  await expect(react.getByText('Copyright (c) Meta Platforms')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('about')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Version details' }).click()
  await expect(dialog).toBeVisible()
})

test('Help: opens from the menu, by keys and beside what it explains', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  for (const key of ['?', 'F1']) {
    await page.keyboard.press(key)
    await expect(shortcuts.getByText('command palette: pages, profiles, lists, actions')).toBeVisible()
    if (key === '?') await lookAt(page, 'shortcuts')
    await page.keyboard.press('Escape')
    await expect(shortcuts).toBeHidden()
  }
  await choose(sharedClavis, 'Terms')
  await expect(page.getByRole('dialog', { name: 'Terms' })).toContainText('Service document, section 4.1.')
  await page.keyboard.press('Escape')

  await profileLink(page, 'Practice Client Testing').click()
  for (const [keys, name] of [
    ['ControlOrMeta+2', 'Credentials'],
    ['ControlOrMeta+5', 'Requests'],
    ['Alt+ArrowLeft', 'Credentials'],
  ] as const) {
    await page.keyboard.press(keys)
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  await page.getByRole('button', { name: 'About: Key ID (kid)' }).hover()
  await expect(page.getByRole('tooltip')).toContainText('Service document, section 2.')
  await page.keyboard.press('ControlOrMeta+,')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()

  await profileLink(page, 'Practice Client Testing').click()
  // Behind the help, the table has no columns yet, and is accessible all the same.
  const letColumnsCome = await holdCalls(sharedClavis.app, 'lists.constantColumns')
  await openPage(page, 'Lists')
  await page.getByRole('button', { name: 'Filter syntax' }).click()
  await expect(page.getByRole('dialog', { name: 'Filter syntax' })).toContainText('amount:1000..90000')
  await lookAt(page, 'filter-syntax')
  await letColumnsCome()
})

test('About: asks the signed feed that the data folder names', async ({ clavis }) => {
  const { page, dataFolder } = clavis
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const feed = JSON.stringify({ version: '99.0.0', url: 'https://releases.example/99' })
  const signature = sign(null, Buffer.from(feed), privateKey).toString('base64')
  const server = createServer(({ url }, response) => response.end(url === '/clavis.json' ? feed : signature))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/clavis.json`
    const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    await writeFile(join(dataFolder, 'updates.json'), JSON.stringify({ feed: address, publicKey: key }))
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox').fill('about')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Version 99.0.0 is available' })).toBeVisible()
  } finally {
    server.close()
  }
})
