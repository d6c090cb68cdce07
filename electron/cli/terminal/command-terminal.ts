import { visibleJson, visibleLine, visibleText } from '../../../shared/model/values/visible-text.ts'
import type { Terminal } from './terminal.ts'

/**
 * The terminal as commands have it. All that is printed passes one filter, since much of it Clavis did not write: no
 * service, file or argument says anything to a terminal that a person cannot see.
 */
export class CommandTerminal {
  readonly env: Terminal['env']
  readonly platform: Terminal['platform']
  readonly stdin: Terminal['stdin']
  readonly #stdout: Terminal['stdout']
  readonly #stderr: Terminal['stderr']

  constructor({
    env,
    platform,
    stdin,
    stdout,
    stderr,
  }: Pick<Terminal, 'env' | 'platform' | 'stdin' | 'stdout' | 'stderr'>) {
    this.env = env
    this.platform = platform
    this.stdin = stdin
    this.#stdout = stdout
    this.#stderr = stderr
  }

  /** Prints on standard output; lines and tabs stay. */
  print(text: string): void {
    this.#stdout.write(visibleText(text))
  }

  /** Prints a value as JSON on standard output. What a terminal could obey is escaped, so that the value is the same. */
  printJson(value: unknown): void {
    this.#stdout.write(`${visibleJson(JSON.stringify(value, undefined, 2))}\n`)
  }

  /** Prints data on standard output: byte for byte where a program or a file takes it, visible where a person reads it. */
  printData(text: string): void {
    this.#stdout.write(this.#stdout.isTTY === true ? visibleText(text) : text)
  }

  /** Prints on standard error; lines and tabs stay. */
  note(text: string): void {
    this.#stderr.write(visibleText(text))
  }

  /** Whether somebody looks at standard error, and so at {@link showStatus}. */
  get showsStatus(): boolean {
    return this.#stderr.isTTY === true
  }

  /** Writes one line of standard error over the one before; an empty text clears it. */
  showStatus(text: string): void {
    this.#stderr.write(`\r${visibleLine(text)}\u001B[K`)
  }
}
