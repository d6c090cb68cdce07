import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Confirmation } from '#shared/questions.ts'
import type { Confirm } from '../confirmation.ts'
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

test.each([
  { apiBaseUrl: 'https://api.example/v1\n}\nscript:post-response {\n  throw 1\n}' },
  { apiBaseUrl: 'https://good.example/v1/ http://evil.example' },
  { apiBaseUrl: 'https://api.example/?tenant=a' },
  { tokenUrl: 'https://auth.example.com\\@evil.example/token' },
  { proxy: 'http://good.example\\evil.example:3128' },
  { helloPath: 'a\\b\u0007' },
  { audience: 'acme\u202E' },
])('previewProfileFile: refuses an address that programs read differently: %j', (changes) => {
  const file = JSON.parse(text) as { profiles: object[] }
  const profiles = file.profiles.map((profile) => ({ ...profile, ...changes }))
  expect(() => previewProfileFile(JSON.stringify({ ...file, profiles }))).toThrow(Object.keys(changes)[0])
})

const view = { list: 'reports', name: 'Monthly', filter: '', sort: [], mode: 'table' } as const

function withViews(environment: string, settings: readonly object[], order: readonly string[] = []): string {
  const file = JSON.parse(text) as { profiles: object[] }
  const profiles = file.profiles.map((profile) => ({
    ...{ ...profile, certificateAuthorities: [], proxy: 'system', proxyUser: '', proxyExceptions: '' },
    ...{ environment, views: [{ ...view, columns: { order, settings } }] },
  }))
  return JSON.stringify({ ...file, profiles })
}

test('importProfileFile: asks before saved views of a Production profile change, and not if they stay the same', async () => {
  const asked: string[][] = []
  const agree: Confirm = ({ details }) => {
    asked.push([...details])
    return Promise.resolve()
  }
  const refuse: Confirm = () => Promise.reject(new Error('Refused.'))
  const [before, after] = [[{ path: 'fee', title: 'Fee' }], [{ path: 'tax', title: 'Fee' }]]
  await importProfileFile(store, withViews('production', before))
  const replace = (confirm: Confirm, settings: readonly object[]): Promise<unknown> =>
    importProfileFile(store, withViews('production', settings), { withNetwork: false, replace: confirm })
  await replace(refuse, before)
  await expect(replace(refuse, after)).rejects.toThrow('Refused.')
  await replace(agree, after)
  expect(asked).toEqual([['Profile: Acme', 'Saved view of Reports changed: Monthly']])
  // Now they are the same.
  await replace(refuse, after)
})

test.each([
  [{ path: 'fee', title: 'amount' }],
  [{ path: 'fee', title: 'amo\u200Bunt' }],
  [{ path: 'fee', title: 'other' }],
])(
  'previewProfileFile: refuses the name of a column that is another field’s, or has hidden characters: %j',
  (setting) => {
    const file = withViews('client-testing', [setting, { path: 'amount', hidden: true }], ['other'])
    expect(() => previewProfileFile(file)).toThrow('views.0.columns.settings.0.title')
  },
)
