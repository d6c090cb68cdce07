import { fork } from 'node:child_process'
import type { KeytarCall } from './keytar-call.ts'

/** Environment variables. */
export type Env = Readonly<Record<string, string | undefined>>

/** What came of a call: its value, or the system's text about a failure. */
export type KeytarAnswer = { readonly value: unknown } | { readonly error: string }

/** A process that runs `keychain-process.ts`. */
export interface KeychainProcess {
  readonly send: (call: KeytarCall) => void
  readonly end: () => void
}

/** Starts the process. @param take is called with each answer, and with `exited` if the process ends */
export type StartKeychainProcess = (env: Env, take: (answer: KeytarAnswer | 'exited') => void) => KeychainProcess

/** Starts the process with plain Node. @param program `keychain-process.ts`, or what is built from it */
export function startWithNode(program: URL): StartKeychainProcess {
  return (env, take) => {
    const child = fork(program, { env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    child
      .on('message', take)
      .on('error', () => take('exited'))
      .on('exit', () => take('exited'))
    // A call keeps Clavis alive by its time limit; the process itself does not.
    child.unref()
    child.channel?.unref()
    return { send: (call) => void child.send(call, () => undefined), end: () => void child.kill('SIGKILL') }
  }
}
