import { Option, type Command } from 'commander'
import type { TokenOptions } from '../actions/token-actions.ts'
import { confirmOption } from '../input/confirm-by-name.ts'
import type { CommandContext } from '../command-context.ts'

/** `clavis token …` */
export function addTokenCommand(program: Command, context: CommandContext): void {
  program
    .command('token')
    .description('get an access token')
    .argument('<profile>', 'id or exact name')
    .addOption(new Option('--print', 'print the token itself').conflicts(['explain', 'dryRun']))
    .option(
      '--explain',
      'show what was sent and what came, against the rules of the service’s document, without secrets',
    )
    .option('--dry-run', 'show the same of what would be sent, without sending it')
    .addOption(confirmOption())
    .action(async (name: string, options: TokenOptions) => {
      const { getToken } = await import('../actions/with-services.ts')
      await getToken(context, name, options)
    })
}
