import type { Command } from 'commander'
import type { ExpiryOptions } from '../actions/expiry-actions.ts'
import type { CommandContext } from '../command-context.ts'
import { wholeNumber } from '../input/whole-number.ts'
import { examples } from './help-texts.ts'

/** Adds `clavis expiry`. */
export function addExpiryCommand(program: Command, context: CommandContext): void {
  program
    .command('expiry')
    .description(
      'check when active certificates expire; exit codes: 0 fine, 1 soon, 2 within 7 days or expired, 3 none',
    )
    .option('--within <days>', 'days that count as soon', wholeNumber(99_999), 30)
    .option('--ics <file>', 'also write all upcoming warnings to a calendar file')
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} expiry`,
        `${clavis} expiry --within 60 --json`,
        `${clavis} expiry --ics certificates.ics`,
      ]),
    )
    .action(async (options: ExpiryOptions) => {
      const { checkExpiry } = await import('../actions/with-profiles.ts')
      await checkExpiry(context, options)
    })
}
