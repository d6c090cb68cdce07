import { once } from 'node:events'
import { join } from 'node:path'
import type { PracticeFault } from '../../../shared/model/practice/practice.ts'
import { startPracticeService } from '../../practice/practice-service.ts'
import type { CommandContext } from '../command-context.ts'

export interface PracticeOptions {
  readonly port?: number
  readonly httpsPort?: number
  readonly records: number
  readonly fault: PracticeFault[]
}

/** Runs the practice service in the foreground, for a CI or another client. */
export async function runPractice(
  { dataFolder, say, answer }: CommandContext,
  { port, httpsPort, records, fault }: PracticeOptions,
): Promise<void> {
  const service = await startPracticeService({
    folder: join(dataFolder, 'practice'),
    ...(port === undefined ? {} : { httpPort: port }),
    ...(httpsPort === undefined ? {} : { httpsPort }),
    records,
    faults: fault,
    now: Date.now,
  })
  const { httpOrigin, httpsOrigin, portalUrl } = service
  answer({ httpOrigin, httpsOrigin, portalUrl })
  say(`The practice service listens on ${httpOrigin} and ${httpsOrigin}.`)
  say(`Its portal, with client IDs, secrets and addresses: ${portalUrl}`)
  say('Ctrl+C ends it.')
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await service.stop()
}
