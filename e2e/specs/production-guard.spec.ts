import type { Page } from 'playwright/test'
import { expect, test } from '../fixtures/clavis-app.ts'
import { bridgeCall, openPage, profileLink, setUpPractice } from '../fixtures/practice.ts'
import { lookAt } from '../fixtures/screens.ts'

const name = 'Practice Production'

async function fill(page: Page, typed: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(`Type “${name}” to confirm`).fill(typed)
}

test('a Production profile is told on every page and in every dialog, and asks for its name', async ({ clavis }) => {
  test.slow()
  const { page } = clavis
  await setUpPractice(page)
  await profileLink(page, name).click()
  const strip = page.getByRole('main').getByRole('note', { name: 'Production', exact: true })
  const sign = page.getByRole('dialog').getByRole('note', { name: 'Production profile' })
  for (const pageName of ['Overview', 'Credentials', 'Token', 'Lists', 'Activity'] as const) {
    await openPage(page, pageName)
    await expect(strip).toContainText('Production')
  }

  // Changing what the service knows it by asks once; thinking better of it saves nothing.
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(strip).toBeVisible()
  const clientId = page.getByRole('textbox', { name: 'Client ID' })
  await clientId.fill('another-client')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const change = page.getByRole('dialog', { name: `Change ${name}?` })
  await expect(change).toContainText('Changing its client ID while a credential is active can stop its tokens at once.')
  await expect(sign).toBeVisible()
  await expect(change.getByRole('button', { name: 'Save changes' })).toBeDisabled()
  await lookAt(page, 'guard-change')
  await change.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('Its name has to be typed.')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await fill(page, name)
  await change.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('another-client').first()).toBeVisible()

  await openPage(page, 'Credentials')
  await page.getByRole('button', { name: 'New key' }).click()
  await expect(sign).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save for the portal…' }).click()
  await expect(sign).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^More for CN=/u }).click()
  await page.getByRole('menuitem', { name: 'Retire…' }).click()
  await expect(sign).toBeVisible()
  const retire = page.getByRole('dialog').getByRole('button', { name: 'Retire' })
  await fill(page, 'Practice production')
  await expect(retire).toBeDisabled()
  await fill(page, name)
  await lookAt(page, 'guard-retire')
  await retire.click()
  await expect(page.getByRole('article')).toContainText('Retired')

  // Main refuses by itself, whatever the page lets through.
  const profiles = await bridgeCall(page, 'profiles.list', undefined)
  const all = profiles.ok ? (profiles.value as { id: string; name: string }[]) : []
  const profileId = all.find((profile) => profile.name === name)?.id ?? ''
  expect(await bridgeCall(page, 'profiles.remove', { profileId, destroySecrets: true })).toMatchObject({
    ok: false,
    error: { code: 'name-not-typed' },
  })

  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await expect(sign).toBeVisible()
  await lookAt(page, 'guard-delete')
  await fill(page, name)
  await page.getByRole('button', { name: 'Delete profile' }).click()
  await expect(profileLink(page, name)).toHaveCount(0)
  await profileLink(page, 'Practice Client Testing').click()
  await expect(strip).toHaveCount(0)
})

test('the practice profiles go in one step, the Production one with them', async ({ clavis }) => {
  const { page } = clavis
  await setUpPractice(page)
  expect(await bridgeCall(page, 'practice.tearDown', undefined)).toMatchObject({ ok: true })
  await expect(profileLink(page, name)).toHaveCount(0)
})
