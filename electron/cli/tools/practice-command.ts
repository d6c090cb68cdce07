import { Option } from 'commander'
import { practiceFaults } from '../../../shared/model/practice/practice-faults.ts'
import type { ClavisCommand } from '../clavis-command.ts'
import { wholeNumber } from '../input/whole-number.ts'

/** Adds `clavis practice`. */
export function addPracticeCommand(program: ClavisCommand): void {
  program
    .command('practice')
    .description('run the practice service until interrupted')
    .option('--port <port>', 'HTTP port (default: a free one)', wholeNumber(65_535))
    .option('--https-port <port>', 'HTTPS port (default: a free one)', wholeNumber(65_535))
    .option('--records <number>', 'number of reports', wholeNumber(10_000_000), 25_000)
    .option('--awkward', 'serve edge-case records (deterministic)', false)
    .addOption(new Option('--fault <names...>', 'faults to simulate').choices(practiceFaults).default([]))
    .examples(
      'clavis practice',
      'clavis practice --port 8080 --records 1000',
      `clavis practice --fault ${practiceFaults.slice(0, 2).join(' ')}`,
    )
    .does(async () => (await import('./practice-actions.ts')).runPractice)
}
