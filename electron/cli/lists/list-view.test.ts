import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SavedView } from '#shared/lists/list-views.ts'
import { ListViews } from '../../lists/views/list-views.ts'
import { ProfileStore } from '../../profiles/store/profile-store.ts'
import { pageOf } from '../../records/testing/page-text.ts'
import { Database } from '../../store/database.ts'
import type { CommandOutcome } from '../testing/command-run.ts'
import { columnsOfView, noticeOfView } from './list-view.ts'
import { ListGround } from './testing/list-ground.ts'

let ground: ListGround
const clavis = (...args: string[]): Promise<CommandOutcome> => ground.clavis(...args)
beforeEach(async () => {
  ground = await ListGround.start()
})
afterEach(() => ground[Symbol.asyncDispose]())

const failed: Omit<SavedView, 'id' | 'list' | 'name'> = {
  filter: 'state:Errored created:yesterday',
  sort: [{ path: 'team', direction: 'descending' }],
  mode: 'table',
  columns: {
    order: ['team', 'id'],
    settings: [
      { path: 'status', title: 'State' },
      { path: 'team', title: 'Team' },
      { path: 'created', hidden: true },
    ],
  },
}

/** Saves a view like the window does. */
async function save(name: string, content = failed): Promise<void> {
  const database = new Database({ folder: ground.folder })
  const profiles = new ProfileStore({ database, now: Date.now, newId: randomUUID })
  const { profile } = await profiles.find('Acme')
  await new ListViews({ database, newId: randomUUID }).save({ profileId: profile.id, list: 'reports' }, name, content)
  await database.end()
}

test('clavis list --view: saves the records of a view in its order, with its columns, by the days of now', async () => {
  const created = new Date(Date.now() - 24 * 3_600_000).toISOString()
  const records = [
    { id: 1, status: 'Errored', team: 'Risk', created },
    { id: 2, status: 'Completed', team: 'Risk', created },
    { id: 3, status: 'Errored', team: 'Treasury', created },
    { id: 4, status: 'Errored', team: 'Treasury', created: '2020-01-01T00:00:00Z' },
  ].map((record) => JSON.stringify(record))
  ground.faults.set(undefined, pageOf(records, null, 'true'))
  await save('Failed yesterday')
  const [csv, ndjson] = [ground.file('out.csv'), ground.file('out.ndjson')]
  const view = ['--view', 'failed YESTERDAY', '--time-zone', 'UTC']
  expect(await clavis('list', 'Acme', 'reports', '--out', csv, '--format', 'csv', ...view)).toMatchObject({
    code: 0,
    error: '',
  })
  expect(await readFile(csv, 'utf8')).toBe('Team,id,State\r\nTreasury,3,Errored\r\nRisk,1,Errored\r\n')
  expect(await clavis('list', 'Acme', 'reports', '--out', ndjson, ...view)).toMatchObject({ code: 0, error: '' })
  expect(await readFile(ndjson, 'utf8')).toBe(`${records[2] ?? ''}\n${records[0] ?? ''}\n`)
})

test('clavis list --view: saves the records in the order of the view’s groups', async () => {
  const created = new Date(Date.now() - 24 * 3_600_000).toISOString()
  const records = ['Risk', 'Treasury', 'Risk'].map((team, id) =>
    JSON.stringify({ id, status: 'Errored', team, created }),
  )
  ground.faults.set(undefined, pageOf(records, null, 'true'))
  await save('Grouped', { ...failed, groups: [{ path: 'team', byCount: true }] })
  const ndjson = ground.file('out.ndjson')
  await clavis('list', 'Acme', 'reports', '--out', ndjson, '--view', 'Grouped', '--time-zone', 'UTC')
  expect(await readFile(ndjson, 'utf8')).toBe(`${records[0] ?? ''}\n${records[2] ?? ''}\n${records[1] ?? ''}\n`)
})

test('clavis list --view: an unknown view names those that there are, and nothing is loaded', async () => {
  const run = (): Promise<CommandOutcome> =>
    clavis('list', 'Acme', 'reports', '--out', ground.file('out.csv'), '--format', 'csv', '--view', 'Failed')
  expect(await run()).toMatchObject({ code: 65, error: expect.stringContaining('has no saved views') as string })
  await save('Failed yesterday')
  expect(await run()).toMatchObject({ code: 65, error: expect.stringContaining('“Failed yesterday”') as string })
  expect(ground.pagesAsked()).toBe(0)
  for (const [options, words] of [
    [['--view', 'Failed yesterday', '--snapshot', 'x'], '--view needs a file'],
    [['--view', 'Failed yesterday', '--filter', 'x', '--out', ground.file('out.ndjson')], 'cannot be used with'],
  ] as const) {
    const refused = await clavis('list', 'Acme', 'reports', ...options)
    expect(refused.code).not.toBe(0)
    expect(refused.error).toContain(words)
  }
  // The filter names a column that this list doesn't have.
  const wrong = await clavis('list', 'Acme', 'reports', '--out', ground.file('out.csv'), '--view', 'Failed yesterday')
  expect(wrong).toMatchObject({
    code: 65,
    error: expect.stringContaining('The filter of “Failed yesterday”') as string,
  })
})

test('clavis list --view: a note names the columns of the view, and of its sort, that no record has', async () => {
  const created = new Date(Date.now() - 24 * 3_600_000).toISOString()
  ground.faults.set(undefined, pageOf([JSON.stringify({ id: 1, status: 'Errored', created })], null, 'true'))
  await save('Failed yesterday')
  const run = (name: string, ...args: string[]): Promise<CommandOutcome> =>
    clavis('list', 'Acme', 'reports', '--out', ground.file(name), '--view', 'Failed yesterday', ...args)
  const note = 'clavis: View “Failed yesterday” uses columns that no loaded record has: “team” (sort).\n'
  expect(await run('out.csv', '--format', 'csv')).toMatchObject({ code: 0, error: note })
  expect(await run('out.ndjson')).toMatchObject({ code: 0, error: note })
  ground.faults.set(undefined, pageOf([JSON.stringify({ id: 1, team: 'x', status: 'Errored', created })], null, 'true'))
  expect(await run('whole.csv', '--format', 'csv')).toMatchObject({ code: 0, error: '' })
})

test('noticeOfView: names shown columns for a file that has the view’s, and none that are hidden', () => {
  const view = { ...failed, id: randomUUID(), list: 'reports' as const, name: 'Failed', sort: [] }
  const known = [{ path: 'id', type: 'number' as const, filled: 1 }]
  const notice = 'View “Failed” uses columns that no loaded record has: “team”, “status”.'
  expect(noticeOfView(view, known, { format: 'csv' })).toBe(notice)
  expect(noticeOfView(view, known, { format: 'xlsx' })).toBe(notice)
  expect(noticeOfView(view, known, { format: 'parquet' })).toBe(notice)
  expect(noticeOfView(view, known, { format: 'json' })).toBeUndefined()
  expect(noticeOfView({ ...view, groups: [{ path: 'team' }] }, known, { format: 'json' })).toBe(
    'View “Failed” uses columns that no loaded record has: “team” (group).',
  )
  expect(noticeOfView(view, known, { format: 'csv', columns: [{ path: 'id', name: 'id' }] })).toBeUndefined()
  expect(noticeOfView(view, [], { format: 'csv' })).toBeUndefined()
})

test('columnsOfView: no title is the path of a column that is left out', () => {
  const columns = ['amount', 'fee'].map((path) => ({ path, type: 'text' as const, filled: 1 }))
  const settings = [
    { path: 'amount', hidden: true },
    { path: 'fee', title: 'amount' },
  ]
  const view = { ...failed, id: randomUUID(), list: 'reports' as const, name: 'x', columns: { order: [], settings } }
  expect(columnsOfView(view, columns)).toEqual([{ path: 'fee', name: 'amount (fee)' }])
  const own = { ...view, columns: { order: [], settings: [{ path: 'fee', title: 'fee' }] } }
  expect(columnsOfView(own, columns)[1]).toEqual({ path: 'fee', name: 'fee' })
})

test('columnsOfView: pinned columns first, and no two of one name', () => {
  const columns = ['a', 'b', 'c', 'd'].map((path) => ({ path, type: 'text' as const, filled: 1 }))
  const settings: SavedView['columns']['settings'] = [
    { path: 'd', pinned: 'left', title: 'Name' },
    { path: 'a', pinned: 'right', title: 'Name' },
    { path: 'c', title: 'b' },
  ]
  const view = { ...failed, id: randomUUID(), list: 'reports' as const, name: 'x', columns: { order: ['c'], settings } }
  expect(columnsOfView(view, columns)).toEqual([
    { path: 'd', name: 'Name' },
    { path: 'c', name: 'b (c)' },
    { path: 'b', name: 'b' },
    { path: 'a', name: 'Name (a)' },
  ])
})
