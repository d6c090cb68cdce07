import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret } from '../../../electron/keychain/secret.ts'
import { createServices } from '../../../electron/services.ts'
import { defaultProfileSettings } from '../../../shared/profiles/profile.ts'
import { builtImportWorker, builtWorker } from '../built-workers.ts'
import { watchProcess, type Strain } from '../process-watch.ts'

/** What loading a whole list took. */
export interface MeasuredLoad extends Strain {
  readonly seconds: number
  /** When each page appeared in the activity: milliseconds, in order. */
  readonly pageTimes: readonly number[]
}

/** Loads a whole list with the real services: token, HTTP client, record store in its worker, count. */
export async function measureLoad(base: string, expected: number): Promise<MeasuredLoad> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'clavis-bench-'))
  const services = createServices({
    dataFolder,
    recordStoreWorker: builtWorker,
    importWorker: builtImportWorker,
    resolveProxy: () => Promise.resolve(undefined),
    isTyped: true,
  })
  try {
    const { id } = await services.profiles.create(
      {
        ...defaultProfileSettings('basic'),
        name: 'Bench',
        environment: 'mock',
        clientId: 'bench',
        tokenUrl: `${base}/token`,
        reportsBaseUrl: base,
      },
      { practice: false },
    )
    await services.credentials.clientSecrets.set(id, Secret.fromText('bench'))
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
    await services.credentials.destroySecretsOf(id)
    if (count !== expected) throw new Error(`Clavis has ${count} records, but ${expected} were expected.`)
    return { seconds, pageTimes, ...strain }
  } finally {
    await services.end()
    await rm(dataFolder, { recursive: true, force: true })
  }
}
