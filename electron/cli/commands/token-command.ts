import { Option, type Command } from 'commander'
import type { TokenOptions } from '../actions/token-actions.ts'
import type { CommandContext } from '../command-context.ts'
import { confirmOption } from '../input/confirm-by-name.ts'
import { addWaitOptions } from '../input/wait-options.ts'
import { examples, profileArgument } from './help-texts.ts'

/** Adds `clavis token …`. */
export function addTokenCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('token')
    .description('request an access token')
    .addArgument(profileArgument())
    .addOption(new Option('--print', 'print the token itself').conflicts(['explain', 'dryRun']))
    .option('--explain', 'show request, response and checks, without secrets')
    .option('--dry-run', 'show the request and its checks without sending it')
    .addOption(confirmOption())
  addWaitOptions(command, 'a response', { timeout: '2m', maxWait: '1m' })
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} token Acme`,
        `TOKEN=$(${clavis} token Acme --print)`,
        `${clavis} token Acme --explain`,
        `${clavis} token Acme --timeout 10s`,
      ]),
    )
    .action(async (name: string, options: TokenOptions) => {
      const { getToken } = await import('../actions/with-services.ts')
      await getToken(context, name, options)
    })
}
