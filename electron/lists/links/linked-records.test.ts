import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ListName } from '../../../shared/model/profile/list-name.ts'
import { defaultProfileSettings } from '../../../shared/model/profile/profile.ts'
import { ActivityLog } from '../../activity/activity-log.ts'
import { HttpClient } from '../../http/http-client.ts'
import { awkwardRecord } from '../../practice/lists/awkward-records.ts'
import type { ProfileStore } from '../../profiles/store/profile-store.ts'
import type { PageClient } from '../loading/list-pages.ts'
import type { ListService } from '../list-service.ts'
import type { DatasetRegistry } from '../loading/dataset-registry.ts'
import { startListServer, type ListServer } from '../testing/list-server.ts'
import { pageOf } from '../../records/testing/page-text.ts'
import { createListServices } from '../testing/list-services.ts'
import { LinkedRecords } from './linked-records.ts'

let folder: string
let profiles: ProfileStore
let http: HttpClient
let server: ListServer
let datasets: DatasetRegistry
let lists: ListService
let linked: LinkedRecords
let profileId: string

/** Records that a list returns instead of the default ones. */
let served: Partial<Record<ListName, readonly string[]>>

/** Number of records of each list. */
const counts: Readonly<Record<ListName, number>> = { reports: 1000, 'report-configs': 250, 'reporting-groups': 40 }

beforeEach(async () => {
  served = {}
  folder = await mkdtemp(join(tmpdir(), 'clavis-links-'))
  http = new HttpClient({ resolveProxy: () => Promise.resolve(undefined), activity: new ActivityLog(), now: Date.now })
  const own = { retry: 'safe', authorities: [], proxy: { kind: 'none' } } as const
  const client: PageClient = {
    get: (_profileId, url, { headers = {}, kind, what, ...rest }) =>
      http.send({ method: 'GET', url, headers, purpose: { kind, what }, ...own, ...rest }),
  }
  ;({ profiles, datasets, lists } = createListServices(folder, client))
  linked = new LinkedRecords({ datasets })
  server = await startListServer((_cursor, _time, { url = '' }) => {
    const list = (['report-configs', 'reporting-groups', 'reports'] as const).find((name) => url.endsWith(`/${name}`))
    if (list === undefined) return '{}'
    if (served[list] !== undefined) return pageOf(served[list], null, 'true')
    const records = Array.from({ length: counts[list] }, (_, index) => {
      const text = awkwardRecord(list, index)
      if (list !== 'reporting-groups') return text
      const ids = [index, index + 40].map((each) => `"cfg-${String(each).padStart(6, '0')}"`)
      return text.replace(/\}$/u, `,"reportConfigurationIds":[${ids.join(',')}]}`)
    })
    return pageOf(records, null, 'true')
  })
  const settings = { ...defaultProfileSettings('basic'), tokenUrl: 'https://tokens.example', name: 'Acme' }
  const profile = await profiles.create(
    { ...settings, environment: 'mock', clientId: 'acme', reportsBaseUrl: server.baseUrl },
    { practice: false },
  )
  profileId = profile.id
})
afterEach(async () => {
  await datasets.end()
  await http.close()
  await server.end()
  await rm(folder, { recursive: true })
})

async function load(list: ListName): Promise<string> {
  const { datasetId } = await lists.open(profileId, list, false)
  await lists.load(datasetId, 'all')
  return datasetId
}

test('a list that is not loaded is reported as such, and nothing is requested', async () => {
  const reports = await load('reports')
  const asked = server.asked.length
  expect(await linked.find(reports, 12)).toEqual([
    { kind: 'not-loaded', list: 'report-configs' },
    { kind: 'not-loaded', list: 'reporting-groups' },
  ])
  expect(server.asked).toHaveLength(asked)
})

test('a report links to its configuration, a configuration to its reports and its group', async () => {
  const reports = await load('reports')
  const configurations = await load('report-configs')
  await load('reporting-groups')
  const path = 'reportConfigurationId'
  expect(await linked.find(reports, 262)).toMatchObject([
    {
      list: 'report-configs',
      links: [{ ownPath: path, otherPath: path, value: 'cfg-000012', count: 1, firstPosition: 12 }],
    },
    {
      list: 'reporting-groups',
      isComplete: true,
      records: 40,
      links: [{ ownPath: path, otherPath: 'reportConfigurationIds', value: 'cfg-000012', count: 1, firstPosition: 12 }],
    },
  ])
  expect(await linked.find(configurations, 12)).toMatchObject([
    { list: 'reports', links: [{ otherPath: path, value: 'cfg-000012', count: 4, firstPosition: 12 }] },
    {
      list: 'reporting-groups',
      links: [
        { otherPath: 'reportingGroupId', value: 'grp-00012', count: 1 },
        { otherPath: 'reportConfigurationIds', value: 'cfg-000012', count: 1, firstPosition: 12 },
      ],
    },
  ])
})

test('a search for another record cancels the one before', async () => {
  const reports = await load('reports')
  await load('report-configs')
  const first = linked.find(reports, 1)
  const second = linked.find(reports, 2)
  await expect(first).rejects.toMatchObject({ code: 'list-cancelled' })
  expect(await second).toHaveLength(2)
  linked.cancel(reports)
})

test('an empty list does not count as not loaded', async () => {
  served = { 'report-configs': [] }
  const reports = await load('reports')
  await load('report-configs')
  expect(await linked.find(reports, 12)).toMatchObject([
    { kind: 'loaded', list: 'report-configs', records: 0, isComplete: true, links: [] },
    { kind: 'not-loaded', list: 'reporting-groups' },
  ])
})

test('the result says if limits cut off columns or links', async () => {
  const ids = (count: number): string[] => Array.from({ length: count }, (_, each) => `"rep-${1_000_000 + each}"`)
  const wide = Array.from({ length: 300 }, (_, column) => `"c${column}":"x"`).join(',')
  served = {
    'report-configs': [`{"reportIds":[${ids(100).join(',')}]}`, `{"reportIds":[${ids(101).join(',')}]}`, '{"a":1}'],
    reports: [...ids(100), ...ids(60)].map((id, place) => `{"reportId":${id},"copy":"rep-1000${place + 100}"}`),
    'reporting-groups': [`{${wide}}`],
  }
  await load('reports')
  await load('reporting-groups')
  const configurations = await load('report-configs')
  expect(await linked.find(configurations, 0)).toMatchObject([
    { list: 'reports', more: 0, isPartial: false },
    { list: 'reporting-groups', isPartial: true, links: [] },
  ])
  expect(await linked.find(configurations, 1)).toMatchObject([{ list: 'reports', isPartial: true }, {}])
  expect(await linked.find(configurations, 2)).toMatchObject([{ isPartial: false }, { isPartial: false }])
})
