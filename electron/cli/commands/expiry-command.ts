import { Option, type Command } from 'commander'
import type { Environment } from '../../../shared/model/profile/environment.ts'
import type { ExpiryOptions } from '../actions/expiry-actions.ts'
import type { CommandContext } from '../command-context.ts'
import { wholeNumber } from '../input/whole-number.ts'
import { examples } from './help-texts.ts'

/** Not the model's list: loading it takes longer than printing the help. */
const environments: readonly Environment[] = ['mock', 'client-testing', 'production']

/** Adds `clavis expiry`. */
export function addExpiryCommand(program: Command, context: CommandContext): void {
  program
    .command('expiry')
    .description(
      'check when each profile’s certificate expires; exit codes: 0 fine, 1 soon, 2 within 7 days or no valid one, 3 none needed',
    )
    .option('--within <days>', 'days that count as soon', wholeNumber(99_999), 30)
    .option('--profile <profile>', 'only this profile, by name or ID')
    .addOption(new Option('--environment <environment>', 'only profiles of this environment').choices(environments))
    .option('--ics <file>', 'also write all upcoming warnings to a calendar file')
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} expiry`,
        `${clavis} expiry --within 60 --environment production --json`,
        `${clavis} expiry --ics certificates.ics`,
      ]),
    )
    .action(async (options: ExpiryOptions) => {
      const { checkExpiry } = await import('../actions/with-profiles.ts')
      await checkExpiry(context, options)
    })
}
