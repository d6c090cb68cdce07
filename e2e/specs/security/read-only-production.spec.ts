import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import type { CallName } from '#shared/contract.ts'
import { mustCall, profileEndingIn } from '../../fixtures/certificates/certificates.ts'
import { expect, startClavis, test } from '../../fixtures/clavis-app.ts'
import { chosenRuntime, usableProduction } from '../../fixtures/launch.ts'
import { bridgeCall, openPage, profileLink } from '../../fixtures/services/practice.ts'
import { servedPage } from '../../fixtures/services/served-list.ts'
import { answerQuestions, askedQuestions } from '../../fixtures/window/dialogs.ts'
import { lookAtBothThemes } from '../../fixtures/window/screens.ts'

test.skip(chosenRuntime() === 'electron', 'Production is read-only only on the Chromium host.')

let requests = 0
let server: Server
let origin: string

test.beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1
    request.resume()
    response.setHeader('content-type', 'application/json')
    response.end(
      request.url?.startsWith('/token') === true
        ? '{"access_token":"t","token_type":"Bearer","expires_in":600}'
        : servedPage(undefined, { records: 3, pageSize: 3, recordOf: (id) => ({ id: `${id}` }) }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
test.afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** Creates a Production profile that works, with a snapshot. Returns the ids. */
async function createProduction(page: Page): Promise<Record<'profileId' | 'credentialId' | 'snapshotId', string>> {
  const { profileId, credentialId } = await profileEndingIn(page, 'Acme live', 200)
  const [made] = await mustCall(page, 'profiles.list', undefined)
  if (made === undefined) throw new Error('no profile')
  const { id, practice, revision, createdAt, updatedAt, ...settings } = made
  const addresses = { tokenUrl: `${origin}/token`, apiBaseUrl: origin, reportsBaseUrl: origin }
  await mustCall(page, 'profiles.update', {
    ...{ profileId, revision },
    settings: { ...settings, ...addresses, environment: 'production' },
  })
  const { datasetId } = await mustCall(page, 'lists.open', { profileId, list: 'reports', restart: false })
  await mustCall(page, 'lists.load', { datasetId, pages: 'all' })
  await mustCall(page, 'snapshots.keep', { datasetId, name: 'Monday' })
  const [snapshot] = await mustCall(page, 'snapshots.list', undefined)
  return { profileId, credentialId, snapshotId: snapshot?.id ?? '' }
}

test('Production profile: is read-only on Chromium until the person allows it, also for a script in the page @core', async () => {
  test.slow()
  const moreVariables: Record<string, string> = { ...usableProduction }
  const { clavis, end } = await startClavis({ moreVariables })
  try {
    await answerQuestions(clavis.app, true)
    const { profileId, credentialId, snapshotId } = await createProduction(clavis.page)
    delete moreVariables['CLAVIS_RUNTIME']
    const page = await clavis.relaunch()
    await answerQuestions(clavis.app, true)
    const stored = async (): Promise<unknown> => [
      await mustCall(page, 'profiles.list', undefined),
      await mustCall(page, 'credentials.list', { profileId }),
      await mustCall(page, 'credentials.history', { profileId }),
    ]
    const before = await stored()
    const requestsBefore = requests

    await profileLink(page, 'Acme live').click()
    await expect(page.getByRole('note', { name: 'Production', exact: true })).toContainText(
      'Read-only: Clavis runs on Chromium instead of Electron. Start with CLAVIS_RUNTIME=chromium to change or use it.',
    )
    await expect(page.getByRole('button', { name: 'Edit' })).toBeDisabled()
    await lookAtBothThemes(page, 'read-only-production')
    await openPage(page, 'Token')
    await expect(page.getByRole('button', { name: 'Get a token' })).toBeDisabled()
    await openPage(page, 'Credentials')
    await expect(page.getByRole('button', { name: 'Create key', exact: true })).toBeDisabled()
    await expect(page.getByText('CN=acme').first()).toBeVisible()
    await lookAtBothThemes(page, 'read-only-credentials')
    await openPage(page, 'Lists')
    await page.getByRole('button', { name: 'Load first page' }).click()
    await expect(page.getByText('“Acme live” is read-only')).toBeVisible()
    const { datasetId } = await mustCall(page, 'snapshots.open', { snapshotId })
    expect(await mustCall(page, 'lists.record', { datasetId, position: 0 })).toEqual({ text: '{"id":"0"}' })
    expect(await mustCall(page, 'expiry.timeline', undefined)).toHaveLength(1)

    const ofProfile = { profileId }
    const ofCredential = { profileId, credentialId }
    const attempts: readonly (readonly [CallName, unknown])[] = [
      ['tokens.get', { ...ofProfile, renew: true }],
      ['tokens.reveal', ofProfile],
      ['connection.get', { ...ofProfile, path: 'status' }],
      ['doctor.diagnose', ofProfile],
      ['lists.load', { datasetId, pages: 1 }],
      ['snapshots.remove', { snapshotId }],
      ['profiles.duplicate', { ...ofProfile, name: 'Copy' }],
      ['profiles.remove', { ...ofProfile, destroySecrets: true }],
      ['credentials.createKey', { ...ofProfile, keySize: 2048 }],
      ['credentials.retire', ofCredential],
      ['recovery.delete', { keyId: credentialId }],
      ['backup.create', { profileIds: [profileId], passphrase: 'sturdy violin crater moss', leaveOutMissing: true }],
    ]
    for (const [name, input] of attempts)
      expect(await bridgeCall(page, name, input as never), name).toMatchObject({
        error: { code: 'production-read-only', hint: 'Start with CLAVIS_RUNTIME=chromium to change or use it.' },
      })
    expect(await stored()).toEqual(before)
    expect(await askedQuestions(clavis.app)).toEqual([])
    expect(requests).toBe(requestsBefore)

    // A variable with another value, or one that main gets later, is no choice.
    await clavis.app.evaluate(() => (process.env['CLAVIS_RUNTIME'] = 'chromium'))
    expect(await bridgeCall(page, 'tokens.get', { profileId, renew: true })).toMatchObject({ ok: false })

    Object.assign(moreVariables, usableProduction)
    const chosen = await clavis.relaunch()
    expect(await mustCall(chosen, 'tokens.get', { profileId, renew: true })).toMatchObject({ kind: 'held' })
  } finally {
    await end()
  }
})
