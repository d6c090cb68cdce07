import { fork } from 'node:child_process'
import { once } from 'node:events'

/** What draining a list took. */
export interface Drained {
  readonly records: number
  readonly seconds: number
}

/** The bare client, kept running in a process of its own. */
export interface BareClient {
  /** Drains the whole list of a server of pages. */
  readonly drain: (origin: string) => Promise<Drained>
  readonly end: () => void
}

/** Starts the bare client. */
export function startBareClient(): BareClient {
  const child = fork(new URL('bare-drain.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: 'inherit',
  })
  return {
    drain: async (origin) => {
      child.send(origin)
      const [drained] = (await once(child, 'message')) as [Drained]
      return drained
    },
    end: () => void child.kill(),
  }
}
