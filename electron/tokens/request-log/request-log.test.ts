import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { loggedRequestSchema } from '#shared/requests/logged-request.ts'
import { prepareGround, type Ground } from '../../diagnostics/testing/ground.ts'
import { startInNewFolder, type RunningService } from '../../practice/testing/running-service.ts'

// The request log of real requests to the practice service, which has checks of its own.

let practice: RunningService
let ground: Ground
beforeAll(async () => {
  practice = await startInNewFolder({ records: 10 })
})
afterAll(() => practice[Symbol.asyncDispose]())
beforeEach(async () => {
  ground = await prepareGround(practice.portal)
})
afterEach(() => ground.end())

test('RequestLog: holds the request, response and timings, and all checks pass, for an accepted request', async () => {
  const { tokens } = ground.services
  const { id } = await ground.workingProfile()
  await tokens.get(id, { renew: true })
  await tokens.get(id, { renew: true })
  const [second, first] = tokens.requestLog.list(id).map((each) => loggedRequestSchema.parse(each))
  if (second?.outcome.kind !== 'response' || first?.outcome.kind !== 'response') throw new Error('no answer')
  expect(first.outcome).toMatchObject({ status: 200, timings: { reused: false } })
  expect(second.outcome).toMatchObject({ status: 200, timings: { reused: true } })
  const hidden = expect.stringMatching(/^… \(\d+ characters\)$/u) as string
  expect(JSON.parse(second.outcome.body)).toEqual({ access_token: hidden, token_type: 'Bearer', expires_in: 28_800 })
  expect(second.rules.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  expect(second.request.parameters.find(({ name }) => name === 'client_assertion')?.value).toMatch(/\.…$/u)
})

test('RequestLog: holds the reason and the failed check, for a refusal', async () => {
  const { tokens } = ground.services
  const { id } = await ground.workingProfile()
  await ground.change(id, { kid: 'AB'.repeat(20), targetParameter: 'resource' })
  await expect(tokens.get(id, { renew: true })).rejects.toMatchObject({ code: 'token-refused' })
  const [exchange] = tokens.requestLog.list(id)
  expect(exchange?.outcome).toMatchObject({ kind: 'response', status: 400, refusal: { code: 'token-refused' } })
  expect(
    exchange?.rules.filter(({ outcome }) => outcome !== 'passed').map(({ id: rule, outcome }) => [rule, outcome]),
  ).toEqual([
    ['audience', 'not-checked'],
    ['kid', 'failed'],
    ['token-object', 'failed'],
    ['access-token', 'not-checked'],
    ['token-type', 'not-checked'],
    ['lifetime-stated', 'not-checked'],
  ])
})

test('RequestLog: holds the error, for a request without a response', async () => {
  const { tokens } = ground.services
  const port = await ground.socketServer((socket) => socket.destroy())
  const { id } = await ground.secretProfile({ tokenUrl: `http://127.0.0.1:${port}/token` })
  await expect(tokens.get(id, { renew: true })).rejects.toMatchObject({ code: 'network-interrupted' })
  expect(tokens.requestLog.list(id)[0]).toMatchObject({
    outcome: { kind: 'no-response', error: { code: 'network-interrupted' } },
    request: { headers: expect.arrayContaining([{ name: 'authorization', value: 'Basic …' }]) as unknown },
  })
})

test('TokenRequester: signs a new assertion, for a retry after a cut connection', async () => {
  const { tokens, activity } = ground.services
  const { id } = await ground.workingProfile()
  const seen: unknown[] = []
  const origin = await ground.httpServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.once('end', () => {
      seen.push(decodeJwt(new URLSearchParams(body).get('client_assertion') ?? '').jti)
      if (seen.length === 1) request.socket.destroy()
      else response.end(JSON.stringify({ access_token: 'x', token_type: 'Bearer', expires_in: 60 }))
    })
  })
  await ground.change(id, { tokenUrl: `${origin}/token`, includeJti: true })
  await tokens.get(id, { renew: true })
  expect(seen).toHaveLength(2)
  expect(new Set(seen).size).toBe(2)
  // What is displayed is the response.
  expect(tokens.requestLog.list(id)[0]?.request.assertion?.claims).toContain(String(seen[1]))
  const signed = activity.list({ profileId: id, limit: 100 }).filter(({ what }) => what === 'Assertion signed')
  expect(signed).toHaveLength(2)
})

test('RequestLog: holds the last twenty requests of a profile, until it is deleted', async () => {
  const { tokens, profiles } = ground.services
  const origin = await ground.httpServer((_request, response) =>
    response.writeHead(400).end('{"error":"invalid_scope"}'),
  )
  const { id } = await ground.secretProfile({ tokenUrl: `${origin}/token` })
  for (let turn = 0; turn < 22; turn += 1) await tokens.get(id, { renew: true }).catch(() => undefined)
  const ids = tokens.requestLog.list(id).map((each) => each.id)
  expect(ids).toHaveLength(20)
  expect(ids).toEqual([...ids].sort((one, other) => other - one))
  await profiles.remove(id)
  await expect.poll(() => tokens.requestLog.list(id)).toEqual([])
})
