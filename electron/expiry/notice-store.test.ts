import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Database } from '../store/database.ts'
import { NoticeStore, type NoticeState } from './notice-store.ts'
import { fingerprintOf, idOf } from './testing/stored-certificate.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-notices-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (): NoticeStore => new NoticeStore({ database: new Database({ folder }) })
const instant = '2026-05-01T10:00:00Z'

function withThreshold(threshold: number) {
  return (state: NoticeState): NoticeState => ({
    ...state,
    certificates: {
      ...state.certificates,
      [fingerprintOf(String(threshold))]: {
        sent: [{ threshold, at: instant, kind: 'sent' }],
        notAfter: instant,
        snooze: { since: instant, until: instant },
        replacement: { since: instant, note: 'CSR sent' },
      },
    },
    profiles: { ...state.profiles, [idOf('Acme')]: { thresholds: [threshold] } },
  })
}

test('NoticeStore: changes survive a restart', async () => {
  const after = await open().change(withThreshold(30))
  expect(await open().read()).toEqual(after)
})

test('NoticeStore: concurrent changes run one after another', async () => {
  const store = open()
  await Promise.all([1, 2, 3, 4, 5].map((threshold) => store.change(withThreshold(threshold))))
  expect(Object.keys((await open().read()).certificates)).toHaveLength(5)
})

test('NoticeStore: never writes an invalid state', async () => {
  const store = open()
  const good = await store.change(withThreshold(30))
  await expect(
    store.change((state) => ({ ...state, certificates: { wrong: { sent: [], notAfter: 'never' } } })),
  ).rejects.toThrow()
  expect(await open().read()).toEqual(good)
})
