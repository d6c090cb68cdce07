import { createReadStream } from 'node:fs'
import type { Writable, Readable } from 'node:stream'
import { visibleJson, visibleLine, visibleText } from '#shared/values/visible-text.ts'
import type { TlsEnvironment } from '../../http/connection/tls-environment.ts'
import type { StartKeychainProcess } from '../../keychain/keychain-process-start.ts'

/** Describes the environment of the command line: the process's own, or a test's. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number }
  /** What a person types to call the command line, for hints that name a command. */
  readonly commandLine: string
  /** Worker of the record store: its source, or the built file. */
  readonly recordStoreWorker: URL
  /** Worker that reads imported files: its source, or the built file. */
  readonly importWorker: URL
  /** Starts the process of the keychain library, on Linux. By default, it runs the program's source. */
  readonly startKeychain?: StartKeychainProcess | undefined
  /** PBKDF2 rounds of backups; by default those that protect real ones. */
  readonly backupRounds?: number
  /** TLS settings that were set outside Clavis. */
  readonly tlsEnvironment?: TlsEnvironment
  /** Whether the caller wants the command to outlive its terminal, as `nohup` does. */
  readonly isHangUpIgnored?: boolean
}

/**
 * Prints the output of commands. All of it passes one filter that makes control characters visible: a service, a file or
 * an argument must not send commands to the terminal.
 */
export class CommandTerminal {
  readonly stdin: Terminal['stdin']
  readonly #stdout: Terminal['stdout']
  readonly #stderr: Terminal['stderr']
  readonly #status = { progress: '', wait: '' }
  #isStatusShown = false

  constructor({ stdin, stdout, stderr }: Pick<Terminal, 'stdin' | 'stdout' | 'stderr'>) {
    this.stdin = stdin
    this.#stdout = stdout
    this.#stderr = stderr
  }

  /** Prints on standard output; keeps line breaks and tabs. */
  print(text: string): void {
    this.#write(this.#stdout, visibleText(text))
  }

  /** Prints a value as JSON on standard output, with control characters escaped. */
  printJson(value: unknown): void {
    this.#write(this.#stdout, `${visibleJson(JSON.stringify(value, undefined, 2))}\n`)
  }

  /** Prints data on standard output: unchanged for a program or file, with visible control characters on a terminal. */
  printData(text: string): void {
    this.#write(this.#stdout, this.#stdout.isTTY === true ? visibleText(text) : text)
  }

  /**
   * Prints a file as {@link printData} does, as fast as it is read. A write that fails, for example because the pipe is
   * closed, ends it; `watchOutput` reports why.
   */
  async printFile(path: string): Promise<void> {
    const isTerminal = this.#stdout.isTTY === true
    for await (const chunk of createReadStream(path, isTerminal ? 'utf8' : undefined) as AsyncIterable<
      string | Buffer
    >) {
      const shown = typeof chunk === 'string' ? visibleText(chunk) : chunk
      const failure = await new Promise((resolve) => this.#stdout.write(shown, resolve))
      if (failure instanceof Error) return
    }
  }

  /** The streams of a protocol that another program speaks with the command, which no filter changes. */
  get protocol(): Pick<Terminal, 'stdin' | 'stdout'> {
    return { stdin: this.stdin, stdout: this.#stdout }
  }

  /** Prints on standard error; keeps line breaks and tabs. */
  note(text: string): void {
    this.#write(this.#stderr, visibleText(text))
  }

  /** Whether standard error is a terminal, so that {@link showStatus} makes sense. */
  get showsStatus(): boolean {
    return this.#stderr.isTTY === true
  }

  /** Shows progress in the current line of standard error; an empty text removes it. */
  showStatus(text: string): void {
    this.#status.progress = text
    this.#drawStatus()
  }

  async showDuring<T>(text: string, work: Promise<T>): Promise<T> {
    if (!this.showsStatus) return work
    this.showStatus(text)
    try {
      return await work
    } finally {
      this.showStatus('')
    }
  }

  /** Shows what is being waited for, after the progress; an empty text removes it. */
  showWait(text: string): void {
    if (text === this.#status.wait) return
    this.#status.wait = text
    this.#drawStatus()
  }

  #drawStatus(): void {
    const { progress, wait } = this.#status
    const text = visibleLine([progress, wait].filter((each) => each !== '').join(' – '))
    if (text === '' && !this.#isStatusShown) return
    // A line that wraps can't be replaced. Some terminals say that they have no columns.
    const { columns = 0 } = this.#stderr
    const width = (columns > 0 ? columns : 80) - 1
    this.#stderr.write(`\r${text.length > width ? `${text.slice(0, width - 1)}…` : text}\u001B[K`)
    this.#isStatusShown = text !== ''
  }

  /** Writes whole lines above the status. */
  #write(stream: Writable, text: string): void {
    const isShown = this.#isStatusShown
    if (isShown) this.#stderr.write('\r\u001B[K')
    this.#isStatusShown = false
    stream.write(text)
    if (isShown && text.endsWith('\n')) this.#drawStatus()
  }
}

/** Formats a number with its noun: `1 key`, `2 keys`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
