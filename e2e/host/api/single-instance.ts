import { mkdirSync, readFileSync, rmSync, watch, writeFileSync, type FSWatcher } from 'node:fs'
import { join } from 'node:path'

/** Holds the lock of the one running app of a data folder, and is notified when another is started there. */
export class SingleInstance {
  readonly #folder: string
  readonly #self = processMark(process.pid) ?? String(process.pid)
  #watcher: FSWatcher | undefined

  constructor(userData: string) {
    this.#folder = join(userData, 'host-instance')
  }

  /** Takes the lock; if another app has it, notifies that one and returns false. */
  take(onSecond: () => void): boolean {
    if (this.#watcher !== undefined) return true
    mkdirSync(this.#folder, { recursive: true })
    if (!this.#write()) {
      const owner = this.#owner()
      if (owner !== undefined && processMark(Number.parseInt(owner, 10)) === owner) {
        writeFileSync(join(this.#folder, 'knock'), this.#self)
        return false
      }
      // Left by an app that was killed.
      rmSync(join(this.#folder, 'owner'), { force: true })
      if (!this.#write()) return false
    }
    this.#watcher = watch(this.#folder, { persistent: false }, (_event, name) => {
      if (name === 'knock') onSecond()
    })
    return true
  }

  /** Releases the lock. */
  leave(): void {
    this.#watcher?.close()
    this.#watcher = undefined
    if (this.#owner() === this.#self) rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Writes the owner's file if there is none: of two apps that start at once, only one succeeds. */
  #write(): boolean {
    try {
      writeFileSync(join(this.#folder, 'owner'), this.#self, { flag: 'wx' })
      return true
    } catch {
      return false
    }
  }

  #owner(): string | undefined {
    try {
      return readFileSync(join(this.#folder, 'owner'), 'utf8')
    } catch {
      return undefined
    }
  }
}

/**
 * Identifies a running process: by its id and, if available, its start time, since ids are reused. Undefined if there
 * is no such process.
 */
function processMark(pid: number): string | undefined {
  try {
    process.kill(pid, 0)
  } catch {
    return undefined
  }
  try {
    // proc(5): the process's name is in parentheses and may contain anything; the start time is the 20th field after
    // it.
    const facts = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const started = facts.slice(facts.lastIndexOf(')') + 2).split(' ')[19]
    return `${pid} ${started ?? ''}`
  } catch {
    return String(pid)
  }
}
