import { execFile } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#shared/values/local-day.ts'
import { opensslKey } from '../testing/openssl.ts'
import { createAuthority, createServerKey, signRequest, type SignedKey } from './certificate-authority.ts'
import { Refusal } from './responses.ts'

const run = promisify(execFile)

let folder: string
let authority: SignedKey
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-authority-'))
  authority = await createAuthority(Date.now())
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function save(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

/** Verifies a chain with both libraries. */
async function judge(certificatePem: string, purpose: 'sslclient' | 'sslserver'): Promise<string> {
  const authorityFile = await save('authority.pem', authority.certificatePem)
  const leafFile = await save('leaf.pem', certificatePem)
  const strict = ['-x509_strict', '-check_ss_sig', '-purpose', purpose]
  const openssl = await run('openssl', ['verify', ...strict, '-CAfile', authorityFile, leafFile])
  const certtool = await run('certtool', ['--verify', '--load-ca-certificate', authorityFile, '--infile', leafFile])
  return `${openssl.stdout}${certtool.stdout}`
}

test('signRequest: issues a client certificate that OpenSSL and GnuTLS accept under the authority', async () => {
  const { requestPem, keyPem } = await opensslKey('/CN=Überweisung 決済/O=Acme & Söhne/C=DE', {
    extensions: ['subjectAltName=DNS:pay.example.com,IP:192.0.2.7'],
  })
  const now = Date.now()
  const pem = await signRequest(authority, requestPem, 21, now)
  const verdict = await judge(pem, 'sslclient')
  expect(verdict).toContain('leaf.pem: OK')
  expect(verdict).toContain('Verified. The certificate is trusted.')

  const certificate = new X509Certificate(pem)
  expect(certificate.subject.split('\n').sort()).toEqual(['C=DE', 'CN=Überweisung 決済', 'O=Acme & Söhne'])
  expect(certificate.subjectAltName).toBe('DNS:pay.example.com, IP Address:192.0.2.7')
  expect(certificate.checkPrivateKey(createPrivateKey(keyPem))).toBe(true)
  expect(certificate.ca).toBe(false)
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
  // A certificate's times are in whole seconds.
  expect(certificate.validToDate.getTime()).toBe(Math.floor((now + 21 * dayMs) / 1000) * 1000)
  expect(certificate.validFromDate.getTime()).toBeLessThan(now)
})

test('Practice authority: client certificates are not for servers, and the server’s is for loopback names only', async () => {
  const { requestPem } = await opensslKey('/CN=acme')
  await expect(judge(await signRequest(authority, requestPem, 30, Date.now()), 'sslserver')).rejects.toThrow(
    /unsuitable certificate purpose/u,
  )
  const { certificatePem } = await createServerKey(authority, Date.now())
  expect(await judge(certificatePem, 'sslserver')).toContain('leaf.pem: OK')
  const certificate = new X509Certificate(certificatePem)
  expect(certificate.checkHost('localhost')).toBe('localhost')
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(certificate.checkIP('::1')).toBe('::1')
})

test('signRequest: gives each certificate a positive, unique serial number', async () => {
  const { requestPem } = await opensslKey('/CN=acme')
  const pems = await Promise.all(Array.from({ length: 20 }, () => signRequest(authority, requestPem, 30, Date.now())))
  const serials = pems.map((pem) => new X509Certificate(pem).serialNumber)
  expect(new Set(serials).size).toBe(20)
  for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9A-F]{31}$/u)
})

test.each([
  ['a text that is no CSR', () => Promise.resolve('hello'), /not a CSR in PEM/u],
  ['a certificate', async () => (await opensslKey('/CN=acme')).selfSignedPem, /not a CSR in PEM/u],
  [
    'a CSR that was changed',
    async () => changed((await opensslKey('/CN=acme')).requestPem),
    /signature doesn’t match/u,
  ],
  [
    'a key of 1024 bits',
    async () => (await opensslKey('/CN=acme', { algorithm: ['rsa:1024'] })).requestPem,
    /fewer than 2048 bits/u,
  ],
  [
    'an elliptic-curve key',
    async () => (await opensslKey('/CN=acme', { algorithm: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] })).requestPem,
    /not a CSR in PEM|no RSA key/u,
  ],
  ['a CSR without a subject', async () => (await opensslKey('/')).requestPem, /has no subject/u],
])('signRequest: refuses %s', async (_what, requestPem, reason) => {
  const refusal = await signRequest(authority, await requestPem(), 30, Date.now()).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect((refusal as Error).message).toMatch(reason)
})

/** Flips one bit of the signature, at the end of the request. */
function changed(requestPem: string): string {
  const der = Buffer.from(requestPem.replaceAll(/-----[^-]+-----|\s/gu, ''), 'base64')
  der[der.length - 1] = (der.at(-1) ?? 0) ^ 1
  return `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`
}
