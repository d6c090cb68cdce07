import type { Command } from 'commander'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { ExpiryOptions } from '../actions/expiry-actions.ts'
import type { CommandContext } from '../command-context.ts'

/** `clavis expiry` */
export function addExpiryCommand(program: Command, context: CommandContext): void {
  program
    .command('expiry')
    .description('when active certificates end; exit 0 fine, 1 soon, 2 within 7 days or ended, 3 none to judge')
    .option('--within <days>', 'what counts as soon', parseDays, 30)
    .option('--ics <file>', 'also save every warning to come as a calendar file')
    .action(async (options: ExpiryOptions) => {
      const { judgeCertificates } = await import('../actions/with-profiles.ts')
      await judgeCertificates(context, options)
    })
}

function parseDays(text: string): number {
  if (/^\d{1,5}$/u.test(text)) return Number(text)
  throw new ClavisError('input-invalid', `“${text}” is no number of days.`, {
    hint: 'Give a whole number, for example 30.',
  })
}
