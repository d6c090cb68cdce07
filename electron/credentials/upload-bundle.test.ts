import { execFile } from 'node:child_process'
import { randomUUID, X509Certificate } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import { othersKey } from '../testing/prepared-keys.ts'
import { describeCertificate } from './certificate.ts'
import { bundleForUpload, writeBundles } from './upload-bundle.ts'

function readCertificates(pem: string | Uint8Array): X509Certificate[] {
  const blocks =
    Buffer.from(pem)
      .toString()
      .match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/gu) ?? []
  return blocks.map((block) => new X509Certificate(block))
}

const run = promisify(execFile)
let folder: string
/** Certificates created by OpenSSL. */
let pems: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-bundle-'))
  pems = []
  for (let number = 1; number <= 7; number += 1) {
    const [key, out] = [join(folder, 'key.pem'), join(folder, 'made.pem')]
    const subject = ['-subj', `/CN=acme ${number}`]
    await writeFile(key, othersKey())
    await run('openssl', ['req', '-x509', '-key', key, '-out', out, ...subject])
    pems.push(await readFile(out, 'utf8'))
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function credential(index: number, { isActive = false, chain = [] as readonly number[] } = {}): Credential {
  const [certificate, ...others] = [index, ...chain].flatMap((each) => readCertificates(pems[each] ?? ''))
  if (certificate === undefined) throw new Error('no certificate')
  const common = {
    id: randomUUID(),
    profileId: randomUUID(),
    keySize: 2048,
    publicKeyFingerprint: '',
    publicKeyPem: '',
    createdAt: '2026-01-01T00:00:00.000Z',
    certificate: {
      ...describeCertificate(certificate, others, '2026-01-01T00:00:00.000Z'),
      // OpenSSL 3.0 creates them all with the current date.
      notBefore: `2026-01-0${index + 1}T00:00:00.000Z`,
    },
  }
  return isActive
    ? { ...common, state: 'active', activatedAt: '2026-01-01T00:00:00.000Z' }
    : { ...common, state: 'certificate-imported' }
}

const bundle = (credentials: readonly Credential[], withChain = false): ReturnType<typeof bundleForUpload> =>
  bundleForUpload({ profileName: 'Acme client testing', credentials, withChain })
const subjects = (files: ReturnType<typeof bundleForUpload>): string[][] => files.map((file) => file.subjects)

test('writeBundles: writes seven certificates as two files for OpenSSL, the active one first, then the newest', async () => {
  const credentials = pems.map((_pem, index) => credential(index, { isActive: index === 2 }))
  const target = await mkdtemp(join(folder, 'out-'))
  const written = await writeBundles(target, bundle(credentials), { replace: false })
  const names = ['acme-client-testing-upload-1-of-2.pem', 'acme-client-testing-upload-2-of-2.pem']
  expect(written.map(({ fileName, certificates }) => [fileName, certificates])).toEqual([
    [names[0], 5],
    [names[1], 2],
  ])
  expect((await readdir(target)).sort()).toEqual(names)
  const read = await Promise.all(
    names.map(async (name) => {
      const pkcs7 = ['crl2pkcs7', '-nocrl', '-certfile', join(target, name), '-out', join(folder, `${name}.p7`)]
      await run('openssl', pkcs7)
      return (await run('openssl', ['pkcs7', '-print_certs', '-noout', '-in', join(folder, `${name}.p7`)])).stdout
    }),
  )
  const order = read.map((text) => [...text.matchAll(/subject=CN ?= ?(.+)/gu)].map((match) => match[1]))
  expect(order).toEqual([
    ['acme 3', 'acme 7', 'acme 6', 'acme 5', 'acme 4'],
    ['acme 2', 'acme 1'],
  ])
  for (const name of names) expect(await readFile(join(target, name), 'utf8')).not.toContain('PRIVATE KEY')
})

test('bundleForUpload: puts each certificate in one file, and at most five in a file', () => {
  const pairs = fc.array(fc.record({ index: fc.nat(6), chain: fc.uniqueArray(fc.nat(6), { maxLength: 4 }) }), {
    minLength: 1,
    maxLength: 14,
  })
  fc.assert(
    fc.property(pairs, fc.boolean(), (chosen, withChain) => {
      const credentials = chosen.map(({ index, chain }) => credential(index, { chain }))
      const files = bundle(credentials, withChain)
      for (const { pem, certificates } of files) {
        const inside = readCertificates(pem)
        expect(inside).toHaveLength(certificates)
        expect(certificates).toBeLessThanOrEqual(5)
        expect(new Set(inside.map(({ fingerprint256 }) => fingerprint256)).size).toBe(certificates)
      }
      expect(files.flatMap((file) => file.subjects)).toHaveLength(credentials.length)
      expect(files.map(({ fileName }) => fileName)).toEqual(
        files.map((_file, index) => `acme-client-testing-upload-${index + 1}-of-${files.length}.pem`),
      )
    }),
    { numRuns: 60 },
  )
})

test('bundleForUpload: includes a chain only on request and keeps it with its certificate', () => {
  const credentials = [
    credential(6, { chain: [0, 1] }),
    credential(5, { chain: [0, 1] }),
    credential(4, { chain: [2, 3] }),
  ]
  expect(bundle(credentials).map(({ certificates }) => certificates)).toEqual([3])
  expect(bundle(credentials, true).map(({ certificates }) => certificates)).toEqual([4, 3])
  expect(subjects(bundle(credentials, true))).toEqual([['CN=acme 7', 'CN=acme 6'], ['CN=acme 5']])
  expect(() => bundle([credential(6, { chain: [0, 1, 2, 3, 4] })], true)).toThrow('are 6 certificates')
})

test('writeBundles: refuses an empty bundle and overwrites files only on request', async () => {
  expect(() => bundle([])).toThrow(expect.objectContaining({ code: 'no-certificate' }))
  const files = bundle([credential(0)])
  const target = await mkdtemp(join(folder, 'out-'))
  const path = join(target, 'acme-client-testing-upload-1-of-1.pem')
  await writeFile(path, 'of yesterday')
  await expect(writeBundles(target, files, { replace: false })).rejects.toMatchObject({ code: 'input-invalid' })
  expect(await readFile(path, 'utf8')).toBe('of yesterday')
  await writeBundles(target, files, { replace: true })
  await writeBundles(target, files, { replace: false })
  expect(readCertificates(await readFile(path))).toHaveLength(1)
})
