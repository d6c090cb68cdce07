import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PracticePortal } from '../portal/portal-client.ts'
import { opensslKey } from '../testing/openssl.ts'
import { listen } from './listening.ts'
import { startPracticeService, type PracticeService, type PracticeServiceOptions } from './practice-service.ts'

let folder: string
const running: PracticeService[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-practice-'))
})
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop()
  await rm(folder, { recursive: true, force: true })
})

async function start(options: Partial<PracticeServiceOptions> = {}): Promise<PracticeService> {
  const service = await startPracticeService({ folder, records: 10, faults: [], now: Date.now, ...options })
  running.push(service)
  return service
}

test('Practice service: keeps addresses, clients, certificates and the authority across a restart', async () => {
  const first = await start()
  const portal = new PracticePortal(first.portalUrl)
  const { requestPem } = await opensslKey('/CN=acme')
  const { certificate } = await portal.sign(requestPem, 30)
  await portal.upload('production', [certificate])
  const before = { tabs: await portal.security(), authority: await portal.authority() }
  await first.stop()

  const second = await start()
  expect([second.httpOrigin, second.httpsOrigin]).toEqual([first.httpOrigin, first.httpsOrigin])
  const again = new PracticePortal(second.portalUrl)
  expect({ tabs: await again.security(), authority: await again.authority() }).toEqual(before)
})

test('Practice service: stores all of several concurrent uploads on disk', async () => {
  const service = await start()
  const portal = new PracticePortal(service.portalUrl)
  const { requestPem } = await opensslKey('/CN=acme')
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { certificate } = await portal.sign(requestPem, 30)
      await portal.upload('client-testing', [certificate])
      await portal.requestLegacy(requestPem, 30)
    }),
  )
  await service.stop()
  const again = new PracticePortal((await start()).portalUrl)
  expect((await again.tab('client-testing')).certificates).toHaveLength(8)
  expect((await again.tab('legacy')).certificates).toHaveLength(8)
})

test('Practice service: keeps its state in a file that only its owner can read, and leaves no temporary file', async () => {
  await start()
  expect(await readdir(folder)).toEqual(['practice-service.json'])
  expect((await stat(join(folder, 'practice-service.json'))).mode & 0o777).toBe(0o600)
})

test('Practice service: listens on loopback only', async () => {
  const { httpOrigin, httpsOrigin } = await start()
  expect([new URL(httpOrigin).hostname, new URL(httpsOrigin).hostname]).toEqual(['127.0.0.1', '127.0.0.1'])
  const { port } = new URL(httpOrigin)
  await expect(fetch(`http://[::1]:${port}/portal`)).rejects.toThrow()
})

test('Practice service: picks ports outside the range of outgoing connections, to find them free again', async () => {
  const { httpOrigin, httpsOrigin } = await start()
  for (const origin of [httpOrigin, httpsOrigin]) expect(Number(new URL(origin).port)).toBeLessThan(32_768)
})

test('Practice service: fails with the port’s number when the port is in use, and leaves nothing listening', async () => {
  const other = createServer()
  const port = await listen(other, 0)
  try {
    const former = createServer()
    const free = await listen(former, 0)
    await new Promise((resolve) => former.close(resolve))
    await expect(start({ httpPort: port })).rejects.toMatchObject({ code: 'practice-port-taken', details: { port } })
    await expect(start({ httpPort: free, httpsPort: port })).rejects.toMatchObject({ details: { port } })
    await expect(fetch(`http://127.0.0.1:${free}/portal`)).rejects.toThrow()
    expect(await readdir(folder)).toEqual([])
  } finally {
    other.close()
  }
})

test('Practice service: fails when another program has taken its stored port; free ports can be requested', async () => {
  const first = await start()
  const port = Number(new URL(first.httpOrigin).port)
  await first.stop()
  const other = createServer((_request, response) => response.end('{}'))
  await listen(other, port)
  try {
    const error: unknown = await start().catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'practice-port-taken', details: { port } })
    expect(error).not.toMatchObject({ details: { alreadyRunning: true } })
    const moved = await start({ httpPort: 0, httpsPort: 0 })
    expect(moved.httpOrigin).not.toBe(first.httpOrigin)
  } finally {
    other.close()
  }
})

test('Practice service: refuses a second service on the same folder, whatever its port', async () => {
  await start()
  for (const httpPort of [undefined, 0])
    await expect(start(httpPort === undefined ? {} : { httpPort, httpsPort: 0 })).rejects.toMatchObject({
      code: 'practice-port-taken',
      message: expect.stringContaining('already running') as string,
      details: { alreadyRunning: true },
    })
})

test('Practice service: replaces a damaged state file', async () => {
  const first = await start()
  const before = await new PracticePortal(first.portalUrl).tab('mock')
  await first.stop()
  await writeFile(join(folder, 'practice-service.json'), '{"version":1,')
  const after = await new PracticePortal((await start()).portalUrl).tab('mock')
  expect(after.clientId).not.toBe(before.clientId)
  const text = await readFile(join(folder, 'practice-service.json'), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ version: 1, clients: { mock: { clientId: after.clientId } } })
})

test('Practice service: closes open connections when it stops, and can be stopped twice', async () => {
  const service = await start({ faults: ['slow-answer'] })
  const waiting = fetch(`${service.httpOrigin}/oauth2/token`)
  const ended = expect(waiting).rejects.toThrow()
  await new PracticePortal(service.portalUrl).security()
  await service.stop()
  await service.stop()
  await ended
})
