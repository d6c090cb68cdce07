import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { newServerCertificate } from '../../../electron/diagnostics/testing/new-certificate.ts'
import { startProxyServer } from '../../../electron/http/testing/proxy-server.ts'
import { mustCall } from '../../fixtures/certificates/certificates.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { diagnose, openPage, profileLink } from '../../fixtures/services/practice.ts'
import { answerQuestions, askedQuestions } from '../../fixtures/window/dialogs.ts'
import { lookAt, lookAtBothThemes } from '../../fixtures/window/screens.ts'

const issuer = {
  ...newServerCertificate({ commonName: 'Acme Inspection CA', isAuthority: true }),
  name: 'Acme Inspection CA',
}
const leaf = newServerCertificate({ commonName: 'pay.example.com', hosts: ['pay.example.com'], issuer })

test('Corporate proxy: a missing password and inspected TLS can both be fixed from the error @core', async ({
  sharedClavis,
}) => {
  test.slow()
  const { page, app } = sharedClavis
  const service = createServer({ key: leaf.key, cert: leaf.cert + issuer.cert }, (request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ access_token: 'a-token', token_type: 'Bearer', expires_in: 600 }))
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const proxy = await startProxyServer({ login: 'ada:correct horse', leadsTo: (service.address() as AddressInfo).port })
  try {
    const name = 'Acme production'
    const { id } = await mustCall(page, 'profiles.create', {
      ...defaultProfileSettings('basic'),
      ...{ name: 'Acme mock', environment: 'mock', clientId: 'acme' },
      ...{ tokenUrl: 'https://pay.example.com/token', proxy: proxy.address },
    })
    await mustCall(page, 'profiles.setClientSecret', { profileId: id, clientSecret: 'hush' })
    await page.reload()
    await profileLink(page, 'Acme mock').click()
    await openPage(page, 'Token')

    // Main asks before the first connection, once.
    await answerQuestions(app, false)
    await page.getByRole('button', { name: 'Get a token' }).click()
    await expect(page.getByText(/Nothing was sent to pay\.example\.com/u)).toBeVisible()
    await lookAtBothThemes(page, 'network-new-host')
    await answerQuestions(app, true)
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await expect(page.getByText(/requires a user name and password/u)).toBeVisible()
    expect(await askedQuestions(app)).toEqual([
      {
        message: 'Connect to new hosts?',
        detail: [
          'Profile: Acme mock',
          'pay.example.com receives the client ID and the client secret.',
          `${proxy.address} receives the names of the hosts that this profile connects to.`,
        ].join('\n'),
        buttons: ['Connect', 'Cancel'],
      },
    ])
    await lookAt(page, 'network-proxy-login')
    await page.getByRole('button', { name: 'Enter proxy password' }).click()

    await expect(page.getByRole('textbox', { name: 'Proxy address' })).toHaveValue(proxy.address)
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Enter the user name that goes with the password.')).toBeVisible()
    await page.getByRole('textbox', { name: 'User name' }).fill('ada')
    await page.getByRole('textbox', { name: 'Bypass proxy for' }).fill('https://wrong')
    await expect(page.getByText(/is not a valid exception/u)).toBeVisible()
    await page.getByRole('textbox', { name: 'Bypass proxy for' }).fill('intranet.example.com, 10.0.0.0/8')
    await page.getByRole('heading', { name: 'Network' }).scrollIntoViewIfNeeded()
    await lookAt(page, 'network-form')
    await page.getByRole('button', { name: 'Save changes' }).click()

    // The password is in the keychain, and the page can't get it back.
    await openPage(page, 'Token')
    expect(await mustCall(page, 'profiles.hasProxyPassword', { profileId: id })).toBe(true)
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await expect(page.getByText(/issued by “CN=Acme Inspection CA”/u)).toBeVisible()
    await lookAt(page, 'network-untrusted')

    await page.getByRole('button', { name: 'Show the certificate…' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('pay.example.com', { exact: true })).toBeVisible()
    await lookAt(page, 'network-certificate')
    await dialog.getByRole('button', { name: 'Trust root for this profile' }).click()
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await expect(page.getByText('Bearer').first()).toBeVisible()

    await openPage(page, 'Requests')
    await page.getByRole('button', { name: 'Token request' }).first().click()
    await expect(page.getByText('First byte')).toBeVisible()
    await expect(page.getByText('TLS', { exact: true })).toBeVisible()
    await lookAt(page, 'network-times')
    expect(await askedQuestions(app)).toHaveLength(1)

    // Another profile does not trust it, and for Production main asks.
    const { id: other } = await mustCall(page, 'profiles.create', {
      ...defaultProfileSettings('jwt'),
      ...{ name, environment: 'production', clientId: 'acme' },
      ...{ tokenUrl: 'https://pay.example.com/token', proxy: proxy.address, proxyUser: 'ada' },
    })
    await mustCall(page, 'profiles.setProxyPassword', { profileId: other, password: 'correct horse' })
    await page.reload()
    await profileLink(page, name).click()
    await diagnose(page)
    await page.getByRole('button', { name: 'Show the certificate…' }).click()
    const trust = page.getByRole('dialog').getByRole('button', { name: 'Trust root for this profile' })
    await lookAt(page, 'network-certificate-production')
    await answerQuestions(app, false)
    await trust.click()
    await expect
      .poll(async () => (await askedQuestions(app))[0]?.detail)
      .toContain('Trusted CA added: CN=Acme Inspection CA')
    await expect(trust).toBeEnabled()
    await answerQuestions(app, true)
    await trust.click()
    await expect(page.getByText('Root trusted')).toBeVisible()
    const profiles = await mustCall(page, 'profiles.list', undefined)
    expect(profiles.find((each) => each.id === other)?.certificateAuthorities).toHaveLength(1)
  } finally {
    await proxy.end()
    service.closeAllConnections()
    service.close()
  }
})

test('Network settings: a proxy password is found in the keychain and can be removed', async ({ sharedClavis }) => {
  const { page } = sharedClavis
  const { id } = await mustCall(page, 'profiles.create', {
    ...defaultProfileSettings('basic'),
    ...{ name: 'Acme', environment: 'mock', clientId: 'acme', tokenUrl: 'https://pay.example.com/token' },
    ...{ proxy: 'http://proxy.example.com:3128', proxyUser: 'ada' },
  })
  await expect(profileLink(page, 'Acme')).toBeVisible()
  await page.evaluate((path) => (location.hash = path), `#/profiles/${id}/edit/field/proxy`)
  await page.reload()
  await page.getByRole('button', { name: 'Check keychain' }).click()
  await expect(page.getByText('No password in your keychain.')).toBeVisible()
  await mustCall(page, 'profiles.setProxyPassword', { profileId: id, password: 'hush' })
  await page.reload()
  await page.getByRole('button', { name: 'Check keychain' }).click()
  await expect(page.getByText('Password found in your keychain.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove password…' }).click()
  const question = page.getByRole('dialog', { name: 'Remove the proxy password?' })
  await question.getByRole('button', { name: 'Remove password' }).click()
  await expect(page.getByText('No password in your keychain.')).toBeVisible()
  expect(await mustCall(page, 'profiles.hasProxyPassword', { profileId: id })).toBe(false)
})
