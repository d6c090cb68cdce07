import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ProfileStore } from '../../profiles/store/profile-store.ts'
import { bundledWorker } from '../../records/testing/bundled-worker.ts'
import { Database } from '../../store/database.ts'
import { ComparisonService } from '../comparison-service.ts'
import { ListService } from '../list-service.ts'
import { DatasetRegistry } from '../loading/dataset-registry.ts'
import type { PageClient } from '../loading/list-pages.ts'
import type { PageRetry } from '../loading/page-retry.ts'
import { SnapshotFiles } from '../snapshot-files.ts'
import { SnapshotService } from '../snapshot-service.ts'

/** The services that load lists, over one folder. */
export interface ListServices {
  readonly profiles: ProfileStore
  readonly datasets: DatasetRegistry
  readonly lists: ListService
  readonly snapshots: SnapshotService
  readonly comparisons: ComparisonService
}

/** How tests retry pages: at once, and for longer than a busy machine takes for the attempts that they expect. */
export const testRetry: PageRetry = { forMs: 60_000, firstPauseMs: 5, isAttended: false }

/** Creates the services as the app does when it starts. @param lockWaitMs how long to wait for a snapshot in use elsewhere */
export function createListServices(
  folder: string,
  client: PageClient,
  profiles = new ProfileStore({ database: new Database({ folder }), now: Date.now, newId: randomUUID }),
  lockWaitMs?: number,
  retry = testRetry,
): ListServices {
  const datasets = new DatasetRegistry({
    workerUrl: bundledWorker(),
    temporaryFolder: join(folder, 'runs'),
    language: () => 'en',
    retry,
    now: Date.now,
    newId: randomUUID,
  })
  const files = new SnapshotFiles({
    ...{ database: profiles.database, folder: join(folder, 'snapshots') },
    ...(lockWaitMs === undefined ? {} : { lockWaitMs }),
  })
  const snapshots = new SnapshotService({ profiles, client, datasets, files, now: Date.now, newId: randomUUID })
  return {
    profiles,
    datasets,
    lists: new ListService({ profiles, client, datasets, now: Date.now }),
    snapshots,
    comparisons: new ComparisonService({ datasets, snapshots }),
  }
}

/** Returns the names of the datasets' files in a data folder; not their process's lock. */
export async function datasetFileNames(dataFolder: string): Promise<string[]> {
  return (await readdir(join(dataFolder, 'runs'))).filter((name) => name.endsWith('.records'))
}
