import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NoticeState } from './notice-state.ts'
import { NoticeStore } from './notice-store.ts'
import { fingerprintOf, idOf } from '../testing/stored-certificate.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-notices-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const open = (): NoticeStore => new NoticeStore({ folder, now: () => Date.parse('2026-05-01T10:00:00Z') })
const file = (): string => join(folder, 'notices.json')
const instant = '2026-05-01T10:00:00Z'

function withThreshold(threshold: number) {
  return (state: NoticeState): NoticeState => ({
    ...state,
    certificates: {
      ...state.certificates,
      [fingerprintOf(String(threshold))]: {
        told: [{ threshold, at: instant, kind: 'told' }],
        notAfter: instant,
        snooze: { since: instant, until: instant },
        replacement: { since: instant, note: 'CSR sent' },
      },
    },
    profiles: { ...state.profiles, [idOf('Acme')]: { thresholds: [threshold] } },
  })
}

test('changes survive a restart, in a file that only its owner can read', async () => {
  const after = await open().change(withThreshold(30))
  expect(await open().read()).toEqual(after)
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  expect(open().notices()).toEqual([])
})

test('concurrent changes run one after another', async () => {
  const store = open()
  await Promise.all([1, 2, 3, 4, 5].map((threshold) => store.change(withThreshold(threshold))))
  expect(Object.keys((await open().read()).certificates)).toHaveLength(5)
})

test('a change that changes nothing writes nothing', async () => {
  const store = open()
  await store.change((state) => ({ ...state }))
  expect(await readdir(folder)).toEqual([])
})

test('an invalid state is never written', async () => {
  const store = open()
  const good = await store.change(withThreshold(30))
  await expect(
    store.change((state) => ({ ...state, certificates: { wrong: { told: [], notAfter: 'never' } } })),
  ).rejects.toThrow()
  expect(await open().read()).toEqual(good)
})

test.each([
  ['truncated', (text: string) => text.slice(0, -20)],
  ['empty', () => ''],
  ['invalid', () => '{ "version": 1, "certificates": [] }'],
])('a file that is %s is renamed and reported, and its last good copy restored', async (_how, damage) => {
  const good = await open().change(withThreshold(30))
  const damaged = damage(await readFile(file(), 'utf8'))
  await writeFile(file(), damaged)
  const store = open()
  expect(await store.read()).toEqual(good)
  expect(store.notices()).toEqual([expect.stringContaining('Its last good copy was restored')])
  const aside = (await readdir(folder)).find((name) => name.startsWith('notices.damaged-'))
  expect(await readFile(join(folder, aside ?? ''), 'utf8')).toBe(damaged)
  expect(await open().read()).toEqual(good)
})

test('without a good copy it starts empty and says so', async () => {
  await writeFile(file(), 'x')
  const store = open()
  expect((await store.read()).certificates).toEqual({})
  expect(store.notices()).toEqual([expect.stringContaining('There is no good copy')])
})

test('a missing file is restored from its copy', async () => {
  const good = await open().change(withThreshold(30))
  await rm(file())
  const store = open()
  expect(await store.read()).toEqual(good)
  expect(store.notices()).toEqual([expect.stringContaining('was missing')])
})

test('a file of a newer Clavis stays unchanged', async () => {
  await writeFile(file(), '{ "version": 2, "news": true }')
  await expect(open().read()).rejects.toMatchObject({ code: 'store-too-new' })
  await expect(open().change(withThreshold(1))).rejects.toMatchObject({ code: 'store-too-new' })
  expect(await readFile(file(), 'utf8')).toBe('{ "version": 2, "news": true }')
})
