import { existsSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diagnosisSchema } from '#shared/diagnostics/diagnosis.ts'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { newServerCertificate } from '../../../electron/diagnostics/testing/new-certificate.ts'
import { agreeToAllHosts } from '../../fixtures/app/agreed-hosts.ts'
import { mustCall } from '../../fixtures/certificates/certificates.ts'
import { expect, test } from '../../fixtures/clavis-app.ts'
import { bridgeCall, openPage, profileLink } from '../../fixtures/services/practice.ts'
import { lookAtBothThemes } from '../../fixtures/window/screens.ts'

const keyLog = join(tmpdir(), `clavis-keys-${process.pid}.log`)

test.use({ moreVariables: { NODE_TLS_REJECT_UNAUTHORIZED: '0', SSLKEYLOGFILE: keyLog } })

test('Token request: sends no secret to a self-signed server despite the environment; a slow one can be cancelled @core', async ({
  clavis,
}) => {
  test.slow()
  const { page, dataFolder } = clavis
  const { key, cert } = newServerCertificate({ commonName: 'stranger', hosts: ['127.0.0.1'] })
  const requests: string[] = []
  let closed = 0
  const service = createServer({ key, cert }, (request, response) => {
    requests.push(request.url ?? '')
    response.writeHead(200, { 'content-type': 'application/json' }).write('{')
    const drip = setInterval(() => response.write(' '), 50)
    response.once('close', () => {
      clearInterval(drip)
      closed += 1
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const tokenUrl = `https://127.0.0.1:${(service.address() as AddressInfo).port}/token`
  const create = async (name: string, certificateAuthorities: string[]): Promise<string> => {
    const { id } = await mustCall(page, 'profiles.create', {
      ...{ ...defaultProfileSettings('basic'), name, environment: 'mock', clientId: 'acme' },
      ...{ tokenUrl, certificateAuthorities },
    })
    await mustCall(page, 'profiles.setClientSecret', { profileId: id, clientSecret: 'hush' })
    return id
  }
  try {
    const stranger = await create('Stranger', [])
    await create('Acme mock', [cert])
    await agreeToAllHosts(dataFolder)
    expect(await bridgeCall(page, 'tokens.get', { profileId: stranger, renew: false })).toMatchObject({
      ok: false,
      error: { code: 'network-tls' },
    })
    expect(requests).toEqual([])
    const diagnosis = diagnosisSchema.parse(await mustCall(page, 'doctor.diagnose', { profileId: stranger }))
    expect(diagnosis.steps.find(({ id }) => id === 'environment')).toMatchObject({
      outcome: 'warning',
      sentence: expect.stringContaining('ignored: NODE_TLS_REJECT_UNAUTHORIZED, SSLKEYLOGFILE'),
    })

    await page.reload()
    await profileLink(page, 'Acme mock').click()
    await openPage(page, 'Token')
    await page.getByRole('button', { name: 'Get a token' }).click()
    await expect(page.getByText('Requesting…')).toBeVisible()
    await expect.poll(() => requests).toEqual(['/token'])
    await lookAtBothThemes(page, 'token-requesting')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('No token', { exact: true })).toBeVisible()
    await expect.poll(() => closed).toBe(1)
    await expect(page.getByRole('alert')).toHaveCount(0)

    await openPage(page, 'Overview')
    await page.getByRole('button', { name: 'Get a token' }).click()
    await expect.poll(() => requests.length).toBe(2)
    await lookAtBothThemes(page, 'overview-requesting')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Get a token' })).toBeEnabled()
    expect(existsSync(keyLog)).toBe(false)
  } finally {
    service.closeAllConnections()
    service.close()
  }
})
