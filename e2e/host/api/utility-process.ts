import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { makeStrict } from './unsupported.ts'

/** Electron's `UtilityProcess`, as far as the app uses it: a process of plain Node. */
export class HostUtilityProcess extends EventEmitter {
  readonly #child: ChildProcess

  constructor(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    super()
    this.#child = fork(program, args, { env, execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    this.#child.on('message', (message) => this.emit('message', message)).on('exit', (code) => this.emit('exit', code))
    this.#child.unref()
    this.#child.channel?.unref()
  }

  postMessage(message: object): void {
    this.#child.send(message, () => undefined)
  }

  kill(): boolean {
    return this.#child.kill()
  }
}
makeStrict('UtilityProcess', HostUtilityProcess)

/** Electron's `utilityProcess`. The program talks to its parent with `process.send` here, not with `process.parentPort`. */
export const utilityProcess = {
  fork: (program: string, args: readonly string[], { env }: { readonly env: NodeJS.ProcessEnv }): HostUtilityProcess =>
    new HostUtilityProcess(program, args, env),
}
