import { mkdirSync, readFileSync, rmSync, watch, writeFileSync, type FSWatcher } from 'node:fs'
import { join } from 'node:path'

/** Holds the place of the one running app of a data folder, and hears when another is started there. */
export class SingleInstance {
  readonly #folder: string
  #watcher: FSWatcher | undefined

  constructor(userData: string) {
    this.#folder = join(userData, 'host-instance')
  }

  /** Takes the place; where another app has it, tells that one and answers false. */
  take(onSecond: () => void): boolean {
    mkdirSync(this.#folder, { recursive: true })
    const owner = this.#owner()
    if (owner !== undefined && owner !== process.pid && isAlive(owner)) {
      writeFileSync(join(this.#folder, 'knock'), String(process.pid))
      return false
    }
    writeFileSync(join(this.#folder, 'owner'), String(process.pid))
    this.#watcher = watch(this.#folder, { persistent: false }, (_event, name) => {
      if (name === 'knock') onSecond()
    })
    return true
  }

  /** Gives the place up. */
  leave(): void {
    this.#watcher?.close()
    if (this.#owner() === process.pid) rmSync(this.#folder, { recursive: true, force: true })
  }

  #owner(): number | undefined {
    try {
      return Number(readFileSync(join(this.#folder, 'owner'), 'utf8'))
    } catch {
      return undefined
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
