import { generateKeyPairSync, sign } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import packageFile from '../../../package.json' with { type: 'json' }
import { expect, test, type ClavisApp } from '../../fixtures/clavis-app.ts'
import { lookAt } from '../../fixtures/screens.ts'

/** Chooses “About Clavis” in the window's menu. */
function chooseAbout({ app }: ClavisApp): Promise<void> {
  return app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items ?? []
    const find = (entries: readonly Electron.MenuItem[]): Electron.MenuItem | undefined =>
      entries.find(({ label }) => label === 'About Clavis') ??
      entries
        .map(({ submenu }) => (submenu ? find(Array.isArray(submenu) ? submenu : submenu.items) : undefined))
        .find(Boolean)
    find(items)?.click()
  })
}

test('About is reached from the menu, the palette and the settings, and shows versions and licenses', async ({
  clavis,
}) => {
  const { page, dataFolder } = clavis
  const dialog = page.getByRole('dialog', { name: 'About Clavis' })
  await expect(async () => {
    await chooseAbout(clavis)
    await expect(dialog).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(dialog.getByText(packageFile.version, { exact: true })).toBeVisible()
  await expect(dialog.getByText(packageFile.devDependencies.electron, { exact: true })).toBeVisible()
  await expect(dialog.getByText(dataFolder)).toBeVisible()
  await expect(dialog.getByText('Clavis doesn’t check for updates.')).toBeVisible()
  await lookAt(page, 'about')
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

test('a signed feed that the data folder names is asked when About opens', async ({ clavis }) => {
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
