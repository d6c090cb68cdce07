import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** Signals that interrupt a command: Ctrl+C, a request to terminate, and a closed terminal. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
export type Interrupt = (typeof signals)[number]

/** Thrown when a person presses Ctrl+C at a prompt; no error message is needed. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** Signals within this time count as one, in milliseconds: ending a process group can deliver the same signal twice. */
const repeatWindowMs = 1000

/** Lets a command clean up when it is interrupted. A second interrupt ends it at once. */
export class Interrupts {
  readonly #signals: readonly Interrupt[]
  readonly #abort = new AbortController()
  #received: Interrupt | undefined
  #receivedAtMs = 0
  readonly #handle = (signal: NodeJS.Signals): void => {
    if (!this.#abort.signal.aborted) {
      this.#received = signals.find((each) => each === signal)
      this.#receivedAtMs = performance.now()
      this.#abort.abort()
    } else if (performance.now() - this.#receivedAtMs > repeatWindowMs) {
      this.stopHandling()
      process.kill(process.pid, signal)
    }
  }

  /** @param isHangUpIgnored whether the command continues when its terminal is closed */
  constructor(isHangUpIgnored = false) {
    this.#signals = isHangUpIgnored ? ['SIGINT', 'SIGTERM'] : signals
  }

  /** The first interrupt; undefined if there was none. */
  get received(): Interrupt | undefined {
    return this.#received
  }

  /** Handles interrupts from now on instead of ending the process. @returns a signal that aborts on the first one */
  handle(): AbortSignal {
    for (const signal of this.#signals)
      if (!process.listeners(signal).includes(this.#handle)) process.on(signal, this.#handle)
    return this.#abort.signal
  }

  /** Lets interrupts end the process again, unless one was already received: then the command finishes its cleanup. */
  release(): void {
    if (!this.#abort.signal.aborted) this.stopHandling()
  }

  /** Lets interrupts end the process again in any case. */
  stopHandling(): void {
    for (const signal of this.#signals) process.off(signal, this.#handle)
  }
}

/**
 * Ignores SIGHUP if Clavis was started with nohup. When Node starts, it resets ignored signals without a record, so two
 * other signs are used: the variable `_`, in which bash and zsh put the command that they start, and, on Linux, whether the
 * parent process ignores SIGHUP.
 * @returns whether it is ignored from now on
 */
export function ignoreHangUp(process: NodeJS.Process): boolean {
  const isIgnored = basename(process.env['_'] ?? '') === 'nohup' || isIgnoredBy(process.ppid)
  if (isIgnored) process.on('SIGHUP', () => undefined)
  return isIgnored
}

function isIgnoredBy(pid: number): boolean {
  try {
    // One bit for each signal. SIGHUP is signal 1, the lowest bit.
    const mask = /^SigIgn:\s*[0-9a-f]*([0-9a-f])$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return (Number.parseInt(mask?.[1] ?? '0', 16) & 1) === 1
  } catch {
    return false
  }
}
