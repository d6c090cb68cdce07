import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { describeFault } from './fault-description.ts'

/** Size at which the log is set aside, in bytes. Only one earlier file is kept. */
const maxLogSize = 64 * 1024

/** What happened to the window's page, in Electron's words. */
export interface GonePage {
  readonly reason: string
  readonly exitCode: number
}

/**
 * Keeps a record of faults in the data folder, for a report to the makers: `faults.log`, one JSON object per line, readable
 * by its owner only. It has no text that anyone wrote or sent (`fault-description.ts`). Everything is written
 * synchronously, because the process may be about to end; a disk that refuses is no reason for another fault.
 */
export class FaultLog {
  readonly #folder: string
  readonly #now: () => number
  #lastEnd: Date | undefined | 'unread' = 'unread'

  constructor({ folder, now }: { readonly folder: string; readonly now: () => number }) {
    this.#folder = folder
    this.#now = now
  }

  /** Records a fault after which Clavis continues. @param where the part of Clavis, e.g. `main` */
  note(where: string, fault: unknown): void {
    this.#append({ where, ...describeFault(fault) })
  }

  /** Records that the page's process is gone. */
  notePage({ reason, exitCode }: GonePage): void {
    this.#append({ where: 'page', kind: 'Process gone', reason, exitCode })
  }

  /** Records a fault that ends Clavis; the next start finds it by {@link lastUnexpectedEnd}. */
  noteEnd(where: string, fault: unknown): void {
    this.note(where, fault)
    try {
      const file = openSync(this.#marker, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | noFollow, 0o600)
      writeSync(file, new Date(this.#now()).toISOString())
      closeSync(file)
    } catch {
      // Then the next start says nothing of it.
    }
  }

  /** When the run before this one ended by a fault. It is asked for once: the start after this one no longer knows. */
  lastUnexpectedEnd(): Date | undefined {
    if (this.#lastEnd !== 'unread') return this.#lastEnd
    this.#lastEnd = undefined
    try {
      const date = new Date(readFileSync(this.#marker, 'utf8').slice(0, 30))
      rmSync(this.#marker, { force: true })
      if (!Number.isNaN(date.getTime())) this.#lastEnd = date
    } catch {
      // No marker: the run before ended in order.
    }
    return this.#lastEnd
  }

  get #marker(): string {
    return join(this.#folder, 'ended-unexpectedly')
  }

  #append(entry: object): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      const path = join(this.#folder, 'faults.log')
      const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | noFollow, 0o600)
      const { size } = fstatSync(file)
      writeSync(file, `${JSON.stringify({ at: new Date(this.#now()).toISOString(), ...entry })}\n`)
      closeSync(file)
      if (size > maxLogSize) renameSync(path, join(this.#folder, 'faults.1.log'))
    } catch {
      // Nothing is left to tell it to.
    }
  }
}

/** A link in place of the file is not followed. Windows has no such flag. */
const noFollow = process.platform === 'win32' ? 0 : constants.O_NOFOLLOW
