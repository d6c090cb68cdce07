import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PracticeState } from '../../shared/model/practice.ts'
import { ListService } from '../reports/list-service.ts'
import { startPracticeService } from '../practice/practice-service.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'
import { PracticeProfiles } from './practice-profiles.ts'
import { randomUUID } from 'node:crypto'

let services: TestServices
let practice: PracticeProfiles
let lists: ListService

beforeEach(async () => {
  services = await startTestServices()
  const { profiles, credentials, client, folder } = services
  practice = new PracticeProfiles({
    profiles,
    credentials,
    folder: join(folder, 'practice'),
    startService: startPracticeService,
    now: Date.now,
  })
  lists = new ListService({
    profiles,
    client,
    workerUrl: new URL('../reports/record-store-worker.ts', import.meta.url),
    temporaryFolder: join(folder, 'runs'),
    now: Date.now,
    newId: randomUUID,
  })
})
afterEach(async () => {
  await lists.end()
  await practice.end()
  await services.end()
})

test('every practice profile gets a token of its flavor, calls the API and reads a list, and all goes in one step', async () => {
  const states: PracticeState[] = []
  practice.onChange((state) => states.push(state))
  const made = await practice.setUp()
  expect(made.map(({ name, environment, flavor, practice: marked }) => [name, environment, flavor, marked])).toEqual([
    ['Practice Mock', 'mock', 'basic', true],
    ['Practice Client Testing', 'client-testing', 'jwt', true],
    ['Practice Production', 'production', 'jwt', true],
    ['Practice Legacy', 'client-testing', 'legacy', true],
  ])
  for (const { id, name } of made) {
    expect(await services.tokens.get(id, { renew: false }), name).toMatchObject({
      kind: 'held',
      lifetimeSeconds: 28_800,
    })
    expect(await services.client.testConnection(id), name).toMatchObject({ status: 200 })
    const { runId } = await lists.open(id, 'reports', false)
    const summary = await lists.load(runId, 2)
    expect(summary, name).toMatchObject({ state: { kind: 'idle' }, pages: 2, records: 1000, recordMember: 'reports' })
  }
  const warnings = await services.credentials.warnings(30)
  expect(warnings.map(({ profileName, active }) => [profileName, active])).toEqual([['Practice Production', true]])
  expect(states.at(-1)).toMatchObject({ kind: 'running', profiles: 4, records: 25_000 })

  await practice.tearDown()
  expect(await services.profiles.list()).toEqual([])
  expect(await practice.state()).toEqual({ kind: 'stopped', profiles: 0 })
})

test('setting up again mends what is missing; a restart keeps ports, clients and certificates', async () => {
  const first = await practice.setUp()
  await services.profiles.remove(first[0]?.id ?? '')
  await practice.stop()
  const again = await practice.setUp()
  expect(again.map(({ name }) => name).sort()).toEqual(first.map(({ name }) => name).sort())
  for (const { id } of again) expect(await services.client.testConnection(id)).toMatchObject({ status: 200 })
})

test('faults and the number of records are set while it runs only', async () => {
  await expect(practice.setFaults(['slow-answer'])).rejects.toMatchObject({ code: 'practice-not-running' })
  await practice.start()
  expect(await practice.setFaults(['clock-ahead'])).toMatchObject({ faults: ['clock-ahead'] })
  expect(await practice.setRecords(7)).toMatchObject({ records: 7 })
})
