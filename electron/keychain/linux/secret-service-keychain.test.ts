import { expect, test } from 'vitest'
import { BusCallError } from '../dbus/session-bus.ts'
import type { WireValue } from '../dbus/wire-format.ts'
import { SecretServiceKeychain } from './secret-service-keychain.ts'
import { SecretService } from './secret-service.ts'

const deleted = new BusCallError('org.freedesktop.DBus.Error.UnknownMethod', 'No such object path')

/**
 * A keychain whose service finds two items at first. The call on the second one fails.
 * @param later what the service finds after that
 */
function keychainFinding(later: readonly string[]): SecretServiceKeychain {
  let found: readonly string[] = ['/item/1', '/item/2']
  const call = ({ path, member }: { path: string; member: string }): Promise<readonly WireValue[]> => {
    if (member === 'SearchItems') return Promise.resolve([[...found], []])
    if (path === '/item/1') return Promise.resolve([{ signature: 'a{ss}', value: [['account', 'one']] }])
    found = later
    return Promise.reject(deleted)
  }
  const refuse = (): never => {
    throw new Error('Nothing else is asked.')
  }
  const service = new SecretService({ call, callBus: refuse, onSignal: refuse }, 1000)
  return new SecretServiceKeychain({ connection: { use: (work) => work(service) }, service: 'clavis' })
}

test('an item that another process deletes while the items are listed is left out', async () => {
  expect(await keychainFinding(['/item/1']).accounts()).toEqual(['one'])
})

test('an item that is still there is not taken for deleted', async () => {
  await expect(keychainFinding(['/item/1', '/item/2']).accounts()).rejects.toBe(deleted)
})

test('an item that another process deletes first counts as removed', async () => {
  expect(await keychainFinding(['/item/1']).remove('two')).toBe(true)
})
