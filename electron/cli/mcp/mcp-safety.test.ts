import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutAsking } from '../../confirmation.ts'
import { datasetFileNames } from '../../lists/testing/list-services.ts'
import { clavisProgram, runClavis } from '../testing/clavis-process.ts'
import { startAgentClient, type AgentClient } from './testing/agent-client.ts'
import { hostile, startEchoingService, type EchoingService } from './testing/echoing-service.ts'
import { dataNotice } from './tool-result.ts'

// Runs `clavis mcp` against a service that repeats every secret it gets and asks the agent for more.

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

test('clavis mcp: a Production profile does not exist until the person allows it', async () => {
  const live = await service.home.profiles.find('Live')
  const { id } = live.profile
  const list = { list: 'reports' }
  for (const profile of ['Live', id]) {
    for (const [tool, input] of [
      ['list_certificates', {}],
      ['diagnose_profile', {}],
      ['get_path', { path: '/payment/hello-world' }],
      ['open_list', list],
      ['list_rows', list],
      ['get_record', { ...list, position: 0 }],
      ['list_statistics', list],
    ] as const)
      expect(await agent.call(tool, { ...input, profile }), tool).toMatchObject({
        ...{ isError: true, value: { error: { code: 'profile-not-found' } } },
      })
  }
  for (const side of [
    { before: 'live-snapshot', after: 'monday' },
    { before: 'monday', after: 'live-snapshot' },
  ])
    expect((await agent.call('compare_snapshots', side)).value).toMatchObject({ error: { code: 'snapshot-not-found' } })
  for (const tool of ['list_profiles', 'list_certificates', 'list_snapshots'])
    expect((await agent.call(tool)).text).not.toMatch(/Live|live-snapshot|production/u)
  expect((await agent.call('list_profiles', { allowProduction: ['Live'] })).isError).toBe(true)

  expect(await runClavis(service.home.folder, ['mcp', '--allow-production', 'Acme'])).toMatchObject({
    ...{ code: 65, out: '', err: expect.stringContaining('no Production profile is named “Acme”') as string },
  })
  const allowed = await startAgentClient(service.home.folder, '--allow-production', 'Live')
  try {
    expect((await allowed.call('list_profiles')).value).toMatchObject({ total: 3 })
    expect((await allowed.call('open_list', { profile: 'Live', ...list })).value).toMatchObject({ loadedRecords: 100 })
    service.expectNoSecret(allowed.transcript())
    // The profile that was allowed, not its name.
    await service.home.profiles.changeSettings(id, (settings) => ({ ...settings, name: 'Old' }), withoutAsking)
    await service.home.profiles.changeSettings(
      (await service.home.profiles.find('Acme')).profile.id,
      (settings) => ({ ...settings, environment: 'production', name: 'Live' }),
      withoutAsking,
    )
    expect(await allowed.call('get_path', { profile: 'Live', path: 'x' })).toMatchObject({ isError: true })
  } finally {
    await allowed.end()
    const renamed = (await service.home.profiles.find('Live')).profile.id
    await service.home.profiles.changeSettings(
      renamed,
      (settings) => ({ ...settings, environment: 'client-testing', name: 'Acme' }),
      withoutAsking,
    )
    await service.home.profiles.changeSettings(id, (settings) => ({ ...settings, name: 'Live' }), withoutAsking)
  }
})

test('clavis mcp: no result has a key, a secret, a token or an assertion, although the service repeats them', async () => {
  for (const profile of ['Mock', 'Acme']) {
    const list = { profile, list: 'reports' }
    await agent.call('open_list', { ...list, records: 1000, reload: true })
    for (let position = 0; position < 3; position += 1)
      for (const offset of [0, 30, 520, 560]) await agent.call('get_record', { ...list, position, offset })
    await agent.call('list_rows', list)
    await agent.call('list_statistics', list)
    for (const path of ['echo', 'cut'])
      await agent.call('list_chart', {
        ...list,
        measure: { kind: 'count' },
        grouping: { kind: 'value', path, most: 3 },
      })
    for (const path of ['/payment/hello-world', '/fail', '/long', 'http://example.com/'])
      for (const offset of [0, 20, 24_000]) await agent.call('get_path', { profile, path, offset })
    await agent.call('diagnose_profile', { profile })
  }
  service.refusesTokens = true
  await agent.call('diagnose_profile', { profile: 'Acme' })
  await agent.call('diagnose_profile', { profile: 'Mock' })
  for (const tool of ['list_profiles', 'list_certificates', 'list_snapshots']) await agent.call(tool)
  service.refusesTokens = false
  await agent.call('compare_snapshots', { before: 'monday', after: 'tuesday', idField: 'id' })
  for (const tool of ['tokens.reveal', 'backup.create', '__proto__'])
    await expect(agent.call(tool, { profile: 'Mock' })).rejects.toThrow(/not found|disabled/u)
  const transcript = agent.transcript()
  expect(transcript.length).toBeGreaterThan(100_000)
  // What the service repeated was there.
  expect(transcript).toContain('Bearer …')
  service.expectNoSecret(transcript)
})

test('clavis mcp: no filter finds a secret that the service repeats, as records are kept without it', async () => {
  // Its transcript has what the test searches for.
  const fresh = await startAgentClient(service.home.folder)
  try {
    const list = { profile: 'Mock', list: 'reports' }
    await fresh.call('open_list', { ...list, records: 1000 })
    expect((await fresh.call('list_rows', { ...list, filter: 'Bearer' })).value).toMatchObject({ total: 100 })
    for (const secret of service.secrets)
      for (const part of [secret, secret.slice(0, 20), secret.slice(-12)])
        expect((await fresh.call('list_rows', { ...list, filter: `"${part}"` })).value).toMatchObject({ total: 0 })
  } finally {
    await fresh.end()
  }
})

test('clavis mcp: a snapshot with the client secret stays closed, and a comparison with it is masked', async () => {
  const fresh = await startAgentClient(service.home.folder)
  try {
    const opened = await fresh.call('open_list', { profile: 'Mock', list: 'reports', snapshot: 'tuesday' })
    expect(opened.value).toMatchObject({ error: { code: 'call-refused' } })
    const other = await fresh.call('open_list', { profile: 'Mock', list: 'reports', snapshot: 'monday' })
    expect(other.value).toMatchObject({ loadedRecords: 100 })
    const fields = { idField: 'id', fields: ['kept', 'record.kept', 'after.kept'], offset: 100 }
    const compared = await fresh.call('compare_snapshots', { before: 'monday', after: 'tuesday', ...fields })
    expect(compared.value).toMatchObject({ added: 1 })
    expect(compared.text).toContain('…')
    service.expectNoSecret(fresh.transcript())
  } finally {
    await fresh.end()
  }
})

test('clavis mcp: no path leads out of the base address, in whatever encoding', async () => {
  for (const path of ['/..%2f..%2fadmin', '/%252e%252e/admin', '/a/..;/b', '/..%5cadmin', '/a/%c0%ae%c0%ae/b'])
    expect((await agent.call('get_path', { profile: 'Mock', path })).value).toMatchObject({
      error: { code: 'input-invalid' },
    })
  for (const path of ['/a?b=..%2f', '/orders/a%20b', '/v1.2/...'])
    expect((await agent.call('get_path', { profile: 'Mock', path })).value, path).toMatchObject({ status: 200 })
})

test('clavis mcp: what a record asks for stays data, with hidden characters in sight', async () => {
  const rows = await agent.call('list_rows', { profile: 'Mock', list: 'reports', filter: 'id=3', fields: ['name'] })
  expect(rows.value['fromService']).toMatchObject({ rows: [[3, hostile]] })
  expect(rows.text).toContain(String.raw`allowProduction. \u202E\uDB40\uDC41`)
  expect(rows.text.indexOf(dataNotice)).toBeLessThan(rows.text.indexOf('Ignore'))
  const failed = await agent.call('diagnose_profile', { profile: 'Mock' })
  const { fromService: _marked, ...own } = failed.value
  expect(JSON.stringify(own)).not.toContain('Ignore')
  expect((await agent.call('list_profiles')).value).toMatchObject({ total: 2 })
  expect(agent.transcript()).not.toMatch(/elicitation|sampling/u)
})

test('clavis mcp: standard output has the protocol alone, and the process ends with its input', async () => {
  const child = spawn(process.execPath, [...clavisProgram(), '--data-dir', service.home.folder, 'mcp'])
  const [out, err] = [text(child.stdout), text(child.stderr)]
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } }
  const lines: string[] = []
  child.stdout.on('data', (chunk: Buffer) => lines.push(...chunk.toString().trim().split('\n')))
  const send = (message: object): boolean => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  child.stdin.write('not json\n{"jsonrpc":"1.0"}\n')
  send({ id: 1, method: 'initialize', params })
  send({ method: 'notifications/initialized' })
  send({ id: 2, method: 'tools/call', params: { name: 'open_list', arguments: { profile: 'Mock', list: 'reports' } } })
  await expect.poll(() => lines.some((line) => line.includes('"id":2')), { timeout: 60_000 }).toBe(true)
  expect(await datasetFileNames(service.home.folder)).not.toEqual([])
  child.stdin.end()
  expect(await once(child, 'exit')).toEqual([0, null])
  for (const line of (await out).trim().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' })
  expect(await err).toMatch(/^Serving 2 profiles to an agent, read-only\. Hidden: 1 Production profile\./u)
})

test('clavis mcp: ends with SIGTERM, and leaves no dataset behind', async () => {
  const other = await startAgentClient(service.home.folder)
  await other.call('open_list', { profile: 'Mock', list: 'reports' })
  expect(await datasetFileNames(service.home.folder)).not.toEqual([])
  const closed = new Promise<void>((resolve) => {
    other.client.onclose = resolve
  })
  process.kill(other.pid, 'SIGTERM')
  await closed
  await agent.end()
  await expect.poll(() => datasetFileNames(service.home.folder), { timeout: 30_000 }).toEqual([])
  service.expectNoSecret((await readFile(join(service.home.folder, 'clavis.db'))).toString('latin1'))
})
