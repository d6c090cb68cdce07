import { expect, test } from 'vitest'
import { ActivityLog, type NewActivity } from './activity-log.ts'

const line = (what: string, profileId?: string): NewActivity => ({
  at: '2026-11-20T10:00:00.000Z',
  kind: 'call',
  what,
  outcome: 'ok',
  ...(profileId === undefined ? {} : { profileId }),
})

test('ActivityLog: lists the newest first, for one profile if requested', () => {
  const log = new ActivityLog()
  for (const [what, profileId] of [
    ['a', 'one'],
    ['b', 'two'],
    ['c', 'one'],
  ] as const)
    log.add(line(what, profileId))
  expect(log.list({ limit: 2 }).map(({ what }) => what)).toEqual(['c', 'b'])
  expect(log.list({ limit: 9, profileId: 'one' }).map(({ what }) => what)).toEqual(['c', 'a'])
  log.clear()
  expect(log.list({ limit: 9 })).toEqual([])
})

test('ActivityLog: keeps the newest 5,000 entries', () => {
  const log = new ActivityLog()
  for (let index = 1; index <= 12_345; index += 1) log.add(line(String(index)))
  const kept = log.list({ limit: 10_000 })
  expect(kept).toHaveLength(5000)
  expect([kept[0]?.what, kept.at(-1)?.what]).toEqual(['12345', '7346'])
})

test('ActivityLog: publishes each entry once, until unsubscribed', () => {
  const log = new ActivityLog()
  const added: string[] = []
  const unsubscribe = log.onAdd((entries) => added.push(...entries.map(({ what }) => what)))
  log.add(line('a'))
  unsubscribe()
  log.add(line('b'))
  expect(added).toEqual(['a'])
})
