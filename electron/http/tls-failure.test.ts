import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TlsOptions } from 'node:tls'
import { expect, test } from 'vitest'
import { certify } from '../diagnostics/testing/new-certificate.ts'
import { makeServerCertificate } from '../diagnostics/testing/server-certificates.ts'
import { verifiedPath, weaknessOf } from './connection/chain-strength.ts'
import { HttpClient } from './http-client.ts'
import { networkFailure } from './network-failure.ts'

const authority = { ...makeServerCertificate({ commonName: 'Acme CA', isAuthority: true }), name: 'Acme CA' }
const weakAuthority = {
  ...makeServerCertificate({ commonName: 'Weak CA', isAuthority: true, bits: 1024 }),
  name: 'Weak CA',
}
const hosts = ['127.0.0.1']
const good = makeServerCertificate({ commonName: 'good', hosts, issuer: authority })

/** Returns the failure of a request to a server with these settings, and what diagnostics report for it. */
async function meet(
  options: TlsOptions,
  trusted = [authority.cert, weakAuthority.cert],
): Promise<{ failure: unknown; distrust: string | undefined }> {
  const server = createServer({ ...options, ciphers: options.ciphers ?? 'ALL:@SECLEVEL=0' }, (_request, response) =>
    response.end('hello'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = new HttpClient({
    ...{ resolveProxy: () => Promise.resolve(undefined), activity: { add: () => undefined }, now: Date.now },
    limits: { connect: 300_000, headers: 300_000, body: 300_000, whole: 300_000, firstPause: 1 },
  })
  const to = {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    authorities: trusted,
    proxy: { kind: 'none' } as const,
    purpose: { kind: 'call', what: 'A test', agreement: 'api' } as const,
  }
  try {
    const failure = await client
      .send({ ...to, method: 'GET', headers: {}, retry: 'safe' })
      .then(({ status }) => status)
      .catch((error: unknown) => error)
    const distrust = await client.inspectTls(to).then(
      (peer) => peer.distrust,
      () => 'no TLS',
    )
    return { failure, distrust }
  } finally {
    await client.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

test.each<[string, TlsOptions, RegExp]>([
  [
    'a key of 1024 bits',
    makeServerCertificate({ commonName: 'weak', hosts, issuer: authority, bits: 1024 }),
    /its certificate has a key of 1024 bits, which is too weak/u,
  ],
  [
    'an authority’s key of 1024 bits',
    makeServerCertificate({ commonName: 'below', hosts, issuer: weakAuthority }),
    /an issuer’s certificate has a key of 1024 bits/u,
  ],
  [
    'a signature over SHA-1',
    makeServerCertificate({ commonName: 'sha1', hosts, issuer: authority, digest: 'sha1' }),
    /its certificate is signed with sha1WithRSAEncryption, which is no longer safe/u,
  ],
  [
    'no forward secrecy',
    { ...good, maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' },
    /it offers no safe encryption/u,
  ],
  [
    'ciphers without authentication',
    { ...good, maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-SHA256:ECDHE-RSA-AES128-SHA' },
    /it offers no safe encryption/u,
  ],
  [
    'DHE alone',
    { ...good, maxVersion: 'TLSv1.2', ciphers: 'DHE-RSA-AES128-GCM-SHA256', dhparam: 'auto' },
    /no safe encryption/u,
  ],
])('TLS: refuses %s, and diagnostics report it', async (_what, options, reason) => {
  const { failure, distrust } = await meet(options)
  expect(failure).toMatchObject({ code: 'network-tls', message: expect.stringMatching(reason) })
  expect(distrust).toBeDefined()
})

test('TLS: accepts ECDHE with an authenticated cipher in TLS 1.2, and any cipher of TLS 1.3', async () => {
  for (const ciphers of ['ECDHE-RSA-AES128-GCM-SHA256', 'ECDHE-RSA-CHACHA20-POLY1305'])
    expect(await meet({ ...good, maxVersion: 'TLSv1.2', ciphers })).toEqual({ failure: 200, distrust: undefined })
  expect(await meet({ ...good, minVersion: 'TLSv1.3' })).toEqual({ failure: 200, distrust: undefined })
})

test.each([
  ...['ERR_SSL_EE_KEY_TOO_SMALL', 'ERR_SSL_CA_MD_TOO_WEAK', 'CA_MD_TOO_WEAK', 'CERT_TOO_WEAK', 'UNSPECIFIED'],
  ...['ERR_SSL_NO_CIPHERS', 'ERR_SSL_NO_CIPHERS_AVAILABLE', 'ERR_SSL_NO_SHARED_CIPHER', 'ERR_SSL_NO_CIPHER_MATCH'],
  ...['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE'],
  ...['ERR_SSL_TLSV1_ALERT_INSUFFICIENT_SECURITY', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'EPROTO'],
  ...['ERR_SSL_DH_KEY_TOO_SMALL', 'ERR_SSL_BAD_DH_P_LENGTH', 'ERR_SSL_WRONG_SIGNATURE_TYPE', 'INVALID_CA'],
  ...['ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE', 'ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE', 'INVALID_PURPOSE'],
  ...['ERR_OSSL_ASN1_WRONG_TAG', 'PATH_LENGTH_EXCEEDED', 'ERROR_IN_CERT_NOT_AFTER_FIELD', 'CERT_REVOKED'],
])('networkFailure: %s is a TLS failure', (code) => {
  const error = Object.assign(new Error('Whatever it says'), { code })
  expect(networkFailure(error, 'https://pay.example.com/token', undefined).code).toBe('network-tls')
})

/** A root that an older one signed with SHA-1, sent besides the path to the trusted root. */
const crossSigned = (() => {
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const wanted = { commonName: 'New root', isAuthority: true }
  const root = { ...certify(key, wanted), name: 'New root' }
  const old = {
    ...makeServerCertificate({ commonName: 'Old root', isAuthority: true, digest: 'sha1' }),
    name: 'Old root',
  }
  const cross = certify(key, { ...wanted, issuer: old, digest: 'sha1' })
  const issuing = {
    ...makeServerCertificate({ commonName: 'Issuing', isAuthority: true, issuer: root }),
    name: 'Issuing',
  }
  const leaf = makeServerCertificate({ commonName: 'server', hosts, issuer: issuing })
  return { root, old, key: leaf.key, sent: [leaf.cert, issuing.cert, cross.cert, old.cert] }
})()

test('TLS: accepts a SHA-1 certificate that is sent but not part of the verified path', async () => {
  const { root, key, sent } = crossSigned
  expect(await meet({ cert: sent.join(''), key }, [root.cert])).toEqual({ failure: 200, distrust: undefined })
})

test.each([
  ['is not judged beyond the first trusted authority', crossSigned.root.cert, undefined],
  ['is judged up to the old root, if only that is trusted', crossSigned.old.cert, /is signed with sha1/u],
  ['is judged as a whole, if no authority is trusted', authority.cert, /is signed with sha1/u],
])('verifiedPath: %s', (_what, trusted, weakness) => {
  const sent = crossSigned.sent.map((pem) => new X509Certificate(pem))
  const found = weaknessOf(verifiedPath(sent, [authority.cert + weakAuthority.cert, trusted]))
  if (weakness === undefined) expect(found).toBeUndefined()
  else expect(found).toMatch(weakness)
})

test('weaknessOf: does not check the last issuer’s own signature', () => {
  const root = makeServerCertificate({ commonName: 'Old root', isAuthority: true, digest: 'sha1' })
  const leaf = makeServerCertificate({ commonName: 'new', issuer: { ...root, name: 'Old root' } })
  expect(weaknessOf([leaf.cert, root.cert].map((pem) => new X509Certificate(pem)))).toBeUndefined()
})
