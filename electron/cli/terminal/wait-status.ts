import type { RequestWatcher, WatchedRequest } from '../../http/http-message.ts'
import type { CommandTerminal } from './command-terminal.ts'

interface Pending {
  readonly what: string
  readonly host: string
  readonly since: number
  pause?: { readonly until: number; readonly reason: string }
}

/** Shorter waits are not worth a line, milliseconds. */
const shownAfterMs = 2000

/** Says on a terminal which response is being waited for, and counts the seconds; shows nothing elsewhere. */
export class WaitStatus implements RequestWatcher {
  readonly #terminal: Pick<CommandTerminal, 'showsStatus' | 'showWait'>
  readonly #now: () => number
  readonly #pending = new Set<Pending>()
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(terminal: Pick<CommandTerminal, 'showsStatus' | 'showWait'>, now: () => number = Date.now) {
    this.#terminal = terminal
    this.#now = now
  }

  begin(what: string, host: string): WatchedRequest {
    const pending: Pending = { what, host, since: this.#now() }
    this.#pending.add(pending)
    if (this.#terminal.showsStatus) this.#timer ??= setInterval(() => this.#show(), 1000).unref()
    return {
      pause: (until, reason) => {
        pending.pause = { until, reason }
        this.#show()
      },
      end: () => {
        this.#pending.delete(pending)
        if (this.#pending.size === 0) this.end()
      },
    }
  }

  /** Clears the line and stops counting. */
  end(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    if (this.#terminal.showsStatus) this.#terminal.showWait('')
  }

  #show(): void {
    const [first] = this.#pending
    const text = first === undefined ? '' : this.#textOf(first)
    const others = this.#pending.size > 1 && text !== '' ? ` (and ${this.#pending.size - 1} more)` : ''
    if (this.#terminal.showsStatus) this.#terminal.showWait(`${text}${others}`)
  }

  #textOf({ what, host, since, pause }: Pending): string {
    const now = this.#now()
    if (pause !== undefined && pause.until > now)
      return `Retrying in ${Math.ceil((pause.until - now) / 1000)} s: ${pause.reason}`
    const waited = now - Math.max(since, pause?.until ?? 0)
    return waited < shownAfterMs ? '' : `Waiting ${Math.floor(waited / 1000)} s for ${host}: ${what}`
  }
}
