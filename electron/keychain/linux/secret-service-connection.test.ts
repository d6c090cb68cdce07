import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startPrivateSession, type PrivateSession } from '../testing/private-session.ts'
import { SecretServiceConnection } from './secret-service-connection.ts'

let session: PrivateSession
let connection: SecretServiceConnection
beforeAll(async () => {
  session = await startPrivateSession('unlocked')
})
beforeEach(() => {
  connection = new SecretServiceConnection(session.env, { answer: 300_000, prompt: 300_000 })
})
afterAll(() => session.end())

/** Returns the number of a new connection: the bus counts them. */
async function newConnection(): Promise<number> {
  const request = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', 'org.freedesktop.DBus.GetId']
  const { stdout } = await promisify(execFile)('dbus-send', request, { env: session.env })
  return Number(/destination=:1\.(?<number>\d+)/u.exec(stdout)?.groups?.['number'])
}

const use = (): Promise<unknown> => connection.use((service) => service.defaultCollection())

test('uses in quick succession share a connection, which is closed a moment later', async () => {
  const before = await newConnection()
  await Promise.all([use(), use()])
  await use()
  expect(await newConnection()).toBe(before + 2)
  await wait(1000)
  await use()
  expect(await newConnection()).toBe(before + 4)
})

test('after a failure the next use has a new connection', async () => {
  const before = await newConnection()
  await use()
  await expect(connection.use(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  await use()
  expect(await newConnection()).toBe(before + 3)
})
