import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright/test'
import type { Profile } from '#shared/profiles/profile.ts'
import { expect, test, type ClavisApp } from '../../fixtures/clavis-app.ts'
import { bridgeCall, openPage, profileLink } from '../../fixtures/services/practice.ts'
import { answerOpenDialog, answerQuestions, askedQuestions } from '../../fixtures/window/dialogs.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

const name = 'Practice Production'

async function fill(page: Page, typed: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Type the profile’s name to confirm').fill(typed)
}

async function productionProfile(page: Page): Promise<Profile> {
  const profiles = await bridgeCall(page, 'profiles.list', undefined)
  const found = (profiles.ok ? (profiles.value as Profile[]) : []).find((profile) => profile.name === name)
  if (found === undefined) throw new Error('no Production profile')
  return found
}

/** Returns main's last question as one text. */
async function lastQuestion(app: ClavisApp['app']): Promise<string> {
  const asked = await askedQuestions(app)
  const { message, detail, buttons } = asked.at(-1) ?? { message: 'nothing', detail: '', buttons: [] }
  return [message, detail, buttons.join(' | ')].join('\n')
}

test('Production profile: is marked on every page and dialog, and changing it needs confirmation in main @core', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page, app } = sharedClavis
  await profileLink(page, name).click()
  const sign = page.getByRole('dialog').getByRole('note', { name: 'Production profile' })
  for (const pageName of ['Overview', 'Credentials', 'Token', 'Lists', 'Requests'] as const) {
    await openPage(page, pageName)
    // The strip is for real ones: a practice profile says what it is, without alarm.
    await expect(page.getByRole('main').locator('header').first()).toContainText('PracticeProduction')
  }

  // Cancelling main's question stays on the page with the typed text, without an error.
  await page.getByRole('button', { name: 'Edit' }).click()
  const clientId = page.getByRole('textbox', { name: 'Client ID' })
  await clientId.fill('another-client')
  await answerQuestions(app, false)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect
    .poll(() => lastQuestion(app))
    .toMatch(
      new RegExp(
        `^Change a Production profile\\?\nProfile: ${name}\nClient ID: .+ → another-client\nSave changes \\| Cancel$`,
        'u',
      ),
    )
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled()
  await expect(clientId).toHaveValue('another-client')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await lookAt(page, 'guard-cancelled')
  await answerQuestions(app, true)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('another-client').first()).toBeVisible()

  await openPage(page, 'Credentials')
  await page.getByRole('button', { name: 'Export for portal…' }).click()
  await expect(sign).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^More actions for CN=/u }).click()
  // Retiring is asked once, by main.
  await answerQuestions(app, false)
  await page.getByRole('menuitem', { name: 'Retire…' }).click()
  await expect.poll(() => lastQuestion(app)).toContain('Retire this credential of a Production profile')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await answerQuestions(app, true)
  await page.getByRole('button', { name: /^More actions for CN=/u }).click()
  await page.getByRole('menuitem', { name: 'Retire…' }).click()
  await expect(page.getByRole('article')).toContainText('Retired')
  expect(await askedQuestions(app)).toHaveLength(1)

  await page.getByRole('button', { name: `More actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await expect(sign).toBeVisible()
  await lookAt(page, 'guard-delete')
  // Before a profile is deleted, the page also asks for its name.
  const remove = page.getByRole('button', { name: 'Delete profile' })
  await fill(page, 'Practice production')
  await expect(remove).toBeDisabled()
  await fill(page, name)
  await remove.click()
  await expect.poll(() => lastQuestion(app)).toContain(`Delete a Production profile?\nProfile: ${name}`)
  await expect(profileLink(page, name)).toHaveCount(0)
  await profileLink(page, 'Practice Client Testing').click()
})

test('Production profile: a script in the page gets no token and no new address past main @core', async ({
  sharedClavis,
}) => {
  const { page, app } = sharedClavis
  const { id: profileId, practice, revision, createdAt, updatedAt, ...settings } = await productionProfile(page)
  const elsewhere = { ...settings, apiBaseUrl: 'https://evil.example.net', proxy: 'http://proxy.example.net:3128' }
  const cancelled = { ok: false, error: { code: 'not-confirmed' } }
  await answerQuestions(app, false)
  expect(await bridgeCall(page, 'profiles.update', { profileId, revision, settings: elsewhere })).toMatchObject(
    cancelled,
  )
  expect(await lastQuestion(app)).toContain('→ evil.example.net')
  expect(await lastQuestion(app)).toContain('Proxy: system → http://proxy.example.net:3128')
  expect(await bridgeCall(page, 'tokens.reveal', { profileId })).toMatchObject(cancelled)
  expect(await bridgeCall(page, 'tokens.copy', { profileId })).toMatchObject(cancelled)
  expect(await bridgeCall(page, 'profiles.remove', { profileId, destroySecrets: true })).toMatchObject(cancelled)
  expect(await productionProfile(page)).toMatchObject({ revision, apiBaseUrl: settings.apiBaseUrl })

  // Showing the token asks once, in main, and cancelling shows no error.
  await profileLink(page, name).click()
  await openPage(page, 'Token')
  await page.getByRole('button', { name: 'Get a token' }).click()
  await page.getByRole('button', { name: 'Reveal' }).click()
  await expect.poll(async () => (await askedQuestions(app)).length).toBe(5)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await answerQuestions(app, true)
  await page.getByRole('button', { name: 'Reveal' }).click()
  await expect(page.getByRole('group', { name: 'Access token' })).toBeVisible()
  expect(await askedQuestions(app)).toHaveLength(1)
})

test('Profile file: is previewed, and its proxy is kept only after confirmation on the page and in main @core', async ({
  sharedClavis,
}) => {
  const { page, app, dataFolder } = sharedClavis
  const proxy = 'http://proxy.example.net:3128'
  const entry = { environment: 'client-testing', clientId: 'acme', tokenUrl: 'https://auth.example.com/token', proxy }
  const certificateAuthorities = [await newAuthority(dataFolder)]
  const file = join(dataFolder, 'theirs.json')
  await writeFile(file, JSON.stringify({ clavis: 1, profiles: [{ name: 'First', ...entry, certificateAuthorities }] }))
  await answerOpenDialog(app, [file])
  await page.getByRole('link', { name: 'Settings' }).click()
  const open = async (): Promise<void> => page.getByRole('button', { name: 'Import profile file' }).click()
  await open()
  const preview = page.getByRole('dialog', { name: 'Import theirs.json' })
  await expect(preview).toContainText('auth.example.com')
  await expect(preview).toContainText(`${proxy} (left out)`)
  await expect(preview).toContainText('CN=Someone’s CA')
  await lookAt(page, 'import-preview')
  await preview.getByRole('button', { name: 'Import' }).click()
  await expect(page.getByText('Profile imported')).toBeVisible()
  const imported = await bridgeCall(page, 'profiles.list', undefined)
  expect((imported.ok ? (imported.value as Profile[]) : []).find((profile) => profile.name === 'First')).toMatchObject({
    proxy: 'system',
    certificateAuthorities: [],
  })

  await writeFile(file, JSON.stringify({ clavis: 1, profiles: [{ name: 'Second', ...entry, certificateAuthorities }] }))
  await page.getByRole('link', { name: 'Settings' }).click()
  await open()
  await preview.getByRole('checkbox', { name: 'Keep trusted CAs and proxies' }).check()
  await answerQuestions(app, false)
  await preview.getByRole('button', { name: 'Import' }).click()
  await expect.poll(() => lastQuestion(app)).toContain(`Proxy: ${proxy}`)
  await expect(preview.getByRole('alert')).toHaveCount(0)
  await answerQuestions(app, true)
  await preview.getByRole('button', { name: 'Import' }).click()
  await expect(profileLink(page, 'Second')).toBeVisible()
})

test('Practice profiles: are removed in one step, including the Production one', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  expect(await bridgeCall(page, 'practice.tearDown', undefined)).toMatchObject({ ok: true })
  await expect(profileLink(page, name)).toHaveCount(0)
})

/** Creates a CA certificate, PEM. */
async function newAuthority(folder: string): Promise<string> {
  const file = join(folder, 'someone.pem')
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '9', '-utf8', '-subj', '/CN=Someone’s CA'],
    ...['-keyout', join(folder, 'someone.key'), '-out', file],
  ])
  return readFile(file, 'utf8')
}
