import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Profile } from '#shared/profiles/profile.ts'
import { startWithNode } from '../keychain/keychain-process-start.ts'
import { clientSecretAccount, keyAccount } from '../keychain/keychain.ts'
import { LinuxKeychain } from '../keychain/linux-keychain.ts'
import { OsKeychain } from '../keychain/os-keychain.ts'
import { builtProgram } from '../testing/built-program.ts'
import { rounds } from '../testing/rounds.ts'
import { sharedKeychain } from '../testing/shared-keychain.ts'
import { startTestServices, type TestServices } from '../testing/test-services.ts'
import { runClavis, type Ended } from './testing/clavis-process.ts'
import { runCommand, type CommandOutcome } from './testing/command-run.ts'

/** The keychain's entries, past Clavis. */
const entries = new LinuxKeychain({
  env: process.env,
  limitMs: 60_000,
  start: startWithNode(builtProgram('keychain-process')),
})

let services: TestServices
let profile: Profile
beforeEach(async () => {
  services = await startTestServices()
  profile = await services.newProfile({ name: 'Acme', flavor: 'basic', tokenUrl: 'https://auth.example.com/token' })
})
afterEach(() => services.end())

const setSecret = (secret: string): Promise<Ended> =>
  runClavis(services.folder, ['secret', 'set', 'Acme'], { input: `${secret}\n` })

/** Runs a command in this process, for when no other command runs at the same time. */
const clavisHere = (args: readonly string[], input = ''): Promise<CommandOutcome> =>
  runCommand(services.folder, input, args)
const setSecretHere = (secret: string): Promise<CommandOutcome> => clavisHere(['secret', 'set', 'Acme'], `${secret}\n`)

/** Reads the secret as a later start would. */
async function storedSecret(): Promise<string | undefined> {
  const keychain = new OsKeychain({ database: services.profiles.database, startProcess: sharedKeychain })
  return (await keychain.read(clientSecretAccount(profile.id)))?.text()
}

describe('several commands at once', () => {
  test(`secret set: one of both secrets is stored, and a later command replaces it (${rounds(3, 50)} pairs)`, async () => {
    for (let pair = 0; pair < rounds(3, 50); pair += 1) {
      // Several entries each, so that half of one would be noticed.
      const both = ['one', 'other'].map((name) => `${name} ${pair} ${'x'.repeat(5000)}`)
      expect(await Promise.all(both.map(setSecret))).toMatchObject([
        { code: 0, err: '' },
        { code: 0, err: '' },
      ])
      expect(both).toContain(await storedSecret())
      expect(await setSecretHere(`later ${pair}`)).toMatchObject({ code: 0 })
      expect(await storedSecret()).toBe(`later ${pair}`)
    }
  })

  test('secret set: replaces an entry that is damaged in any way', async () => {
    const account = clientSecretAccount(profile.id)
    const damages: readonly (() => Promise<unknown>)[] = [
      () => entries.set(account, 'not written by Clavis'),
      () => entries.set(account, `clavis2.${'A'.repeat(43)}.AAAA`),
      () => entries.set(account, `clavis1.a.2.${'A'.repeat(43)}`),
      () => entries.remove(account),
    ]
    for (const [index, damage] of damages.entries()) {
      expect(await setSecretHere(`first ${index} ${'x'.repeat(5000)}`)).toMatchObject({ code: 0 })
      await damage()
      expect(await setSecretHere(`new ${index}`)).toMatchObject({ code: 0, error: '' })
      expect(await storedSecret()).toBe(`new ${index}`)
    }
  })

  test('key list: a key whose entry was changed is incomplete', async () => {
    const { id } = await services.newProfile({ name: 'Other', tokenUrl: 'https://auth.example.com/token' })
    const key = await services.credentials.createKey(id, 2048)
    await entries.set(keyAccount(key.id), `clavis2.${'A'.repeat(43)}.AAAA`)
    const { out } = await clavisHere(['key', 'list'])
    expect(out).toMatch(new RegExp(String.raw`^${key.id} +Incomplete +Other\b`, 'mu'))
  })

  test('Several commands: wait while a process is paused within a change, and no change is lost', async () => {
    const program = join(import.meta.dirname, '..', 'store', 'testing', 'hold-change.ts')
    const paused = spawn(process.execPath, [program, services.folder, 'theirs'], { stdio: ['pipe', 'pipe', 'inherit'] })
    try {
      await once(paused.stdout, 'data')
      paused.kill('SIGSTOP')
      const ended: string[] = []
      const commands = [
        runClavis(services.folder, ['profile', 'set', 'Acme', 'clientId=changed']),
        runClavis(services.folder, ['profile', 'set', 'Acme', 'tokenUrl=https://auth.example.com/other']),
        setSecret('hush'),
      ].map((command) =>
        command.then((outcome) => {
          ended.push(outcome.out)
          return outcome
        }),
      )
      // Longer than a command takes.
      await wait(2000)
      expect(ended).toEqual([])
      expect(await runClavis(services.folder, ['profile', 'list'])).toMatchObject({ code: 0 })
      paused.kill('SIGCONT')
      paused.stdin.write('\n')
      for (const outcome of await Promise.all(commands)) expect(outcome).toMatchObject({ code: 0 })
      expect((await services.profiles.get(profile.id)).profile).toMatchObject({
        ...{ clientId: 'changed', tokenUrl: 'https://auth.example.com/other' },
      })
      expect(await storedSecret()).toBe('hush')
      const documents = await services.profiles.database.read((sql) =>
        sql
          .prepare('SELECT name FROM documents')
          .all()
          .map(({ name }) => name),
      )
      expect(documents).toContain('theirs')
    } finally {
      paused.kill('SIGKILL')
    }
  })

  test('Several commands: continue at once after a process that held the lock was killed', async () => {
    const program = join(import.meta.dirname, '..', 'store', 'testing', 'hold-change.ts')
    const killed = spawn(process.execPath, [program, services.folder, 'theirs'], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(killed.stdout, 'data')
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    const five = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      runClavis(services.folder, [
        ...['profile', 'create', name, 'environment=mock', 'clientId=acme'],
        'tokenUrl=https://auth.example.com/token',
      ]),
    )
    for (const outcome of await Promise.all(five)) expect(outcome).toMatchObject({ code: 0 })
    expect(await services.profiles.list()).toHaveLength(6)
  })
})
