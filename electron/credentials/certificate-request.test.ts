import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { certificateRequestSchema, emptySubject, type SubjectAlternativeName } from '#shared/credentials/credential.ts'
import { createRequestPem } from './certificate-request.ts'
import { createKeyPair } from './key-pair.ts'

const { privateKey, publicKey } = await createKeyPair(2048)
const label = 'a'.repeat(63)

function requestWith(names: readonly SubjectAlternativeName[]): Promise<string> {
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  return createRequestPem(privateKey, publicKeyPem, { ...emptySubject, commonName: 'acme' }, names)
}

const names: readonly [SubjectAlternativeName['type'], string, openssl: string, certtool: string][] = [
  ['ip', '64:ff9b::192.0.2.33', 'IP Address:64:FF9B:0:0:0:0:C000:221', 'IPAddress: 64:ff9b::c000:221'],
  ['ip', '::2:3:4:5:6:7:8', 'IP Address:0:2:3:4:5:6:7:8', 'IPAddress: 0:2:3:4:5:6:7:8'],
  ['ip', '1:2:3:4:5:6:7::', 'IP Address:1:2:3:4:5:6:7:0', 'IPAddress: 1:2:3:4:5:6:7:0'],
  ['ip', '::ffff:192.0.2.1', 'IP Address:0:0:0:0:0:FFFF:C000:201', 'IPAddress: ::ffff:192.0.2.1'],
  ['ip', '2001:DB8:0:0:1:0:0:1', 'IP Address:2001:DB8:0:0:1:0:0:1', 'IPAddress: 2001:db8::1:0:0:1'],
  ['ip', '::', 'IP Address:0:0:0:0:0:0:0:0', 'IPAddress: ::'],
  ['ip', '1::', 'IP Address:1:0:0:0:0:0:0:0', 'IPAddress: 1::'],
  ['ip', '192.0.2.1', 'IP Address:192.0.2.1', 'IPAddress: 192.0.2.1'],
  ['dns', `${label}.example`, `DNS:${label}.example`, `DNSname: ${label}.example`],
  ['uri', 'https://Pay.example.com', 'URI:https://Pay.example.com', 'URI: https://Pay.example.com'],
  ['uri', 'https://ä.example/ü', 'URI:https://xn--4ca.example/%C3%BC', 'URI: https://xn--4ca.example/%C3%BC'],
]

test('CSR: names every alternative name as it was given, read by openssl and certtool', async () => {
  const input = await requestWith(names.map(([type, value]) => ({ type, value })))
  const run = (program: string, ...args: string[]): string => execFileSync(program, args, { input, encoding: 'utf8' })
  const text = run('openssl', 'req', '-noout', '-text')
  expect(text).toContain(names.map(([, , openssl]) => openssl).join(', '))
  const lines = run('certtool', '--crq-info').split('\n')
  expect(lines.map((line) => line.trim())).toEqual(expect.arrayContaining(names.map(([, , , certtool]) => certtool)))
})

test.each<[SubjectAlternativeName['type'], string]>([
  ['ip', '1.2.3'],
  ['ip', '01.2.3.4'],
  ['ip', 'fe80::1%eth0'],
  ['ip', '1::2::3'],
  ['dns', 'a..b'],
  ['dns', `a${label}.example`],
  ['dns', `${`${label}.`.repeat(3)}${label}`],
  ['dns', 'a-.example'],
  ['dns', '192.0.2.1'],
  ['dns', '0x7f.0x1'],
  ['email', `a@a${label}.example`],
  ['email', 'a@b-.example'],
  ['uri', 'https:a.example'],
  ['uri', 'https://a..example/'],
  ['uri', 'https://a..ä/'],
  ['uri', 'http://192.0.2/'],
  ['uri', 'https://a.example/a b'],
  ['uri', 'https://a.example\\b'],
])('CSR: refuses the name %s:%s', async (type, value) => {
  await expect(requestWith([{ type, value }])).rejects.toMatchObject({ code: 'input-invalid' })
})

test('CSR: one that an earlier version stored with such a name is still read', () => {
  const subjectAlternativeNames = [{ type: 'dns', value: 'a..b' }]
  const stored = { subject: { ...emptySubject, commonName: 'acme' }, subjectAlternativeNames, pem: '' }
  const createdAt = '2026-01-01T00:00:00.000Z'
  expect(certificateRequestSchema.parse({ ...stored, createdAt })).toEqual({ ...stored, createdAt })
})
