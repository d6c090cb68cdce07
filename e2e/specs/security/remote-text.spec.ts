import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { ProfileStore } from '../../../electron/profiles/store/profile-store.ts'
import { agreeToAllHosts } from '../../fixtures/app/agreed-hosts.ts'
import { withDatabase } from '../../fixtures/app/stored-tables.ts'
import { mustCall } from '../../fixtures/certificates/certificates.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { expectTextsVisible } from '../../fixtures/security/visible-texts.ts'
import { openPage, profileLink } from '../../fixtures/services/practice.ts'
import { lookAt } from '../../fixtures/window/screens.ts'

// Texts of services, certificates and files may contain invisible characters or ones that change the text direction.

/** Looks like “txt.exe” with reversed direction, is partly invisible, and breaks its line. */
const hostile = 'pay\u202Eexe.txt\u2066\u200B\u001B[2J\rok\u009B\u2028\u{E0041}'
const shown = String.raw`pay\u202Eexe.txt\u2066\u200B\u001B[2J\u000Dok\u009B\u2028\u{E0041}`
const hebrew = 'שלום עולם'

/** Starts a service whose every text is hostile; it refuses the first token request. */
async function startHostileService(): Promise<{ origin: string; end: () => Promise<void> }> {
  let isFirst = true
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const server = createServer((request, response) => {
    const json = (status: number, value: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    const { url = '' } = request
    if (url === '/token' && isFirst) {
      isFirst = false
      json(401, { error: hostile, error_description: hostile })
    } else if (url === '/token') {
      const token = `${part({ alg: 'RS256', [hostile]: 1 })}.${part({ sub: hostile })}.${part({})}`
      json(200, { access_token: token, token_type: 'Bearer', expires_in: 600, scope: hostile })
    } else if (url.includes('report')) {
      const record = { id: 'first', name: hostile, greeting: hebrew, [`field ${hostile}`]: { [hostile]: [hostile] } }
      json(200, { reports: [record], next: null, lastPage: 'true' })
    } else if (url.endsWith('/plain')) response.writeHead(200, { 'content-type': 'text/plain' }).end(hostile)
    else json(200, { [hostile]: hostile })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('Remote text: hidden characters are visible in the window, and copied unchanged @core', async ({ clavis }) => {
  test.slow()
  const { page, app, dataFolder } = clavis
  const service = await startHostileService()
  try {
    const file = (name: string): string => join(dataFolder, name)
    const common = { clientId: 'acme', tokenUrl: `${service.origin}/token` }
    const { id: acme } = await mustCall(page, 'profiles.create', {
      ...{ ...defaultProfileSettings('basic'), ...common, name: 'Acme', environment: 'mock' },
      ...{ apiBaseUrl: `${service.origin}/api`, reportsBaseUrl: `${service.origin}/reporting` },
    })
    await mustCall(page, 'profiles.setClientSecret', { profileId: acme, clientSecret: 'planted-secret' })
    const { id: signed } = await mustCall(page, 'profiles.create', {
      ...{ ...defaultProfileSettings('jwt'), ...common, name: 'Signed', environment: 'client-testing' },
    })
    await agreeToAllHosts(dataFolder)
    const files = ['-keyout', file('key.pem'), '-out', file('certificate.pem')]
    const subject = ['-utf8', '-subj', '/CN=acme\u202Eexe.txt']
    await promisify(execFile)('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files])
    const contents = ['key.pem', 'certificate.pem'].map(async (name) => ({
      name,
      base64: await readFile(file(name), 'base64'),
    }))
    await mustCall(page, 'credentials.importContents', { profileId: signed, contents: await Promise.all(contents) })
    // A name from before such characters were refused.
    await withDatabase(dataFolder, async (database) => {
      const profiles = new ProfileStore({ database, now: Date.now, newId: randomUUID })
      await profiles.changeAll((all) =>
        all.map((stored) =>
          stored.profile.name === 'Acme'
            ? { ...stored, profile: { ...stored.profile, name: `Acme ${hostile}` } }
            : stored,
        ),
      )
    })
    await expect(page.getByRole('navigation', { name: 'Profiles' })).toContainText(shown)

    await profileLink(page, 'Acme').click()
    await expect(page).toHaveTitle(`Overview · Acme ${shown} · Mock · Clavis`)
    await profileLink(page, 'Signed').click()
    await openPage(page, 'Credentials')
    await expect(page.getByText(String.raw`acme\u202Eexe.txt`).first()).toBeVisible()
    await expectTextsVisible(page, 'credentials')

    await profileLink(page, 'Acme').click()
    await openPage(page, 'Token')
    await page.getByRole('button', { name: 'Get a token' }).click()
    await expect(page.getByRole('alert').first()).toContainText(shown)
    await expectTextsVisible(page, 'a refusal')
    await page
      .getByRole('button', { name: /Get a token|Try again/u })
      .first()
      .click()
    await expect(page.getByRole('tree', { name: 'Token payload' })).toContainText(shown)
    await expectTextsVisible(page, 'a token')
    const exchange = page.getByRole('region', { name: 'Request & response' })
    await exchange.getByRole('button', { name: 'View' }).click()
    await exchange.getByText('Response', { exact: true }).first().click()
    await expect(exchange.getByRole('tree', { name: 'Response' })).toContainText(shown)
    await expectTextsVisible(page, 'an exchange')

    await openPage(page, 'Lists')
    const cell = page.getByRole('gridcell', { name: shown, exact: true }).first()
    await expect(page.getByRole('gridcell', { name: hebrew })).toBeVisible()
    await expect(
      page
        .getByRole('columnheader')
        .filter({ hasText: String.raw`\u202E` })
        .first(),
    ).toBeVisible()
    await cell.click()
    await expect(page.getByRole('tree', { name: 'Record 1' })).toContainText(shown)
    await lookAt(page, 'remote-text')
    await page.keyboard.press('ControlOrMeta+c')
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(hostile)

    await openPage(page, 'Requests')
    for (const path of ['json', 'plain']) {
      await page.getByRole('combobox', { name: 'Path or URL' }).fill(path)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Status 200' })).toBeVisible()
      await expect(page.getByRole('main')).toContainText(shown)
      await expectTextsVisible(page, `the call of ${path}`)
    }
    await page.getByRole('button', { name: /Token request failed/u }).click()
    await expect(page.getByRole('main')).toContainText('/token')
    await openPage(page, 'Overview')
    await expect(page.getByRole('region', { name: 'Last failure' })).toContainText(shown)
    await expectTextsVisible(page, 'a failure that is remembered')
    await openPage(page, 'Requests')
    await expectTextsVisible(page, 'requests')
  } finally {
    await service.end()
  }
})
