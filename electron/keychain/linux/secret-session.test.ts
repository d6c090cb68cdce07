import { expect, test } from 'vitest'
import { BusCallError } from '../dbus/session-bus.ts'
import type { Variant } from '../dbus/wire-format.ts'
import { KeyExchange, primeExchange, SecretSession, type SessionOpener } from './secret-session.ts'

test('a service that encrypts nothing is given secrets as they are', async () => {
  const asked: string[] = []
  const service: SessionOpener = {
    openSession: (algorithm) => {
      asked.push(algorithm)
      return algorithm === 'plain'
        ? Promise.resolve({ path: '/session/1', output: '' })
        : Promise.reject(new BusCallError('org.freedesktop.DBus.Error.NotSupported', 'Not here.'))
    },
  }
  const session = await SecretSession.open(service, new KeyExchange())
  const sealed = session.seal('a secret')
  expect(asked).toEqual(['dh-ietf1024-sha256-aes128-cbc-pkcs7', 'plain'])
  expect(sealed).toEqual(['/session/1', [], [...Buffer.from('a secret')], 'text/plain'])
  expect(session.open(sealed)).toBe('a secret')
})

test.each([
  ['named', new KeyExchange()],
  ['given by its prime', new KeyExchange(primeExchange)],
])('both sides derive the same key, and sealed bytes do not show the secret; their group is %s', async (_, theirs) => {
  let received: Variant | undefined
  const service: SessionOpener = {
    openSession: (_algorithm, input) => {
      received = input
      return Promise.resolve({ path: '/session/1', output: [...theirs.publicKey()] })
    },
  }
  const ours = new KeyExchange()
  const session = await SecretSession.open(service, ours)
  expect(Buffer.from(received?.value as number[])).toEqual(ours.publicKey())
  expect(ours.deriveKey(theirs.publicKey())).toEqual(theirs.deriveKey(ours.publicKey()))
  const sealed = session.seal('a secret')
  expect(JSON.stringify(sealed)).not.toContain([...Buffer.from('a secret')].join(','))
  expect(session.open(sealed)).toBe('a secret')
})
