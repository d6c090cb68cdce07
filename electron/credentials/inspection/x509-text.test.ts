import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificateText, requestText } from './x509-text.ts'

const run = promisify(execFile)
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-text-'))
})
afterAll(() => rm(folder, { recursive: true }))

const file = (name: string): string => join(folder, name)

/** What differs between versions of OpenSSL: blanks around `=` in names, words for the same thing, trailing blanks. */
function comparable(text: string): string[] {
  return text
    .split('\n')
    .map((line) =>
      line
        .trimEnd()
        .replaceAll(' = ', '=')
        .replace(/^(\s+)keyid:/u, '$1'),
    )
    .filter((line) => line.trim() !== '')
}

async function selfSigned(...args: string[]): Promise<Buffer> {
  const common = ['req', '-x509', '-nodes', '-keyout', file('key.pem'), '-out', file('cert.pem'), '-utf8']
  await run('openssl', [...common, ...args])
  return new X509Certificate(await readFile(file('cert.pem'))).raw
}

async function opensslText(): Promise<string> {
  return (
    await run('openssl', ['x509', '-in', file('cert.pem'), '-noout', '-text', '-nameopt', 'oneline,utf8,-esc_msb'])
  ).stdout
}

describe('certificates', () => {
  const cases: Readonly<Record<string, string[]>> = {
    'with defaults': ['-newkey', 'rsa:2048', '-days', '90', '-subj', '/C=DE/O=Müller & Söhne/OU=Pay, Ltd/CN=acme'],
    'with every usual extension': [
      ...['-newkey', 'rsa:3072', '-days', '9', '-subj', '/CN=acme+serialNumber=7/DC=example', '-set_serial', '1'],
      ...['-addext', 'keyUsage=critical,digitalSignature,keyEncipherment,dataEncipherment'],
      ...['-addext', 'extendedKeyUsage=clientAuth,serverAuth,1.2.3.4'],
      ...[
        '-addext',
        'subjectAltName=DNS:a.example,email:x@a.example,URI:https://a.example/x,IP:192.0.2.7,IP:2001:db8::1',
      ],
      ...['-addext', 'crlDistributionPoints=URI:http://crl.example/a.crl'],
      ...['-addext', 'authorityInfoAccess=OCSP;URI:http://ocsp.example,caIssuers;URI:http://ca.example/ca.crt'],
      ...['-addext', 'certificatePolicies=1.2.3.4,2.5.29.32.0'],
    ],
    'of an authority with a path length, signed with SHA-1': [
      ...['-newkey', 'rsa:2048', '-sha1', '-subj', '/CN=ca', '-addext', 'basicConstraints=critical,CA:TRUE,pathlen:2'],
    ],
    'with an unknown extension': [...['-newkey', 'rsa:2048', '-subj', '/CN=a', '-addext', '1.2.3.4.5=DER:0403010203']],
  }
  test.each(Object.keys(cases))('certificateText: is what OpenSSL prints, %s', async (name) => {
    const der = await selfSigned(...(cases[name] ?? []))
    const [ours, theirs] = [comparable(certificateText(der)), comparable(await opensslText())]
    // What an unknown extension's bytes mean is guessed differently; that its lines are there is enough.
    const isGuess = (line: string): boolean => /\.{3}|04 03 01 02 03/u.test(line)
    expect(ours.filter((line) => !isGuess(line))).toEqual(theirs.filter((line) => !isGuess(line)))
  })

  test('certificateText: describes a key that is not RSA', async () => {
    const der = await selfSigned('-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-subj', '/CN=ec')
    const text = certificateText(der)
    expect(text).toContain('Public Key Algorithm: id-ecPublicKey')
    expect(text).toContain('Signature Algorithm: ecdsa-with-SHA256')
  })
})

test('requestText: is what OpenSSL prints for a CSR', async () => {
  await run('openssl', [
    ...['req', '-newkey', 'rsa:2048', '-nodes', '-keyout', file('k.pem'), '-out', file('r.csr'), '-utf8'],
    ...['-subj', '/C=DE/O=Acme/CN=acme/emailAddress=a@acme.example', '-addext', 'subjectAltName=DNS:acme.example'],
  ])
  const options = ['-noout', '-text', '-nameopt', 'oneline,utf8,-esc_msb']
  const { stdout } = await run('openssl', ['req', '-in', file('r.csr'), ...options])
  expect(comparable(requestText(await readFile(file('r.csr'), 'utf8')))).toEqual(comparable(stdout))
  await run('openssl', ['req', '-new', '-key', file('k.pem'), '-out', file('plain.csr'), '-subj', '/CN=a'])
  const plain = await run('openssl', ['req', '-in', file('plain.csr'), ...options])
  expect(comparable(requestText(await readFile(file('plain.csr'), 'utf8')))).toEqual(
    // OpenSSL prints the heading of requested extensions even if there are none.
    comparable(plain.stdout).filter((line) => !line.includes('Requested Extensions')),
  )
})
