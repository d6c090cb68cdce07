import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { KeyTraces } from '../../../electron/credentials/key-traces.ts'
import { keyAccount } from '../../../electron/keychain/keychain.ts'
import { OsKeychain } from '../../../electron/keychain/os-keychain.ts'
import { Secret } from '../../../electron/keychain/secret.ts'
import { startPrivateSession, type PrivateSession } from '../../../electron/keychain/testing/private-session.ts'
import { ProfileStore } from '../../../electron/profiles/store/profile-store.ts'
import { Database } from '../../../electron/store/database.ts'
import { expect, startClavis, test, type ClavisApp } from '../../fixtures/clavis-app.ts'
import { usableProduction } from '../../fixtures/launch.ts'
import { answerQuestions, askedQuestions } from '../../fixtures/window/dialogs.ts'
import { lookAtBothThemes } from '../../fixtures/window/screens.ts'

// With its own keyring: the page lists all of Clavis's keys, and other specs leave some in theirs.

let session: PrivateSession

/** Starts an app with that keyring for a test. @param fill fills its data folder first */
async function withOwnKeyring(
  work: (clavis: ClavisApp) => Promise<void>,
  fill?: (dataFolder: string) => Promise<void>,
): Promise<void> {
  const names = ['DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'XDG_DATA_HOME']
  const ownKeyring = Object.fromEntries(names.map((name) => [name, session.env[name] ?? '']))
  const moreVariables = { ...usableProduction, ...ownKeyring }
  const { clavis, end } = await startClavis({ moreVariables, ...(fill && { fill }) })
  try {
    await work(clavis)
  } finally {
    await end()
  }
}

test.beforeAll(async () => {
  session = await startPrivateSession('unlocked')
})
test.afterAll(async () => {
  await session.end()
})

/** Leaves a profile, its key whose creation was interrupted, and an unknown key. */
async function leaveKeysBehind(folder: string, interrupted: string, unknown: string): Promise<void> {
  const database = new Database({ folder })
  const profiles = new ProfileStore({ database, now: Date.now, newId: randomUUID })
  const settings = { ...defaultProfileSettings('jwt'), clientId: 'acme', tokenUrl: 'https://auth.example.com/token' }
  const profile = await profiles.create({ ...settings, name: 'Acme', environment: 'production' }, { practice: false })
  const keychain = new OsKeychain({ database, env: session.env })
  for (const keyId of [interrupted, unknown]) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    await keychain.write(keyAccount(keyId), Secret.fromBytes(privateKey.export({ type: 'pkcs8', format: 'der' })))
  }
  const traces = new KeyTraces({ database, now: Date.now })
  await traces.begin([interrupted], profile, 'create')
  await traces.leave([interrupted])
  await database.end()
}

test('Key recovery: orphaned keys are found, attached and deleted, after confirmation in main @core', async () => {
  const [interrupted, unknown] = [randomUUID(), randomUUID()]
  const work = async (clavis: ClavisApp): Promise<void> => {
    const { page } = clavis
    await expect(page.getByText('An operation with a private key was interrupted.')).toBeVisible()
    await page.getByRole('button', { name: 'Check keys' }).click()
    await expect(page.getByRole('heading', { name: 'Key recovery' })).toBeVisible()

    const row = (keyId: string) => page.locator(`[data-key="${keyId}"]`)
    await expect(row(interrupted)).toContainText('Created for “Acme”')
    await expect(row(unknown)).toContainText('Unassigned')
    await lookAtBothThemes(page, 'recovery')

    await answerQuestions(clavis.app, false)
    await row(unknown).getByRole('button', { name: 'Delete…' }).click()
    await expect.poll(() => askedQuestions(clavis.app)).toMatchObject([{ message: 'Delete this private key?' }])
    await expect(row(unknown)).toBeVisible()

    await answerQuestions(clavis.app, true)
    await row(unknown).getByRole('button', { name: 'Delete…' }).click()
    await expect(row(unknown)).toHaveCount(0)
    await row(interrupted).getByRole('button', { name: 'Attach to profile…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Attach key to a profile' })
    await expect(dialog.getByRole('combobox', { name: 'Profile' })).toHaveValue('Acme (Production)')
    await lookAtBothThemes(page, 'recovery-attach')
    await dialog.getByRole('button', { name: 'Attach key' }).click()
    await expect(page.getByText('All keys are assigned')).toBeVisible()
    await expect(page.getByText('An operation with a private key was interrupted.')).toBeHidden()
    expect((await askedQuestions(clavis.app)).map(({ buttons }) => buttons[0])).toEqual(['Delete key', 'Attach key'])
    await lookAtBothThemes(page, 'recovery-empty')
    // In a low window the page scrolls, and nothing around it.
    await page.setViewportSize({ width: 900, height: 320 })
    const around = page.getByRole('main')
    expect(await around.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)

    await new OsKeychain({ database: new Database({ folder: clavis.dataFolder }), env: session.env }).remove(
      keyAccount(interrupted),
    )
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(row(interrupted)).toContainText('Missing')
    await row(interrupted).getByRole('button', { name: 'View credential' }).click()
    await expect(page.getByRole('heading', { name: 'Credentials', exact: true })).toBeVisible()
  }
  await withOwnKeyring(work, (dataFolder) => leaveKeysBehind(dataFolder, interrupted, unknown))
})

test('Key recovery: opens from settings and palette, and says how to fix an unavailable keychain', async () => {
  await withOwnKeyring(async ({ page }) => {
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Key recovery' }).click()
    await expect(page.getByText('All keys are assigned')).toBeVisible()
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { name: 'Key recovery' })).toBeHidden()
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox')).toBeFocused()
    await page.keyboard.type('keychain')
    await page.getByRole('option', { name: 'Key recovery' }).click()
    await expect(page.getByText('All keys are assigned')).toBeVisible()

    // An unavailable keychain: the command to run is shown as code, with a copy button.
    const { keyring } = session
    if (keyring === undefined) throw new Error('The session has no keyring.')
    const gone = once(keyring, 'exit')
    keyring.kill('SIGKILL')
    // While the bus still knows it, the error is that it stopped, without a command.
    await gone
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('alert')).toContainText('gnome-keyring-daemon --replace --unlock')
    await lookAtBothThemes(page, 'recovery-error')
    await page.getByRole('button', { name: 'Copy command' }).click()
    await expect(page.getByLabel('Copied')).toBeVisible()
    await session.restartKeyring()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('All keys are assigned')).toBeVisible()
  })
})
