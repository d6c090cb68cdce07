import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { keyAccount } from '../../../electron/keychain/keychain.ts'
import { OsKeychain } from '../../../electron/keychain/os-keychain.ts'
import { Database } from '../../../electron/store/database.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall, openPage, profileLink } from '../../fixtures/services/practice.ts'
import { answerOpenDialog, answerQuestions, answerSaveDialog, askedQuestions } from '../../fixtures/window/dialogs.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

const passphrase = 'sturdy violin crater moss'

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
}

async function backUpAll(page: Page): Promise<void> {
  await openSettings(page)
  await page.getByRole('button', { name: 'Back up…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Back up profiles' })
  await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await dialog.getByLabel('Confirm passphrase').fill(passphrase)
  await dialog.getByRole('button', { name: 'Back up…' }).click()
}

test('Backup: profiles are saved to an encrypted file and restored with keys that get tokens', async ({
  practisedClavis,
}) => {
  test.slow()
  const { page, app, dataFolder } = practisedClavis
  const file = join(dataFolder, 'mine.clavis-backup')
  await openSettings(page)
  await page.getByRole('button', { name: 'Back up…' }).click()
  const create = page.getByRole('dialog', { name: 'Back up profiles' })
  const submit = create.getByRole('button', { name: 'Back up…' })
  await create.getByLabel('Passphrase', { exact: true }).fill('too short')
  await expect(create.getByRole('status')).toHaveText('Use at least 12 characters, best five or six unrelated words.')
  await create.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await expect(create.getByRole('status')).toHaveText('Strong.')
  await create.getByRole('button', { name: 'Suggest a passphrase' }).click()
  await expect(create.getByLabel('Confirm passphrase')).toHaveValue(/^(?:[a-z-]+ ){5}[a-z-]+$/u)
  await expect(create.getByRole('status')).toHaveText('Strong.')
  await lookAt(page, 'backup-suggested')
  await create.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await create.getByLabel('Confirm passphrase').fill('sturdy violin')
  await expect(create.getByText('Passphrases don’t match.')).toBeVisible()
  await expect(submit).toBeDisabled()
  await lookAt(page, 'backup-create')
  await create.getByLabel('Confirm passphrase').fill(passphrase)
  await answerSaveDialog(app, file)
  await answerQuestions(app, false)
  await submit.click()
  await expect
    .poll(async () => (await askedQuestions(app))[0]?.message)
    .toBe('Write the keys of a Production profile to a file?')
  await expect(submit).toBeEnabled()
  await answerQuestions(app, true)
  await submit.click()
  await expect(page.getByText('4 profiles, 3 keys and 1 client secret.')).toBeVisible()
  await expect(page.getByText(/^Last backup: [^.]*\.$/u)).toBeVisible()
  expect(await readFile(file, 'utf8')).not.toContain('Practice')

  // As on a computer that has neither the profile nor its key.
  const profiles = await bridgeCall(page, 'profiles.list', undefined)
  const all = profiles.ok ? (profiles.value as { id: string; name: string }[]) : []
  const idOf = (name: string): string => all.find((profile) => profile.name === name)?.id ?? ''
  const production = idOf('Practice Production')
  await bridgeCall(page, 'profiles.remove', { profileId: idOf('Practice Client Testing'), destroySecrets: true })

  await answerOpenDialog(app, [file])
  await page.getByRole('button', { name: 'Restore…' }).click()
  const restore = page.getByRole('dialog', { name: 'Restore backup' })
  await restore.getByLabel('Passphrase', { exact: true }).fill('sturdy violin crater mass')
  await restore.getByRole('button', { name: 'Open' }).click()
  await expect(restore.getByRole('alert')).toContainText('Wrong passphrase.')
  await lookAt(page, 'backup-wrong-passphrase')
  await restore.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await restore.getByRole('button', { name: 'Open' }).click()
  await expect(restore.getByText('Not on this computer.')).toHaveCount(1)
  await expect(restore.getByText('Already on this computer, identical.')).toHaveCount(3)
  await expect(restore.getByText(/^(?:http:\/\/)?127\.0\.0\.1:/u)).toHaveCount(4)
  await lookAt(page, 'backup-preview')
  await restore.getByRole('button', { name: 'Restore 1 profile' }).click()
  await expect(restore.getByText('Restored with 1 key')).toBeVisible()
  await lookAt(page, 'backup-restored')
  await restore.getByRole('button', { name: 'Close' }).click()

  await profileLink(page, 'Practice Client Testing').click()
  await openPage(page, 'Token')
  await page.getByRole('button', { name: 'Get a token' }).click()
  await expect(page.getByText('Active', { exact: true })).toBeVisible()

  // Replaces a Production profile that differs, after confirmation in main.
  const stored = await bridgeCall(page, 'profiles.list', undefined)
  const before = stored.ok ? (stored.value as { id: string; revision: number }[]) : []
  const now = before.find(({ id }) => id === production)
  if (now === undefined) throw new Error('no Production profile')
  await profileLink(page, 'Practice Production').click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Practice live')
  await answerQuestions(app, true)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(profileLink(page, 'Practice live')).toBeVisible()
  await openSettings(page)
  await page.getByRole('button', { name: 'Restore…' }).click()
  await restore.getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await restore.getByRole('button', { name: 'Open' }).click()
  await restore.getByRole('combobox', { name: /Practice Production/u }).selectOption('Replace')
  await restore.getByRole('combobox', { name: /Practice Mock/u }).selectOption('Keep both')
  await expect(restore.getByRole('note', { name: 'Production' })).toBeVisible()
  const confirm = restore.getByRole('button', { name: 'Restore 2 profiles' })
  await lookAt(page, 'backup-replace')
  await answerQuestions(app, false)
  await confirm.click()
  await expect
    .poll(async () => (await askedQuestions(app))[0]?.detail)
    .toContain('Name: Practice live → Practice Production')
  await expect(confirm).toBeEnabled()
  await answerQuestions(app, true)
  await confirm.click()
  await expect(restore.getByText('Replaced with 1 key')).toBeVisible()
  await restore.getByRole('button', { name: 'Close' }).click()
  await expect(profileLink(page, 'Practice Production')).toBeVisible()
  await expect(profileLink(page, 'Practice Mock 2')).toBeVisible()
})

test('Restore: reports a truncated file before it asks for anything', { tag: '@soak' }, async ({ practisedClavis }) => {
  const { page, app, dataFolder } = practisedClavis
  const file = join(dataFolder, 'mine.clavis-backup')
  await answerSaveDialog(app, file)
  await answerQuestions(app, true)
  await backUpAll(page)
  await expect(page.getByText(/^4 profiles, 3 keys/u)).toBeVisible()
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.slice(0, text.length / 2))
  await answerOpenDialog(app, [file])
  await page.getByRole('button', { name: 'Restore…' }).click()
  await expect(page.getByRole('dialog', { name: 'Couldn’t open the backup' })).toContainText(
    'it was truncated or changed',
  )
  await lookAt(page, 'backup-damaged')
})

test('Backup: a key missing from the keychain is named, and left out after confirmation @core', async ({
  practisedClavis,
}) => {
  const { page, app, dataFolder } = practisedClavis
  const answer = await bridgeCall(page, 'profiles.list', undefined)
  const profiles = answer.ok ? (answer.value as { id: string; name: string }[]) : []
  const profileId = profiles.find(({ name }) => name === 'Practice Legacy')?.id ?? ''
  const made = await bridgeCall(page, 'credentials.createKey', { profileId, keySize: 2048 })
  const { id } = made.ok ? (made.value as { id: string }) : { id: '' }
  await new OsKeychain({ database: new Database({ folder: dataFolder }) }).remove(keyAccount(id))

  await answerSaveDialog(app, join(dataFolder, 'mine.clavis-backup'))
  await answerQuestions(app, true)
  await backUpAll(page)
  const dialog = page.getByRole('dialog', { name: 'Back up profiles' })
  await expect(dialog.getByRole('alert')).toContainText(
    '1 entry is missing or damaged in the keychain: Practice Legacy: RSA 2048 key',
  )
  await expect(dialog.getByRole('button', { name: 'Back up…' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: 'Back up without this key' }).scrollIntoViewIfNeeded()
  await lookAt(page, 'backup-missing-key')
  await dialog.getByRole('checkbox', { name: 'Back up without this key' }).check()
  await dialog.getByRole('button', { name: 'Back up…' }).click()
  await expect(page.getByText(/Not included: Practice Legacy: RSA 2048 key/u)).toBeVisible()
})
