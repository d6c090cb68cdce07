import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Confirm, Confirmation } from '../confirmation.ts'
import { makeServerCertificate } from '../diagnostics/testing/server-certificates.ts'
import { Database } from '../store/database.ts'
import { importProfileFile, previewProfileFile } from './profile-import.ts'
import { ProfileStore } from './store/profile-store.ts'

let folder: string
let store: ProfileStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-import-'))
  let number = 0
  store = new ProfileStore({
    ...{ database: new Database({ folder }), now: Date.now },
    newId: () => `00000000-0000-4000-8000-${String((number += 1)).padStart(12, '0')}`,
  })
})
afterEach(async () => {
  await store.database.end()
  await rm(folder, { recursive: true, force: true })
})

const authorities = ['First CA', 'Hidden CA'].map(
  (commonName) => makeServerCertificate({ commonName, isAuthority: true }).cert,
)
const text = JSON.stringify({
  clavis: 1,
  profiles: [
    {
      name: 'Acme',
      environment: 'client-testing',
      clientId: 'acme',
      tokenUrl: 'https://auth.example.com/token',
      apiBaseUrl: 'https://api.example.com:8443/v1',
      // Two certificates in one text: TLS takes both.
      certificateAuthorities: [authorities.join('\n')],
      proxy: 'http://proxy.example.net:3128',
      proxyUser: 'someone',
      proxyExceptions: 'localhost',
    },
  ],
})

test('previewProfileFile: shows hosts, every authority and the proxy before the import', () => {
  expect(previewProfileFile(text)).toEqual([
    {
      name: 'Acme',
      environment: 'client-testing',
      hosts: ['auth.example.com', 'api.example.com:8443'],
      parameters: [],
      authorities: ['First CA', 'Hidden CA'].map((name, index) => ({
        subject: `CN=${name}`,
        sha256: new X509Certificate(authorities[index] ?? '').fingerprint256.replaceAll(':', ''),
      })),
      proxy: 'http://proxy.example.net:3128',
    },
  ])
})

test('importProfileFile: leaves out authorities and proxies unless wanted and confirmed, in every environment', async () => {
  const [plain] = await importProfileFile(store, text)
  expect(plain).toMatchObject({ certificateAuthorities: [], proxy: 'system', proxyUser: '', proxyExceptions: '' })
  await store.remove(plain?.id ?? '')

  await expect(importProfileFile(store, text, { withNetwork: true })).rejects.toMatchObject({ code: 'not-confirmed' })
  expect(await store.list()).toEqual([])
  const asked: Confirmation[] = []
  const agree: Confirm = (question) => {
    asked.push(question)
    return Promise.resolve()
  }
  const [kept] = await importProfileFile(store, text, { withNetwork: true }, agree)
  expect(kept).toMatchObject({ certificateAuthorities: [authorities.join('\n')], proxyUser: 'someone' })
  expect(asked).toHaveLength(1)
  for (const words of ['CN=First CA', 'CN=Hidden CA', 'http://proxy.example.net:3128'])
    expect(asked[0]?.details.join('\n')).toContain(words)
})

test('importProfileFile: shows the proxy in the question, however many authorities there are', async () => {
  const many = Array.from(
    { length: 9 },
    (_, index) => makeServerCertificate({ commonName: `CA ${index}`, isAuthority: true }).cert,
  )
  const { profiles } = JSON.parse(text) as { profiles: object[] }
  const file = JSON.stringify({
    clavis: 1,
    profiles: profiles.map((profile) => ({ ...profile, certificateAuthorities: many })),
  })
  const asked: Confirmation[] = []
  const confirm: Confirm = (question) => {
    asked.push(question)
    return Promise.resolve()
  }
  await importProfileFile(store, file, { withNetwork: true }, confirm)
  expect(asked[0]?.details[0]).toBe('Proxy: http://proxy.example.net:3128')
  expect(asked[0]?.details.filter((line) => line.startsWith('Trusted CA'))).toHaveLength(5)
  expect(asked[0]?.details).toContainEqual(expect.stringContaining('and 4 more'))
})
