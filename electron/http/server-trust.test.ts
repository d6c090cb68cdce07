import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seenServerSchema } from '#shared/profiles/trust.ts'
import { makeServerCertificate, type ServerCertificate } from '../diagnostics/testing/server-certificates.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'
import { ServerTrust } from './server-trust.ts'

const authority = {
  ...makeServerCertificate({ commonName: 'Acme Inspection CA', isAuthority: true }),
  name: 'Acme Inspection CA',
}
const leaf = makeServerCertificate({ commonName: 'pay', hosts: ['127.0.0.1'], issuer: authority })

let services: TestServices
let trust: ServerTrust
let servers: Server[]
beforeEach(async () => {
  services = await startTestServices()
  trust = new ServerTrust(services)
  servers = []
})
afterEach(async () => {
  for (const server of servers) server.close()
  await services.end()
})

async function serve({ key, cert }: ServerCertificate): Promise<string> {
  const server = createServer({ key, cert }, (_request, response) => response.end('{}'))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/token`
}

test('ServerTrust: shows and trusts the authority of a chain, for this profile alone', async () => {
  const tokenUrl = await serve({ key: leaf.key, cert: leaf.cert + authority.cert })
  const { id } = await services.newProfile({ tokenUrl })
  const other = await services.newProfile({ tokenUrl })
  const server = seenServerSchema.parse(await trust.inspectTls(id))
  expect(server).toMatchObject({
    isTrusted: false,
    certificates: [
      { subject: 'CN=pay', issuer: 'CN=Acme Inspection CA', isAuthority: false },
      { subject: 'CN=Acme Inspection CA', isAuthority: true, sha256: server.trustable },
    ],
  })
  expect(JSON.stringify(server)).not.toMatch(/BEGIN|PRIVATE/u)

  await trust.trust(id, server.trustable ?? '')
  await trust.trust(id, server.trustable ?? '')
  expect((await services.profiles.get(id)).profile.certificateAuthorities).toHaveLength(1)
  expect(await trust.inspectTls(id)).toMatchObject({ isTrusted: true })
  expect(await trust.inspectTls(other.id)).toMatchObject({ isTrusted: false })
})

test('ServerTrust: trusts only a certificate that was shown', async () => {
  const tokenUrl = await serve({ key: leaf.key, cert: leaf.cert + authority.cert })
  const { id } = await services.newProfile({ tokenUrl })
  const { certificates, trustable } = await trust.inspectTls(id)
  const other = await services.newProfile({ tokenUrl })
  for (const [profileId, sha256] of [
    [id, certificates[0]?.sha256],
    [id, 'AB'.repeat(32)],
    [other.id, trustable],
  ] as const)
    await expect(trust.trust(profileId, sha256 ?? '')).rejects.toMatchObject({ code: 'input-invalid' })
})

test('ServerTrust: offers a self-signed server, but none whose authority was not sent', async () => {
  const own = makeServerCertificate({ commonName: 'self', hosts: ['127.0.0.1'] })
  const self = await services.newProfile({ tokenUrl: await serve(own) })
  const { trustable } = await trust.inspectTls(self.id)
  await trust.trust(self.id, trustable ?? '')
  expect(await trust.inspectTls(self.id)).toMatchObject({ isTrusted: true })
  const alone = await services.newProfile({ tokenUrl: await serve(leaf) })
  expect((await trust.inspectTls(alone.id)).trustable).toBeUndefined()
})

test('ServerTrust: leaves out certificates that signed nothing in the chain', async () => {
  const stranger = makeServerCertificate({ commonName: 'Acme Inspection CA', isAuthority: true })
  const { id } = await services.newProfile({
    tokenUrl: await serve({ key: leaf.key, cert: leaf.cert + stranger.cert }),
  })
  const server = await trust.inspectTls(id)
  expect(server.certificates.map(({ subject }) => subject)).toEqual(['CN=pay'])
  expect(server.trustable).toBeUndefined()
})

test('ServerTrust: connects only to the profile’s own addresses', async () => {
  const tokenUrl = await serve(leaf)
  const { id } = await services.newProfile({ tokenUrl, apiBaseUrl: 'http://127.0.0.1:1' })
  await expect(trust.inspectTls(id, 'https://elsewhere.example/')).rejects.toMatchObject({ code: 'input-invalid' })
  await expect(trust.inspectTls(id, 'http://127.0.0.1:1/x')).rejects.toMatchObject({ code: 'input-invalid' })
  expect((await trust.inspectTls(id, new URL('/other', tokenUrl).href)).host).toBe(new URL(tokenUrl).host)
})
