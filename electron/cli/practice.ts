import { once } from 'node:events'
import { join } from 'node:path'
import type { PracticeFault } from '#shared/practice/practice.ts'
import { startPracticeService } from '../practice/service/practice-service.ts'
import type { CommandContext } from './command-context.ts'

export interface PracticeOptions {
  readonly port?: number
  readonly httpsPort?: number
  readonly records: number
  readonly awkward: boolean
  readonly fault: PracticeFault[]
}

/** Runs the practice service in the foreground until SIGINT or SIGTERM, for CI or another client. */
export async function runPractice(
  { terminal, dataFolder, answer }: CommandContext,
  { port, httpsPort, records, awkward, fault }: PracticeOptions,
): Promise<void> {
  const starting = startPracticeService({
    folder: join(dataFolder, 'practice'),
    ...(port === undefined ? {} : { httpPort: port }),
    ...(httpsPort === undefined ? {} : { httpsPort }),
    records,
    isAwkward: awkward,
    faults: fault,
    now: Date.now,
  })
  const service = await terminal.showDuring('Starting the practice service…', starting)
  const { httpOrigin, httpsOrigin, portalUrl } = service
  answer(
    { httpOrigin, httpsOrigin, portalUrl },
    [
      `Practice service listening on ${httpOrigin} and ${httpsOrigin}.`,
      `Portal with client IDs, secrets and addresses: ${portalUrl}`,
      'Press Ctrl+C to stop.',
    ].join('\n'),
  )
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await service.stop()
}
