import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LinuxKeychain } from './linux-keychain.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clavis-linux-keychain-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** Looks for a secret in a service that says whether it is locked, and finds it. Returns the methods that were called. */
async function look(isLocked: boolean): Promise<{ has: boolean | undefined; calls: string[] }> {
  const [script, log] = [join(folder, 'dbus-send'), join(folder, 'calls')]
  const replies = `*SearchItems*) echo 'array [ /item ] array [ ]' ;; *) echo 'variant boolean ${isLocked}' ;;`
  await writeFile(script, `#!/bin/sh\necho "$5" >> ${log}\ncase "$5" in ${replies} esac\n`, { mode: 0o755 })
  const start = (): never => {
    throw new Error('keytar was asked')
  }
  const has = await new LinuxKeychain({ env: { PATH: folder }, start, limitMs: 1000 }).has('key/one')
  const calls = (await readFile(log, 'utf8')).trim().split('\n')
  return { has, calls: calls.map((each) => each.split('.').at(-1) ?? '') }
}

test('LinuxKeychain: searches only an unlocked collection, because KeePassXC asks for a password before it searches', async () => {
  expect(await look(true)).toEqual({ has: undefined, calls: ['Get'] })
  await rm(join(folder, 'calls'))
  expect(await look(false)).toEqual({ has: true, calls: ['Get', 'SearchItems'] })
})
