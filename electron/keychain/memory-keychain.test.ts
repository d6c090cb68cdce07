import { expect, test } from 'vitest'
import { MemoryKeychain } from './memory-keychain.ts'
import { Secret } from './secret.ts'

test('MemoryKeychain: returns copies, so that wiping one leaves the secret', async () => {
  const keychain = new MemoryKeychain()
  const given = Secret.fromText('hush')
  await keychain.write('a', given)
  given.wipe()
  const first = await keychain.read('a')
  first?.wipe()
  expect((await keychain.read('a'))?.text()).toBe('hush')
  expect(await keychain.list()).toEqual([{ account: 'a', isComplete: true }])
  expect(await keychain.read('b')).toBeUndefined()
})

test('MemoryKeychain: refuses every change once it is sealed, and forgets all when wiped', async () => {
  const keychain = new MemoryKeychain()
  await keychain.write('a', Secret.fromText('hush'))
  keychain.seal()
  for (const change of [
    () => keychain.write('a', Secret.fromText('other')),
    () => keychain.replace('b', Secret.fromText('other')),
    () => keychain.remove('a'),
  ])
    await expect(change()).rejects.toMatchObject({ code: 'input-invalid' })
  expect((await keychain.read('a'))?.text()).toBe('hush')
  keychain.wipe()
  expect(await keychain.list()).toEqual([])
})
