import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { preparedPracticeFolder } from '../../testing/prepared-keys.ts'
import { PracticePortal } from '../portal/portal-client.ts'
import { startPracticeService, type PracticeService, type PracticeServiceOptions } from '../service/practice-service.ts'

/** A practice service with its own folder, on free ports. */
export interface RunningService extends AsyncDisposable {
  readonly folder: string
  readonly service: PracticeService
  readonly portal: PracticePortal
}

export async function startInNewFolder(options: Partial<PracticeServiceOptions> = {}): Promise<RunningService> {
  const folder = await mkdtemp(join(tmpdir(), 'clavis-practice-'))
  const service = await startPracticeService({
    folder: await preparedPracticeFolder(folder),
    records: 1200,
    faults: [],
    now: Date.now,
    ...options,
  })
  return {
    folder,
    service,
    portal: new PracticePortal(service.portalUrl),
    [Symbol.asyncDispose]: async () => {
      await service.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
