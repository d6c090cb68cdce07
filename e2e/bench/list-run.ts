import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Secret } from '../../electron/keychain/secret.ts'
import { createServices } from '../../electron/services.ts'
import { defaultProfileSettings } from '../../shared/model/profile.ts'

/** What a whole run of Clavis took. */
export interface MeasuredRun {
  readonly seconds: number
  readonly records: number
  /** When each page's line of activity came: milliseconds, in order. */
  readonly pageTimes: readonly number[]
  /** Main's memory (RSS) over what it was before, MiB; the greatest seen. */
  readonly memory: number
  /** Longest stall of this thread, milliseconds. */
  readonly stall: number
}

/** Reads a whole list with the real services: token, HTTP client, record store in its worker, count. */
export async function measureRun(origin: string): Promise<MeasuredRun> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'clavis-bench-'))
  const services = createServices({
    dataFolder,
    recordStoreWorker: new URL('../../electron/reports/record-store-worker.ts', import.meta.url),
    resolveProxy: () => Promise.resolve(undefined),
  })
  try {
    const { id } = await services.profiles.create(
      {
        ...defaultProfileSettings('basic'),
        name: 'Bench',
        environment: 'mock',
        clientId: 'bench',
        tokenUrl: `${origin}/token`,
        reportsBaseUrl: origin,
      },
      { practice: false },
    )
    await services.credentials.setClientSecret(id, Secret.fromText('bench'))
    await services.tokens.get(id, { renew: false })
    const { runId } = await services.lists.open(id, 'reports', true)
    const pageTimes: number[] = []
    services.activity.onAdd(() => pageTimes.push(performance.now()))
    globalThis.gc?.()
    const before = process.memoryUsage.rss()
    let most = before
    // Both watch without taking part: asking for all of the memory's figures would stall main by itself.
    const delays = monitorEventLoopDelay({ resolution: 5 })
    delays.enable()
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 250)
    const began = performance.now()
    await services.lists.load(runId, 'all')
    const { count } = await services.lists.rows({
      runId,
      view: { search: '', filters: [], sort: [] },
      offset: 0,
      limit: 1,
      paths: [],
    })
    const seconds = (performance.now() - began) / 1000
    clearInterval(watch)
    delays.disable()
    const stall = delays.max / 1e6
    await services.credentials.destroySecretsOf(id)
    return { seconds, records: count, pageTimes, memory: (most - before) / 1024 / 1024, stall }
  } finally {
    await services.end()
    await rm(dataFolder, { recursive: true, force: true })
  }
}
