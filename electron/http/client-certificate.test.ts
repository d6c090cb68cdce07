import { spawn } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeServerCertificate } from '../diagnostics/testing/server-certificates.ts'
import { HttpClient } from './http-client.ts'
import type { ClientCertificate } from './http-message.ts'

// What a server that requires a client certificate says, from OpenSSL’s and Node’s server.

const authority = { ...makeServerCertificate({ commonName: 'Acme CA', isAuthority: true }), name: 'Acme CA' }
const stranger = { ...makeServerCertificate({ commonName: 'Other CA', isAuthority: true }), name: 'Other CA' }
const server = makeServerCertificate({ commonName: 'server', hosts: ['127.0.0.1'], issuer: authority })

function clientCertificate(wanted: Parameters<typeof makeServerCertificate>[0]): ClientCertificate {
  const { cert, key } = makeServerCertificate(wanted)
  return { certificateChainPem: cert, privateKey: createPrivateKey(key) }
}
const good = clientCertificate({ commonName: 'client', issuer: authority })
const expired = clientCertificate({ commonName: 'client', issuer: authority, from: -9, to: -1 })
const unknown = clientCertificate({ commonName: 'client', issuer: stranger })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-client-certificate-'))
  await writeFile(join(folder, 'server.pem'), server.cert + server.key)
  await writeFile(join(folder, 'ca.pem'), authority.cert)
})
afterAll(() => rm(folder, { recursive: true }))

/** Starts OpenSSL’s server. @returns its port */
async function startOpenSsl(options: readonly string[]): Promise<number> {
  const own = ['-cert', join(folder, 'server.pem'), '-CAfile', join(folder, 'ca.pem'), '-www']
  const child = spawn('openssl', ['s_server', '-accept', '127.0.0.1:0', ...own, ...options])
  onTestFinished(() => void child.kill())
  for await (const text of child.stdout) {
    const port = /^ACCEPT .*:(\d+)$/mu.exec(String(text))?.[1]
    if (port !== undefined) return Number(port)
  }
  throw new Error('OpenSSL’s server did not start.')
}

/** Starts Node’s server. It answers nothing, and closes a connection with an unknown certificate without an alert. @returns its port */
async function startNode(version: 'TLSv1.2' | 'TLSv1.3', requestCert: boolean): Promise<number> {
  const tls = createServer({
    ...{ ...server, ca: authority.cert, requestCert, minVersion: version, maxVersion: version },
  })
  tls.on('secureConnection', (socket) => socket.once('data', () => socket.destroy()))
  tls.listen(0, '127.0.0.1')
  await once(tls, 'listening')
  onTestFinished(() => void tls.close())
  return (tls.address() as AddressInfo).port
}

/** Sends a request. @returns its status or failure */
async function send(port: number, certificate: ClientCertificate | undefined): Promise<unknown> {
  const client = new HttpClient({
    ...{ resolveProxy: () => Promise.resolve(undefined), activity: { add: () => undefined }, now: Date.now },
    limits: { connect: 300_000, headers: 300_000, body: 300_000, whole: 300_000, firstPause: 1 },
  })
  onTestFinished(() => client.close())
  return client
    .send({
      ...{ url: `https://127.0.0.1:${port}/`, authorities: [authority.cert], proxy: { kind: 'none' } },
      ...{
        purpose: { kind: 'call', what: 'A test', agreement: 'api' },
        method: 'GET',
        headers: {},
        retry: 'only-without-response',
      },
      ...(certificate === undefined ? {} : { clientCertificate: certificate }),
    })
    .then(
      ({ status }) => status,
      (error: unknown) => error,
    )
}

const required = ['-Verify', '2', '-verify_return_error']
const none = 'it requires a client certificate, and none was sent'

const refusals: [string, ClientCertificate | undefined, string, object][] = [
  ['no certificate', undefined, none, { refused: 'no-certificate' }],
  ['an expired certificate', expired, 'it says that the client certificate has expired', { refused: 'certificate' }],
  [
    'a certificate of an unknown authority',
    unknown,
    'it doesn’t know the authority that issued',
    { refused: 'certificate' },
  ],
]
test.for(['-tls1_2', '-tls1_3'].flatMap((version) => refusals.map((each) => [version, ...each] as const)))(
  'TLS %s: the error quotes why a server refuses the client: %s',
  async ([version, , certificate, reason, details]) => {
    expect(await send(await startOpenSsl([version, ...required]), certificate)).toMatchObject({
      ...{ code: 'network-tls', message: expect.stringContaining(reason) as string, details },
      hint: expect.stringContaining(certificate === undefined ? 'mutual TLS' : 'active certificate') as string,
    })
  },
)

test.each(['-tls1_2', '-tls1_3'])('TLS %s: sends a client certificate that the server accepts', async (version) => {
  expect(await send(await startOpenSsl([version, ...required]), good)).toBe(200)
})

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'TLS: the error suspects the client certificate if the server asked for one and closed the connection (%s)',
  async (version) => {
    expect(await send(await startNode(version, true), unknown)).toMatchObject({
      ...{ code: 'network-interrupted', details: { refused: 'certificate' } },
      hint: expect.stringContaining('active certificate') as string,
    })
  },
)

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'TLS: the error doesn’t suspect the client certificate if the server closed the connection without asking for one (%s)',
  async (version) => {
    for (const certificate of [undefined, good]) {
      const failure = await send(await startNode(version, false), certificate)
      expect(failure).toMatchObject({
        code: 'network-interrupted',
        hint: expect.stringContaining('firewall') as string,
      })
      expect(failure).not.toHaveProperty('details.refused')
    }
  },
)

test('TLS 1.2: the error names the encryption, not the client certificate, if there is no common cipher', async () => {
  const port = await startOpenSsl(['-tls1_2', ...required, '-cipher', 'AES128-SHA256'])
  expect(await send(port, good)).toMatchObject({
    ...{ code: 'network-tls', message: expect.stringContaining('no safe encryption') as string },
  })
})
