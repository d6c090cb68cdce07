import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPrivateSession, type PrivateSession } from '../keychain/testing/private-session.ts'
import { hasTray } from './tray-host.ts'

let session: PrivateSession

beforeAll(async () => {
  session = await startPrivateSession('unlocked')
})
afterAll(() => session.end())

test('Tray: a Linux desktop shows icons if a program owns their name on the session’s bus', async () => {
  const { env } = session
  expect(await hasTray('linux', { env })).toBe(false)
  // A name that this session has stands for it: no program of the tests shows icons.
  expect(await hasTray('linux', { env, name: 'org.freedesktop.secrets' })).toBe(true)
})

test('Tray: a Linux desktop without a session’s bus counts as one without icons, other systems have them', async () => {
  const env = { ...session.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' }
  expect(await hasTray('linux', { env })).toBe(false)
  expect(await Promise.all([hasTray('darwin'), hasTray('win32')])).toEqual([true, true])
})
