import { startWithNode, type KeychainProcess, type KeytarAnswer, type Env } from '../keychain/keychain-process-start.ts'
import { builtProgram } from './built-program.ts'

/** A real process of the keychain library. */
interface Running {
  readonly process: KeychainProcess
  take: (answer: KeytarAnswer | 'exited') => void
}

/** Processes without a call under way, by the environment that they were started with. */
const idle = new Map<string, Set<Running>>()

/**
 * Makes keychain calls in real processes and keeps each one for the next caller. Starting one for every command or service
 * took half the time of tests that run hundreds of them, because forking a process as large as the tests' is slow. A process
 * whose call failed or was abandoned ends as usual. The keychain's own tests start theirs.
 */
export function sharedKeychain(env: Env, take: (answer: KeytarAnswer | 'exited') => void): KeychainProcess {
  const name = JSON.stringify(env)
  const kept = idle.get(name) ?? new Set()
  idle.set(name, kept)
  let busy: Running | undefined
  return {
    send: (call) => {
      const [running = start(env)] = kept
      kept.delete(running)
      busy = running
      running.take = (answer) => {
        busy = undefined
        running.take = () => kept.delete(running)
        if (answer !== 'exited')
          if ('value' in answer) kept.add(running)
          else running.process.end()
        take(answer)
      }
      running.process.send(call)
    },
    end: () => {
      const ended = busy
      if (ended !== undefined) ended.take = () => kept.delete(ended)
      ended?.process.end()
      busy = undefined
    },
  }
}

function start(env: Env): Running {
  const running: Running = {
    process: startWithNode(builtProgram('keychain-process'))(env, (answer) => running.take(answer)),
    take: () => undefined,
  }
  return running
}
