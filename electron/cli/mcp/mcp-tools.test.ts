import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAgentClient, type AgentClient } from './testing/agent-client.ts'
import { startEchoingService, type EchoingService } from './testing/echoing-service.ts'
import { dataNotice, maxDataLength } from './tool-result.ts'

// Runs `clavis mcp` with the SDK's own client, as a coding agent does.

let service: EchoingService
let agent: AgentClient

beforeAll(async () => {
  service = await startEchoingService()
  agent = await startAgentClient(service.home.folder)
}, 240_000)
afterAll(async () => {
  await agent.end()
  await service.end()
})

test('clavis mcp: has few tools, all of which only read', async () => {
  const { tools } = await agent.client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    ...['list_profiles', 'list_certificates', 'diagnose_profile', 'get_path', 'open_list', 'list_rows', 'get_record'],
    ...['list_statistics', 'list_chart', 'list_snapshots', 'compare_snapshots'],
  ])
  for (const { annotations, description, inputSchema } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    expect(description?.length).toBeGreaterThan(50)
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
  }
  expect(agent.client.getServerCapabilities()).toEqual({ tools: { listChanged: false } })
  expect(agent.client.getInstructions()).toContain(dataNotice)
})

test('clavis mcp: lists profiles, certificates and causes', async () => {
  const profiles = await agent.call('list_profiles')
  expect(profiles.value).toMatchObject({ total: 2, notice: dataNotice })
  expect(profiles.value['fromService']).toMatchObject({
    profiles: expect.arrayContaining([
      expect.objectContaining({ name: 'Acme', environment: 'client-testing', certificateDaysLeft: 20 }),
    ]) as unknown,
  })
  expect((await agent.call('list_certificates', { profile: 'Acme' })).value).toMatchObject({
    fromService: {
      certificates: [{ profile: 'Acme', state: 'active', daysLeft: expect.any(Number) as number }],
    },
  })
  expect((await agent.call('diagnose_profile', { profile: 'Mock' })).value).toMatchObject({
    ...{ profile: 'Mock', passed: expect.arrayContaining(['token']) as unknown },
  })
})

test('clavis mcp: opens a list, and finds, measures and groups its records', async () => {
  const list = { profile: 'Mock', list: 'reports' }
  expect(await agent.call('list_rows', { ...list, list: 'report-configs' })).toMatchObject({
    ...{ isError: true, value: { error: { code: 'dataset-closed', hint: 'Call open_list first.' } } },
  })
  expect((await agent.call('open_list', { ...list, records: 30 })).value).toMatchObject({
    ...{ loadedRecords: 40, isComplete: false },
    fromService: {
      fields: expect.arrayContaining([expect.objectContaining({ path: 'amount', type: 'number' })]) as unknown,
    },
  })
  expect((await agent.call('open_list', { ...list, records: 1000 })).value).toMatchObject({ isComplete: true })
  const rows = await agent.call('list_rows', {
    ...{ ...list, filter: 'status:Open amount>=120', fields: ['id', 'amount'], limit: 2 },
    sort: [{ path: 'amount', direction: 'descending' }],
  })
  expect(rows.value).toMatchObject({
    ...{ rest: expect.stringContaining('call again with offset 2') as string },
    fromService: {
      columns: ['position', 'id', 'amount'],
      rows: [
        [98, '98', '147'],
        [96, '96', '144'],
      ],
    },
  })
  expect((await agent.call('list_rows', { ...list, filter: 'nothing:1' })).value).toMatchObject({
    error: { code: 'input-invalid' },
    fromService: { message: expect.stringContaining('nothing') as string },
  })
  for (const unknown of [
    ['list_rows', { fields: ['nope'] }],
    ['list_rows', { sort: [{ path: 'nope', direction: 'ascending' }] }],
    ['list_statistics', { fields: ['nope'] }],
    ['list_chart', { measure: { kind: 'count' }, grouping: { kind: 'value', path: 'nope', most: 3 } }],
  ] as const)
    expect((await agent.call(unknown[0], { ...list, ...unknown[1] })).value).toMatchObject({
      error: { code: 'input-invalid' },
    })
  expect((await agent.call('list_statistics', { ...list, fields: ['amount'] })).value).toMatchObject({
    fromService: { fields: [{ path: 'amount', numbers: { smallest: '0', largest: '148.5' } }] },
  })
  const chart = { measure: { kind: 'count' }, grouping: { kind: 'value', path: 'status', most: 5 } }
  expect((await agent.call('list_chart', { ...list, ...chart })).value).toMatchObject({
    fromService: {
      columns: ['group', 'all'],
      rows: [
        ['Open', '50'],
        ['Closed', '50'],
      ],
    },
  })
})

test('clavis mcp: compares two snapshots, and opens one', async () => {
  expect((await agent.call('list_snapshots')).value).toMatchObject({
    total: 2,
    snapshots: [{ name: 'tuesday' }, { name: 'monday' }],
  })
  const compared = await agent.call('compare_snapshots', { before: 'monday', after: 'tuesday', idField: 'id' })
  expect(compared.value).toMatchObject({ added: 1, gone: 0, fromService: { idField: 'id' } })
  expect((await agent.call('open_list', { profile: 'Mock', list: 'reports', snapshot: 'monday' })).value).toMatchObject(
    {
      ...{ snapshot: 'monday', loadedRecords: 100 },
    },
  )
})

test('clavis mcp: long results are cut, and say how to get the rest', async () => {
  const texts: string[] = []
  for (let offset = 0; texts.length < 10;) {
    const { value, text: whole } = await agent.call('get_path', { profile: 'Mock', path: '/long', offset })
    expect(whole.length).toBeLessThan(1.5 * maxDataLength)
    const { body } = value['fromService'] as { body: string }
    texts.push(body)
    offset += body.length
    if (value['rest'] === undefined) break
    expect(value['rest']).toContain(`offset ${offset}`)
  }
  expect(texts.length).toBeGreaterThan(3)
  expect(JSON.parse(texts.join(''))).toMatchObject({ long: 'lorem ipsum '.repeat(8000) })
})
