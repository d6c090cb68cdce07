import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Secret } from '../../keychain/secret.ts'
import { MadeFiles } from '../import/testing/made-files.ts'
import { publicKeyFingerprint } from '../key-pair.ts'
import { childrenOf, is, readElement, tags, type BerElement } from './ber.ts'
import type { Material } from './material.ts'
import { readMaterial } from './read-material.ts'

// All input is created by OpenSSL or GnuTLS, like the files that people have.

let files: MadeFiles
let fingerprint: string
const passphrase = 'pass wörd 支払い'

beforeAll(async () => {
  files = await MadeFiles.create()
  await files.certificate('root', { isAuthority: true })
  await files.certificate('middle', { issuer: 'root', isAuthority: true })
  await files.certificate('leaf', { issuer: 'middle' })
  fingerprint = publicKeyFingerprint(createPublicKey(await files.read('leaf.key')))
  await files.write('chain.pem', Buffer.concat([await files.read('middle.pem'), await files.read('root.pem')]))
  await files.openssl('rsa', '-in', 'leaf.key', '-traditional', '-out', 'pkcs1.pem')
})
afterAll(() => files.remove())

async function read(name: string, typed?: string): Promise<Material> {
  return readBytes(await files.read(name), typed)
}

function readBytes(bytes: string | Uint8Array, typed?: string): Material {
  return readMaterial({
    name: 'file',
    bytes: Buffer.from(bytes),
    passphrase: typed === undefined ? undefined : Secret.fromText(typed),
  })
}

const subjects = ({ certificates }: Material): string[] => certificates.map(({ subject }) => subject.slice(3))

/** The key is the leaf's, whole, as PKCS#8. */
async function expectKey({ keys, problems, locked }: Material): Promise<void> {
  expect({ problems, locked }).toEqual({ problems: [], locked: [] })
  expect(keys.map((key) => [key.fingerprint, key.keySize])).toEqual([[fingerprint, 2048]])
  const expected = createPrivateKey(await files.read('leaf.key')).export({ type: 'pkcs8', format: 'der' })
  expect(keys[0]?.pkcs8.bytes().equals(expected)).toBe(true)
}

describe('certificates', () => {
  test('readMaterial: reads one or many PEM certificates in any text, quoted, with any line ends, in UTF-16', async () => {
    const pem = (await Promise.all(['leaf', 'middle', 'root'].map((name) => files.read(`${name}.pem`)))).join('and\n')
    for (const text of [
      `Dear Acme,\n${pem}Yours`,
      pem.replaceAll('\n', '\r\n'),
      pem.replaceAll(/^/gmu, '> '),
      pem.replaceAll('\n', '\r'),
      pem.replaceAll('CERTIFICATE-', 'X509 CERTIFICATE-'),
    ])
      expect(subjects(readBytes(text))).toEqual(['leaf', 'middle', 'root'])
    const utf16 = Buffer.from(`\uFEFF${pem}`, 'utf16le')
    expect(subjects(readBytes(utf16))).toHaveLength(3)
    expect(subjects(readBytes(utf16.swap16()))).toHaveLength(3)
  })

  test('readMaterial: reads one or several DER certificates, and bare base64', async () => {
    for (const name of ['leaf', 'root'])
      await files.openssl('x509', '-in', `${name}.pem`, '-outform', 'DER', '-out', `${name}.der`)
    const [leaf, root] = [await files.read('leaf.der'), await files.read('root.der')]
    expect(subjects(readBytes(leaf))).toEqual(['leaf'])
    expect(subjects(readBytes(Buffer.concat([leaf, Buffer.from('\n')])))).toEqual(['leaf'])
    expect(subjects(readBytes(Buffer.concat([root, leaf])))).toEqual(['root', 'leaf'])
    expect(subjects(readBytes(leaf.toString('base64')))).toEqual(['leaf'])
  })

  test('readMaterial: reads a certificate with OpenSSL’s trust settings', async () => {
    await files.openssl('x509', '-in', 'leaf.pem', '-trustout', '-addtrust', 'clientAuth', '-out', 'trusted.pem')
    expect(subjects(await read('trusted.pem'))).toEqual(['leaf'])
  })

  test.each([1, 2, 3])('readMaterial: reads PKCS#7 of %i certificates by OpenSSL and GnuTLS', async (count) => {
    const names = ['leaf', 'middle', 'root'].slice(0, count)
    const given = names.flatMap((name) => ['-certfile', `${name}.pem`])
    await files.openssl('crl2pkcs7', '-nocrl', ...given, '-out', 'a.p7b')
    await files.openssl('crl2pkcs7', '-nocrl', ...given, '-outform', 'DER', '-out', 'a.p7c')
    await files.write('some.pem', Buffer.concat(await Promise.all(names.map((name) => files.read(`${name}.pem`)))))
    await files.certtool('--p7-generate', '--load-certificate', 'some.pem', '--outfile', 'b.p7b')
    await files.certtool('--p7-generate', '--outder', '--load-certificate', 'some.pem', '--outfile', 'b.p7c')
    for (const name of ['a.p7b', 'a.p7c', 'b.p7b', 'b.p7c'])
      expect(subjects(await read(name)).sort(), name).toEqual([...names].sort())
  })

  test('readMaterial: reads the certificates of a signed message of indefinite length', async () => {
    await files.write('message', 'hello')
    const signing = ['-signer', 'leaf.pem', '-inkey', 'leaf.key', '-certfile', 'chain.pem', '-in', 'message']
    await files.openssl('cms', '-sign', ...signing, '-nodetach', '-stream', '-outform', 'DER', '-out', 'message.p7m')
    expect([...(await files.read('message.p7m')).subarray(0, 2)]).toEqual([0x30, 0x80])
    expect(subjects(await read('message.p7m')).sort()).toEqual(['leaf', 'middle', 'root'])
  })
})

describe('private keys', () => {
  test.each([
    ['PKCS#8 PEM', ['pkcs8', '-topk8', '-nocrypt']],
    ['PKCS#8 DER', ['pkcs8', '-topk8', '-nocrypt', '-outform', 'DER']],
    ['PKCS#1 PEM', ['rsa', '-traditional']],
    ['PKCS#1 DER', ['rsa', '-traditional', '-outform', 'DER']],
  ])('readMaterial: reads a private key as %s', async (_name, args) => {
    await files.openssl(...args, '-in', 'leaf.key', '-out', 'plain')
    await expectKey(await read('plain'))
  })

  const legacy = ['-provider', 'legacy', '-provider', 'default']
  test.each([
    ['PBES2, AES-256, HMAC-SHA-256', ['pkcs8', '-topk8', '-v2', 'aes-256-cbc']],
    ['PBES2, DER', ['pkcs8', '-topk8', '-v2', 'aes-128-cbc', '-outform', 'DER']],
    ['PBES2, AES-192, HMAC-SHA-512', ['pkcs8', '-topk8', '-v2', 'aes-192-cbc', '-v2prf', 'hmacWithSHA512']],
    ['PBES2, 3DES, HMAC-SHA-1', ['pkcs8', '-topk8', '-v2', 'des3', '-v2prf', 'hmacWithSHA1']],
    ['PBES2, scrypt', ['pkcs8', '-topk8', '-scrypt']],
    ['PBES1, MD5 and DES', ['pkcs8', '-topk8', '-v1', 'PBE-MD5-DES', ...legacy]],
    ['PBES1, SHA-1 and DES', ['pkcs8', '-topk8', '-v1', 'PBE-SHA1-DES', ...legacy]],
    ['PBES1, SHA-1 and RC2', ['pkcs8', '-topk8', '-v1', 'PBE-SHA1-RC2-64', ...legacy]],
    ['PKCS#12’s 3DES', ['pkcs8', '-topk8', '-v1', 'PBE-SHA1-3DES']],
    ['PKCS#12’s two-key 3DES', ['pkcs8', '-topk8', '-v1', 'PBE-SHA1-2DES']],
    ['PKCS#12’s RC2, 40 bits', ['pkcs8', '-topk8', '-v1', 'PBE-SHA1-RC2-40', ...legacy]],
    ['PKCS#12’s RC2, 128 bits', ['pkcs8', '-topk8', '-v1', 'PBE-SHA1-RC2-128', ...legacy]],
    ['traditional AES-256', ['rsa', '-traditional', '-aes256']],
    ['traditional AES-128', ['rsa', '-traditional', '-aes128']],
    ['traditional 3DES', ['rsa', '-traditional', '-des3']],
    ['traditional DES', ['rsa', '-traditional', '-des', ...legacy]],
  ])('encrypted: %s', async (_name, args) => {
    await files.openssl(...args, '-in', 'leaf.key', '-passout', `pass:${passphrase}`, '-out', 'locked')
    const before = await read('locked')
    expect(before).toMatchObject({ keys: [], problems: [], locked: [{ attempt: 'none' }] })
    expect(await read('locked', 'another')).toMatchObject({ keys: [], problems: [], locked: [{ attempt: 'failed' }] })
    await expectKey(await read('locked', passphrase))
  })

  test.each(['aes-256', 'aes-128', '3des'])('readMaterial: reads a key encrypted by GnuTLS in %s', async (cipher) => {
    const args = ['--load-privkey', 'leaf.key', '--password', passphrase, '--pkcs-cipher', cipher]
    await files.certtool('--to-p8', '--pkcs8', ...args, '--outfile', 'locked.p8')
    expect(await read('locked.p8')).toMatchObject({ keys: [], locked: [{ attempt: 'none' }] })
    await expectKey(await read('locked.p8', passphrase))
  })

  test('readMaterial: reads a JWK, alone and in a set, with a certificate', async () => {
    const jwk = createPrivateKey(await files.read('leaf.key')).export({ format: 'jwk' })
    const x5c = [new X509Certificate(await files.read('leaf.pem')).raw.toString('base64')]
    await expectKey(readBytes(JSON.stringify(jwk)))
    const set = readBytes(JSON.stringify({ keys: [{ ...jwk, kid: 'a', x5c }] }, undefined, 2))
    await expectKey(set)
    expect(subjects(set)).toEqual(['leaf'])
  })
})

test('JWK: a member that is null is absent, and a wrong optional one is named', async () => {
  const jwk = createPrivateKey(await files.read('leaf.key')).export({ format: 'jwk' })
  await expectKey(readBytes(JSON.stringify({ ...jwk, oth: null, kid: null, x5c: null, use: null })))
  await expectKey(readBytes(JSON.stringify({ ...jwk, oth: [] })))
  for (const oth of [[{ r: 'AQ', d: 'AQ', t: 'AQ' }], 'AQ'])
    expect(readBytes(JSON.stringify({ ...jwk, oth })).problems[0]?.reason).toContain('more than two primes')
  for (const [member, value] of Object.entries({ kid: 5, x5c: 'MIIB' })) {
    const { keys, problems } = readBytes(JSON.stringify({ ...jwk, [member]: value }))
    expect(keys).toHaveLength(1)
    expect(problems).toEqual([{ subject: '', reason: expect.stringContaining(`member ${member} `) as string }])
  }
  expect(readBytes(JSON.stringify({ ...jwk, d: null })).problems[0]?.reason).toContain('public key')
})

test('JWK: PEM as a certificate of x5c is read, beside base64, and the key with it', async () => {
  const jwk = createPrivateKey(await files.read('leaf.key')).export({ format: 'jwk' })
  const [leaf, middle] = [await files.read('leaf.pem'), new X509Certificate(await files.read('middle.pem'))]
  const x5c = [leaf.toString('utf8'), middle.raw.toString('base64')]
  for (const content of [{ ...jwk, x5c }, { keys: [{ ...jwk, x5c, kid: 'a' }] }]) {
    const read = readBytes(JSON.stringify(content))
    await expectKey(read)
    expect(subjects(read)).toEqual(['leaf', 'middle'])
  }
  // A public key beside a private one as PEM is nothing to report.
  const { kty, n, e } = jwk
  await expectKey(readBytes(JSON.stringify({ kty, n, e, pem: (await files.read('leaf.key')).toString('utf8') })))
})

test.each<[string, (pem: string) => string]>([
  ['with line breaks as \\n', (pem) => `KEY="${pem.replaceAll('\n', String.raw`\n`)}"`],
  ['with line breaks as \\r\\n', (pem) => pem.replaceAll('\n', String.raw`\r\n`)],
  ['in JSON', (pem) => JSON.stringify({ type: 'service_account', keys: [{ private_key: pem }] }, undefined, 1)],
  [
    'in JSON that escapes more',
    (pem) =>
      JSON.stringify([pem])
        .replaceAll('/', String.raw`\/`)
        .replaceAll('+', '\\u002b'),
  ],
  ['in JSON inside JSON', (pem) => JSON.stringify({ secret: JSON.stringify({ pem }) })],
])('PEM: is read %s', async (_name, written) => {
  await expectKey(readBytes(written((await files.read('leaf.key')).toString('utf8'))))
})

describe('PKCS#12', () => {
  const parts = ['-inkey', 'leaf.key', '-in', 'leaf.pem', '-certfile', 'chain.pem']
  test('PKCS#12: gives its certificates and says so if the key has a different passphrase', async () => {
    const bytes = await readFile(join(import.meta.dirname, '../import/testing/key-passphrase.p12'))
    const { certificates, ...opened } = readBytes(bytes, 'pw')
    expect(certificates).toHaveLength(2)
    expect(opened).toMatchObject({
      ...{ keys: [], locked: [] },
      problems: [{ reason: expect.stringContaining('Its private key has a different passphrase') as string }],
    })
    expect(readBytes(bytes, 'another')).toMatchObject({
      certificates: [],
      problems: [],
      locked: [{ attempt: 'failed' }],
    })
  })

  test('PKCS#12: opens with PBMAC1 whose key is longer than its digest', async () => {
    const bytes = await readFile(join(import.meta.dirname, '../import/testing/pbmac1-key-of-64-bytes.p12'))
    expect(readBytes(bytes, 'pw')).toMatchObject({ keys: [{ keySize: 2048 }], problems: [], locked: [] })
    expect(readBytes(bytes, 'another')).toMatchObject({ keys: [], locked: [{ attempt: 'failed' }] })
  })

  test('PKCS#12: opens with umlauts as old OpenSSL wrote them', async () => {
    // OpenSSL before 1.1.0 took each byte of a passphrase for a character.
    const typed = Buffer.from('päss', 'utf8').toString('latin1')
    const old = ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']
    await files.openssl('pkcs12', '-export', ...parts, ...old, '-passout', `pass:${typed}`, '-out', 'old.p12')
    await expectKey(await read('old.p12', 'päss'))
    await files.openssl(
      'pkcs8',
      '-topk8',
      '-v1',
      'PBE-SHA1-3DES',
      '-in',
      'leaf.key',
      '-passout',
      `pass:${typed}`,
      '-out',
      'old',
    )
    await expectKey(await read('old', 'päss'))
  })

  test.each([
    ['OpenSSL’s own choice', []],
    ['the old ciphers', ['-legacy']],
    ['3DES throughout', ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']],
    ['certificates in the open', ['-certpbe', 'NONE']],
    ['SHA-512', ['-macalg', 'sha512']],
    ['no MAC', ['-nomac']],
  ])('PKCS#12: opens with its passphrase only, written with %s', async (_name, args) => {
    await files.openssl('pkcs12', '-export', ...parts, ...args, '-passout', `pass:${passphrase}`, '-out', 'a.p12')
    expect(await read('a.p12')).toMatchObject({ keys: [], problems: [], locked: [{ attempt: 'none' }] })
    expect(await read('a.p12', 'another')).toMatchObject({ keys: [], problems: [], locked: [{ attempt: 'failed' }] })
    const opened = await read('a.p12', passphrase)
    await expectKey(opened)
    expect(subjects(opened)).toEqual(['leaf', 'middle', 'root'])
  })

  test.each([
    ['an empty passphrase', ['-passout', 'pass:']],
    ['an empty passphrase and old ciphers', ['-passout', 'pass:', '-legacy']],
    ['no encryption', ['-passout', 'pass:', '-keypbe', 'NONE', '-certpbe', 'NONE', '-nomac']],
  ])('PKCS#12: opens without asking for a passphrase, with %s', async (_name, args) => {
    await files.openssl('pkcs12', '-export', ...parts, ...args, '-out', 'empty.p12')
    await expectKey(await read('empty.p12'))
  })

  // GnuTLS takes hundreds of thousands of rounds, which are seconds for each file.
  const soak: [string, string[]][] = [
    ['aes-256', ['--password', passphrase]],
    ['aes-128', ['--outder', '--hash', 'SHA512', '--password', passphrase]],
    ['aes-256', ['--outder', '--empty-password']],
    ['rc2-40', ['--outder', '--password', passphrase]],
  ]
  test.each<[string, string[]]>([
    ['aes-256', ['--outder', '--password', passphrase]],
    ['aes-256', ['--outder', '--null-password']],
    ...(process.env['CLAVIS_SOAK'] === '1' ? soak : []),
  ])('PKCS#12: opens with its passphrase, by GnuTLS with %s, %j', async (cipher, args) => {
    await files.write('all.pem', Buffer.concat([await files.read('leaf.pem'), await files.read('chain.pem')]))
    const given = ['--load-privkey', 'leaf.key', '--load-certificate', 'all.pem', '--p12-name', 'acme']
    await files.certtool('--to-p12', ...given, '--pkcs-cipher', cipher, ...args, '--outfile', 'g.p12')
    const opened = await read('g.p12', args.includes('--password') ? passphrase : undefined)
    await expectKey(opened)
    expect(subjects(opened).sort()).toEqual(['leaf', 'middle', 'root'])
  })
})

test('PKCS#12: opens with indefinite lengths and octets in pieces, as browsers wrote it', async () => {
  await files.openssl(
    'pkcs12',
    '-export',
    '-inkey',
    'leaf.key',
    '-in',
    'leaf.pem',
    '-passout',
    'pass:x',
    '-out',
    'i.p12',
  )
  const indefinite = toIndefinite(readElement(await files.read('i.p12')))
  await expectKey(readBytes(indefinite, 'x'))
})

/** The same in BER: every constructed length indefinite, every octet string in two pieces (X.690 §8.1.3.6, §8.7.3). */
function toIndefinite(element: BerElement): Buffer {
  const end = Buffer.alloc(2)
  if (element.isConstructed)
    return Buffer.concat([element.whole.subarray(0, 1), Buffer.of(0x80), ...childrenOf(element).map(toIndefinite), end])
  if (!is(element, tags.octetString) || element.content.length < 2) return element.whole
  const middle = Math.min(100, element.content.length >> 1)
  const pieces = [element.content.subarray(0, middle), element.content.subarray(middle)].map((piece) =>
    Buffer.concat([Buffer.of(0x04, 0x84), uint32(piece.length), piece]),
  )
  return Buffer.concat([Buffer.of(0x24, 0x80), ...pieces, end])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

describe('unusable files', () => {
  test.each([
    [['ecparam', '-genkey', '-name', 'prime256v1'], 'elliptic curve'],
    [['genpkey', '-algorithm', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], 'elliptic curve'],
    [['genpkey', '-algorithm', 'ed25519'], 'Ed25519'],
    [['genpkey', '-algorithm', 'rsa', '-pkeyopt', 'rsa_keygen_bits:1024'], '1024 bits; RS256 needs'],
  ])('readMaterial: says why it cannot use a key of openssl %j', async (args, words) => {
    await files.openssl(...args, '-out', 'other.key')
    const { keys, problems } = await read('other.key')
    expect(keys).toEqual([])
    expect(problems).toEqual([{ subject: '', reason: expect.stringContaining(words) as string }])
  })

  test.each([
    ['-----BEGIN CERTIFICATE-----\nMIIB', 'truncated'],
    ['-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----', 'damaged'],
    ['-----BEGIN CERTIFICATE-----\n%%%%\n-----END CERTIFICATE-----', 'damaged'],
    ['hello', 'no certificate or private key'],
    ['', 'empty'],
    ['{"a": 1}', 'not a JWK'],
    ['{"kty": "EC", "crv": "P-256"}', 'elliptic curve'],
    ['{"kty": "RSA", "n": "AQAB", "e": "AQAB"}', 'public key'],
    ['{"kty": "RSA", "n": "AQAB", "e": "AQAB", "d": "AQ"}', 'The RSA key is incomplete'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----', 'ssh-keygen'],
  ])('readMaterial: says why it cannot use %j', (text, words) => {
    const { problems } = readBytes(text)
    expect(problems).toEqual([{ subject: '', reason: expect.stringContaining(words) as string }])
  })

  test('readMaterial: says that it cannot use a CSR, a public key, or a key whose numbers do not fit', async () => {
    expect((await read('leaf.csr')).problems[0]?.reason).toContain('CSR')
    await files.openssl('rsa', '-in', 'leaf.key', '-pubout', '-out', 'public.pem')
    expect((await read('public.pem')).problems[0]?.reason).toContain('public key')
    await files.openssl('rsa', '-in', 'leaf.key', '-RSAPublicKey_out', '-out', 'public1.pem')
    expect((await read('public1.pem')).problems[0]?.reason).toContain('public key')
    const jwk = createPrivateKey(await files.read('leaf.key')).export({ format: 'jwk' })
    const other = createPrivateKey(await files.read('middle.key')).export({ format: 'jwk' })
    const mixed = readBytes(JSON.stringify({ ...jwk, n: other.n }))
    expect(mixed).toMatchObject({ keys: [], problems: [{ reason: expect.stringContaining('damaged') as string }] })
  })
})
