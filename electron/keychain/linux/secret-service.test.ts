import { expect, test } from 'vitest'
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
