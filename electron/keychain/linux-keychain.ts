import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ClavisError } from '#shared/errors.ts'
import { WorkQueue } from '../concurrency.ts'
import { desktopRemedy } from './desktop-remedy.ts'
import { linuxKeychainFailure } from './keychain-failure.ts'
import type { Env, KeychainProcess, KeytarAnswer, StartKeychainProcess } from './keychain-process-start.ts'
import { keychainService, type KeytarCall, type KeytarResults } from './keytar-call.ts'
import { KeytarKeychain } from './keytar-keychain.ts'

/** How long the process lives unused, milliseconds: an import or a replacement needs several calls. */
const idleMs = 3000

/** The object of the Secret Service. */
const secrets = '/org/freedesktop/secrets'

/** How long a question to the Secret Service may take, milliseconds. */
const searchLimitMs = 10_000

const crashed: KeytarAnswer = { error: 'The keychain library crashed.' }

/**
 * How often a call is repeated that failed, or crashed keytar, because another process deleted an entry meanwhile, and the
 * pause before the first repetition, milliseconds; each further one is longer by as much. Deletions come in bursts.
 */
const [maxAttempts, pauseMs] = [12, 40]
const isRace = ({ error }: { readonly error: string }): boolean =>
  /crashed|No such (?:interface|secret item)/u.test(error)

interface Options {
  readonly env: Env
  readonly start: StartKeychainProcess
  /** How long a call may take, milliseconds, including a prompt to the user. */
  readonly limitMs: number
}

/**
 * Reads and writes entries of the Secret Service with keytar in a separate process: keytar's libsecret cannot reconnect
 * after the keyring restarts, and waits without end for one that hangs. A new process cures both (decision 068).
 */
export class LinuxKeychain extends KeytarKeychain {
  readonly name: string
  readonly #options: Options
  readonly #queue = new WorkQueue()
  #process: KeychainProcess | undefined
  #idle: NodeJS.Timeout | undefined
  #take: (answer: KeytarAnswer | 'exited') => void = () => undefined

  constructor(options: Options) {
    super()
    this.#options = options
    const desktop = options.env['XDG_CURRENT_DESKTOP']?.split(':').at(-1)
    this.name = desktop === undefined ? 'Secret Service' : `Secret Service (${desktop})`
  }

  async check(): Promise<void> {
    // An entry that does not exist is looked up without a prompt.
    await this.get('none')
  }

  /**
   * Asks the Secret Service itself, because keytar asks for the password of a locked keyring. So does KeePassXC on a search
   * while all its databases are locked: only an unlocked collection is searched.
   */
  async has(account: string): Promise<boolean | undefined> {
    const attributes = `dict:string:string:service,${keychainService},account,${account}`
    try {
      if (!(await this.#isUnlocked())) return undefined
      const found = await this.#callService(secrets, 'org.freedesktop.Secret.Service.SearchItems', attributes)
      // Two arrays of paths: unlocked items, locked ones.
      const [unlocked = '', locked = ''] = found.split(']')
      return unlocked.includes('/') || (locked.includes('/') ? undefined : false)
    } catch {
      return undefined
    }
  }

  /** Returns whether the collection that keytar uses is unlocked. */
  async #isUnlocked(): Promise<boolean> {
    const property = ['string:org.freedesktop.Secret.Collection', 'string:Locked']
    const locked = await this.#callService(
      `${secrets}/aliases/default`,
      'org.freedesktop.DBus.Properties.Get',
      ...property,
    )
    return /\bfalse\b/u.test(locked)
  }

  /** Calls a method of the Secret Service and returns its reply as text. */
  async #callService(object: string, ...call: readonly string[]): Promise<string> {
    const to = ['--session', '--print-reply=literal', '--dest=org.freedesktop.secrets', object]
    const { stdout } = await promisify(execFile)('dbus-send', [...to, ...call], {
      env: this.#options.env,
      timeout: searchLimitMs,
    })
    return stdout
  }

  protected call<Name extends keyof KeytarResults>(call: KeytarCall): Promise<KeytarResults[Name]> {
    return this.#queue.inSequence(async () => {
      clearTimeout(this.#idle)
      // After the keyring or the bus has restarted, only a new process reaches it.
      const wasRunning = this.#process !== undefined
      let answer = await this.#ask(call)
      for (let attempt = 1; 'error' in answer && attempt <= maxAttempts; attempt += 1)
        if (isRace(answer) || (wasRunning && attempt === 1)) {
          await wait(pauseMs * attempt)
          answer = await this.#ask(call)
        }
      this.#idle = setTimeout(() => this.#end(), idleMs).unref()
      if ('error' in answer) throw linuxKeychainFailure(answer.error, desktopRemedy(this.#options.env))
      return answer.value as KeytarResults[Name]
    })
  }

  /** Has the process make a call, and ends it if that fails. @throws `keychain-locked` after the time limit */
  async #ask(call: KeytarCall): Promise<KeytarAnswer> {
    const { limitMs } = this.#options
    const { promise, resolve } = Promise.withResolvers<KeytarAnswer | 'exited' | 'late'>()
    this.#take = resolve
    this.#process ??= this.#start()
    this.#process.send(call)
    const timer = setTimeout(() => resolve('late'), limitMs)
    const answer = await promise
    clearTimeout(timer)
    if (typeof answer === 'object' && 'value' in answer) return answer
    this.#end()
    if (answer === 'exited') return crashed
    if (answer !== 'late') return answer
    throw new ClavisError('keychain-locked', 'The keychain did not respond in time.', {
      hint: 'It may be waiting for a password. Answer its prompt, which may be behind other windows, and try again. If there is none, restart the keychain, or log out and in.',
    })
  }

  #end(): void {
    const running = this.#process
    this.#process = undefined
    running?.end()
  }

  #start(): KeychainProcess {
    const { env, start } = this.#options
    const started = start(env, (answer) => {
      // One that was given up may still answer.
      if (this.#process !== started) return
      if (answer === 'exited') this.#process = undefined
      this.#take(answer)
    })
    return started
  }
}
