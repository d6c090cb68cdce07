/**
 * A program for tests: takes a list of steps as JSON in its last argument, does them on an `OsKeychain` in its own
 * process (libsecret, which the raw steps use, keeps one bus connection for each process), and prints what came of each as JSON.
 */
import { once } from 'node:events'
import { createRequire } from 'node:module'
import type * as keytar from 'keytar'
import { ClavisError } from '#shared/errors.ts'
import { Database } from '../../store/database.ts'
import { startWithNode } from '../keychain-process-start.ts'
import { keychainService } from '../keytar-call.ts'
import { OsKeychain } from '../os-keychain.ts'
import { Secret } from '../secret.ts'
import { deleteCollection, lockKeyring } from './private-session.ts'

/** `raw…` steps go past Clavis, straight to the native library, to damage what is there. */
export type KeychainStep =
  | { readonly do: 'read' | 'has' | 'remove' | 'rawRead' | 'rawRemove'; readonly account: string }
  | { readonly do: 'write' | 'rawWrite'; readonly account: string; readonly text: string }
  | { readonly do: 'describe' | 'list' | 'lock' | 'deleteCollection' }
  /** Says `paused` on standard error and goes on at the next line of standard input. */
  | { readonly do: 'pause' }

interface Input {
  readonly folder: string
  readonly steps: readonly KeychainStep[]
  readonly limitMs?: number
}

const input = JSON.parse(process.argv.at(-1) ?? '') as Input
const keychain = new OsKeychain({
  database: new Database({ folder: input.folder }),
  startProcess: startWithNode(new URL('./keychain-process.js', import.meta.url)),
  ...(input.limitMs === undefined ? {} : { limitMs: input.limitMs }),
})
const native = (): typeof keytar => createRequire(import.meta.url)('keytar') as typeof keytar

async function take(step: KeychainStep): Promise<unknown> {
  switch (step.do) {
    case 'read':
      return (await keychain.read(step.account))?.text() ?? null
    case 'has':
      return (await keychain.has(step.account)) ?? 'unknown'
    case 'write':
      return keychain.write(step.account, Secret.fromText(step.text))
    case 'remove':
      return keychain.remove(step.account)
    case 'describe':
      return keychain.describe()
    case 'list':
      return keychain.list()
    case 'pause':
      process.stderr.write('paused\n')
      await once(process.stdin, 'data')
      return null
    case 'rawRead':
      return native().getPassword(keychainService, step.account)
    case 'rawWrite':
      return native().setPassword(keychainService, step.account, step.text)
    case 'rawRemove':
      return native().deletePassword(keychainService, step.account)
    case 'deleteCollection':
      return deleteCollection(process.env)
    case 'lock':
      return lockKeyring(process.env)
  }
}

const outcomes: unknown[] = []
for (const step of input.steps)
  outcomes.push(
    await take(step).then(
      (value) => ({ value: value ?? null }),
      (error: unknown) => ({ error: error instanceof ClavisError ? error.toValue() : { fault: String(error) } }),
    ),
  )
process.stdout.write(JSON.stringify(outcomes), () => process.exit())
