import { once } from 'node:events'
import { join } from 'node:path'
import { Option, type Command } from 'commander'
import { ClavisError } from '../../../shared/model/error.ts'
import type { PracticeFault } from '../../../shared/model/practice.ts'
import { practiceFaults } from '../../../shared/model/practice-faults.ts'
import { startPracticeService } from '../../practice/practice-service.ts'
import type { CommandContext } from '../command-context.ts'

interface PracticeOptions {
  port?: number
  httpsPort?: number
  records: number
  fault: PracticeFault[]
}

/** `clavis practice`: the practice service in the foreground, for a CI or another client. */
export function addPracticeCommand(program: Command, { dataFolder, say, answer }: CommandContext): void {
  program
    .command('practice')
    .description('run the practice service until it is interrupted')
    .option('--port <port>', 'for http; a free one by default', parseNumber(65_535))
    .option('--https-port <port>', 'for https; a free one by default', parseNumber(65_535))
    .option('--records <number>', 'in each list', parseNumber(10_000_000), 25_000)
    .addOption(new Option('--fault <names...>', 'faults to play').choices(practiceFaults).default([]))
    .action(async ({ port, httpsPort, records, fault }: PracticeOptions) => {
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
    })
}

function parseNumber(most: number): (text: string) => number {
  return (text) => {
    if (/^\d{1,9}$/u.test(text) && Number(text) <= most) return Number(text)
    throw new ClavisError('input-invalid', `“${text}” is no number up to ${most}.`, { hint: 'Give a whole number.' })
  }
}
