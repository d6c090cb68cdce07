import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret } from '../../../electron/keychain/secret.ts'
import type { Limits } from '../../../electron/local-address/request-limits.ts'
import { createServices, type Services } from '../../../electron/services.ts'
import { defaultProfileSettings } from '../../../shared/profiles/profile.ts'
import { builtImportWorker, builtWorker } from '../built-workers.ts'
import { watchProcess, type Strain } from '../process-watch.ts'

/** What loading a whole list took. */
export interface MeasuredLoad extends Strain {
  readonly seconds: number
  /** When each page appeared in the activity: milliseconds, in order. */
  readonly pageTimes: readonly number[]
}

/** A profile of the pages server, in a data folder of its own. */
export interface BenchProfile {
  readonly id: string
  readonly name: string
  readonly dataFolder: string
  readonly services: Services
}

/**
 * Creates a profile whose secret is in the keychain, and removes both after `work`.
 * @param localLimits of its local address
 */
export async function withBenchProfile<T>(
  base: string,
  work: (profile: BenchProfile) => Promise<T>,
  localLimits?: Limits,
): Promise<T> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'clavis-bench-'))
  const services = createServices({
    dataFolder,
    recordStoreWorker: builtWorker,
    importWorker: builtImportWorker,
    resolveProxy: () => Promise.resolve(undefined),
    isTyped: true,
    ...(localLimits === undefined ? {} : { localLimits }),
  })
  const name = 'Bench'
  try {
    const { id } = await services.profiles.create(
      {
        ...defaultProfileSettings('basic'),
        name,
        environment: 'mock',
        clientId: 'bench',
        tokenUrl: `${base}/token`,
        reportsBaseUrl: base,
      },
      { practice: false },
    )
    await services.credentials.clientSecrets.set(id, Secret.fromText('bench'))
    try {
      return await work({ id, name, dataFolder, services })
    } finally {
      await services.credentials.destroySecretsOf(id)
    }
  } finally {
    await services.end()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

/** Loads a whole list with the real services: token, HTTP client, record store in its worker, count. */
export function measureLoad(base: string, expected: number): Promise<MeasuredLoad> {
  return withBenchProfile(base, async ({ id, services }) => {
    await services.tokens.get(id, { renew: false })
    const { datasetId } = await services.lists.open(id, 'reports', true)
    const pageTimes: number[] = []
    services.activity.onAdd(() => pageTimes.push(performance.now()))
    const watch = await watchProcess()
    const began = performance.now()
    await services.lists.load(datasetId, 'all')
    const { count } = await services.datasets.get(datasetId).rows({
      query: { search: [], filters: [], sort: [] },
      offset: 0,
      limit: 1,
      paths: [],
    })
    const seconds = (performance.now() - began) / 1000
    const strain = await watch.end()
    if (count !== expected) throw new Error(`Clavis has ${count} records, but ${expected} were expected.`)
    return { seconds, pageTimes, ...strain }
  })
}
