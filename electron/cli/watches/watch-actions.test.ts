import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { webhookBodySchema } from '../../expiry/notice-store.ts'
import { ListViews } from '../../lists/views/list-views.ts'
import { ProfileStore } from '../../profiles/store/profile-store.ts'
import { Database } from '../../store/database.ts'
import { ListGround } from '../lists/testing/list-ground.ts'
import type { CommandOutcome } from '../testing/command-run.ts'

let ground: ListGround
const watch = (...args: string[]): Promise<CommandOutcome> => ground.clavis('watch', ...args)
beforeEach(async () => {
  ground = await ListGround.start({ pages: 2, recordsPerPage: 3 })
})
afterEach(() => ground[Symbol.asyncDispose]())

/** Saves a view like the window does. */
async function saveView(name: string): Promise<void> {
  const database = new Database({ folder: ground.folder })
  const profiles = new ProfileStore({ database, now: Date.now, newId: randomUUID })
  const { profile } = await profiles.find('Acme')
  const place = { profileId: profile.id, list: 'reports' } as const
  const content = { filter: 'id>3', sort: [], mode: 'table' as const, columns: { order: [], settings: [] } }
  await new ListViews({ database, newId: randomUUID }).save(place, name, content)
  await database.end()
}

const error = (text: string): CommandOutcome => expect.stringContaining(text) as never

test('clavis watch: a watch is set with its cost, listed, changed in part, switched off and on, and removed', async () => {
  expect(await watch('list')).toMatchObject({ code: 0, out: error('clavis watch set PROFILE LIST') })
  await saveView('Large')
  const named = ['Acme', 'reports', '--view', 'large']
  expect(await watch('set', ...named, '--every', '2h', '--on', 'appeared,above=20', '--id', 'id')).toEqual({
    code: 0,
    out: 'Cost not known yet: the list was never loaded completely.\nWatching Reports: Large of Acme every 2 hours. Keeps 10 loads, at most 30 days.\n',
    error: '',
  })
  expect((await watch('run', '--once')).code).toBe(0)
  // What is not named stays.
  const { out } = await watch('set', ...named, '--weekly', 'fri@07:30', '--keep-loads', '5', '--json')
  expect(JSON.parse(out)).toMatchObject({
    ...{ profile: 'Acme', list: 'reports', viewName: 'Large', isOn: true, cost: { pages: 2, records: 6 } },
    settings: {
      schedule: { kind: 'weekly', weekday: 5, at: '07:30' },
      conditions: [{ kind: 'appeared' }, { kind: 'above', bound: 20 }],
      keep: { loads: 5, days: 30 },
      idPath: 'id',
    },
  })
  expect((await watch('set', ...named)).out).toContain(
    'About 2 pages a load, 2 requests a week, plus token requests.\n',
  )
  const [heading = '', line = ''] = (await watch('list')).out.split('\n')
  expect(heading.split(/ {2,}/u)).toEqual(['PROFILE', 'WHAT', 'SCHEDULE', 'LAST LOAD', 'NEXT'])
  expect(line.split(/ {2,}/u)).toEqual([
    ...['Acme', 'Reports: Large', 'Fridays at 07:30'],
    expect.stringMatching(/^2 records · first load \(.+Z\)$/u),
    expect.stringMatching(/Z$/u),
  ])
  expect(await watch('off', ...named)).toMatchObject({ code: 0, out: error('No longer watching Reports: Large') })
  expect(JSON.parse((await watch('list', '--json')).out)).toMatchObject([{ profile: 'Acme', isOn: false }])
  expect(await watch('on', ...named)).toMatchObject({ code: 0 })
  expect(await watch('remove', ...named)).toMatchObject({ code: 0 })
  expect(JSON.parse((await watch('list', '--json')).out)).toEqual([])
})

test.each<[string[], number, string]>([
  [['set', 'Acme', 'reports', '--every', '5m'], 64, '15m to 24h'],
  [['set', 'Acme', 'reports', '--every', '90s'], 64, '15m to 24h'],
  [['set', 'Acme', 'reports', '--daily', '24:00'], 64, '08:00'],
  [['set', 'Acme', 'reports', '--weekly', 'day@08:00'], 64, 'mon@08:00'],
  [['set', 'Acme', 'reports', '--daily', '08:00', '--every', '1h'], 64, 'cannot be used with'],
  [['set', 'Acme', 'reports', '--on', 'appeared,above'], 64, 'Unknown condition “above”'],
  [['set', 'Acme', 'reports', '--on', 'above=1,above=2'], 65, 'at most one condition of each kind'],
  [['set', 'Acme', 'reports', '--keep-loads', '1'], 64, 'from 2 to 100'],
  [['set', 'Acme', 'reports', '--id', ''], 64, 'Enter the path'],
  [['set', 'Acme', 'reports', '--view', 'Large'], 65, 'no saved views of reports'],
  [['off', 'Acme', 'reports'], 65, 'Reports of “Acme”: not watched as a whole.'],
  [['run', 'Acme', 'reports', '--once'], 65, 'No view or list “reports” is watched.'],
  [['run'], 65, 'No watch is on.'],
  [['run', '--json'], 64, '--json needs --once'],
])('clavis watch %j: exits with %i and says why', async (args, code, why) => {
  expect(await watch(...args)).toMatchObject({ code, error: error(why) })
})

test('clavis watch: Production needs its name to be watched, watched otherwise, switched or removed, and for each load now', async () => {
  const { origin } = new URL(ground.server.baseUrl)
  const settings = [
    'flavor=jwt',
    'clientId=acme',
    `tokenUrl=${origin}/token`,
    `reportsBaseUrl=${ground.server.baseUrl}`,
  ]
  const create = ['profile', 'create', 'Live', 'environment=production', ...settings, 'audience=x']
  expect(await ground.clavis(...create)).toMatchObject({ code: 0 })
  const refused = { code: 65, error: error('not-confirmed') }
  const named = ['Live', 'reports']
  expect(await watch('set', ...named)).toMatchObject(refused)
  expect(JSON.parse((await watch('list', '--json')).out)).toEqual([])
  expect(await watch('set', ...named, '--confirm', 'Live')).toMatchObject({ code: 0 })
  expect(await watch('set', ...named, '--every', '1h')).toMatchObject(refused)
  expect(await watch('set', ...named, '--on', 'none')).toMatchObject(refused)
  expect(await watch('set', ...named, '--keep-loads', '3')).toMatchObject({ code: 0 })
  expect(await watch('off', ...named)).toMatchObject(refused)
  expect(await watch('remove', ...named)).toMatchObject(refused)
  expect(await watch('off', ...named, '--confirm', 'Live')).toMatchObject({ code: 0 })
  expect(await watch('on', ...named)).toMatchObject(refused)
  expect(await watch('on', ...named, '--confirm', 'Live')).toMatchObject({ code: 0 })
  expect(await watch('run', '--once', ...named)).toMatchObject(refused)
  expect(ground.server.asked).toEqual([])
  // Without a key, it gets no token: that is what its watch waits for.
  expect(await watch('run', '--once', ...named, '--confirm', 'Live')).toMatchObject({
    ...{ code: 65, out: error('Live, Reports: FAILED no-active-credential') },
  })
  expect((await watch('list')).out).toMatch(/paused: /u)
})

test('Webhook body of the guide: it is one that Clavis posts', async () => {
  const guide = await readFile(resolve(import.meta.dirname, '../../../docs/guide/watched-lists.md'), 'utf8')
  const [, body = ''] = /```json\n(.*?)```/su.exec(guide) ?? []
  expect(webhookBodySchema.parse(JSON.parse(body))).toEqual(JSON.parse(body))
})
