import { expect, test } from 'vitest'
import { BusCallError } from '../dbus/session-bus.ts'
import { SecretService } from './secret-service.ts'

/** GNOME Keyring itself does so too seldom to wait for: a bus that gives these answers one after the other. */
function serviceAnswering(...paths: readonly string[]): SecretService {
  const answers = [...paths]
  const refuse = (): never => {
    throw new Error('Nothing else is asked.')
  }
  return new SecretService(
    { call: () => Promise.resolve([answers.shift() ?? refuse()]), callBus: refuse, onSignal: refuse },
    1000,
  )
}

test('a default collection that is not there for a moment is', async () => {
  expect(await serviceAnswering('/', '/collection/login').defaultCollection()).toBe('/collection/login')
})

test('one that was never chosen is not', async () => {
  expect(await serviceAnswering('/', '/').defaultCollection()).toBeUndefined()
})

test('a method that the service says not to have for a moment is called again, and not for ever', async () => {
  const unknown = new BusCallError('org.freedesktop.DBus.Error.UnknownMethod', 'Method SearchItems is not implemented')
  let calls = 0
  const failing = (failures: number): SecretService => {
    calls = 0
    const call = (): Promise<string[][]> => {
      calls += 1
      return calls > failures ? Promise.resolve([['/item/1'], []]) : Promise.reject(unknown)
    }
    const refuse = (): never => {
      throw new Error('Nothing else is asked.')
    }
    return new SecretService({ call, callBus: refuse, onSignal: refuse }, 1000)
  }
  expect(await failing(2).search({ account: 'a' })).toEqual({ unlocked: ['/item/1'], locked: [] })
  expect(calls).toBe(3)
  await expect(failing(1000).search({ account: 'a' })).rejects.toBe(unknown)
  expect(calls).toBe(6)
})
