import { utilityProcess } from 'electron'
import type { StartKeychainProcess } from '../keychain/keychain-process-start.ts'

/** Starts the keychain library's process as Electron's utility process: an installed app does not run as plain Node. */
export function startAsUtility(program: string): StartKeychainProcess {
  return (env, take) => {
    const child = utilityProcess.fork(program, [], { env: { ...env }, serviceName: 'Clavis keychain', stdio: 'ignore' })
    child.on('message', take).on('exit', () => take('exited'))
    return { send: (call) => child.postMessage(call), end: () => void child.kill() }
  }
}
