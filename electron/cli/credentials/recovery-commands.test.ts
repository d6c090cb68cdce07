import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultProfileSettings } from '#shared/profiles/profile.ts'
import { keyAccount } from '../../keychain/keychain.ts'
import { OsKeychain } from '../../keychain/os-keychain.ts'
import { Secret } from '../../keychain/secret.ts'
import { ProfileStore } from '../../profiles/store/profile-store.ts'
import { Database } from '../../store/database.ts'
import { sharedKeychain } from '../../testing/shared-keychain.ts'
import { exitCodes } from '../exit-codes.ts'
import { runCommand } from '../testing/command-run.ts'

let folder: string
let keychain: OsKeychain
let keyIds: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-key-commands-'))
  keychain = new OsKeychain({ database: new Database({ folder }), startProcess: sharedKeychain })
  keyIds = [randomUUID(), randomUUID()]
  for (const keyId of keyIds) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    await keychain.write(keyAccount(keyId), Secret.fromBytes(privateKey.export({ type: 'pkcs8', format: 'der' })))
  }
})
afterEach(async () => {
  for (const keyId of keyIds) await keychain.remove(keyAccount(keyId))
  await rm(folder, { recursive: true, force: true })
})

test('clavis key: lists, attaches and, with confirmation, deletes unassigned keys', async () => {
  const profiles = new ProfileStore({ database: new Database({ folder }), now: Date.now, newId: randomUUID })
  const settings = { ...defaultProfileSettings('jwt'), clientId: 'acme', tokenUrl: 'https://auth.example.com/token' }
  await profiles.create({ ...settings, name: 'Acme', environment: 'production' }, { practice: false })
  await profiles.database.end()
  const [one = '', other = ''] = keyIds

  const { out } = await runCommand(folder, '', ['key', 'list'])
  for (const keyId of keyIds) expect(out).toMatch(new RegExp(`${keyId}\\s+Unassigned`, 'u'))
  expect(out).toContain('another data folder')

  const unasked = await runCommand(folder, '', ['key', 'attach', one, 'Acme'])
  expect(unasked.code).not.toBe(exitCodes.fine)
  expect(unasked.error).toContain('--confirm "Acme"')
  const attached = await runCommand(folder, '', ['key', 'attach', one, 'Acme', '--confirm', 'Acme'])
  expect(attached).toMatchObject({ code: exitCodes.fine, error: '' })

  const untyped = await runCommand(folder, '', ['key', 'delete', other])
  expect(untyped.error).toContain(`--confirm "${other}"`)
  const deleted = await runCommand(folder, '', ['key', 'delete', other, '--confirm', other])
  expect(deleted.code).toBe(exitCodes.fine)

  const after = await runCommand(folder, '', ['--json', 'key', 'list'])
  const states = (JSON.parse(after.out) as { keyId: string; state: string }[]).filter(({ keyId }) =>
    keyIds.includes(keyId),
  )
  expect(states).toMatchObject([{ keyId: one, state: 'assigned' }])
})
