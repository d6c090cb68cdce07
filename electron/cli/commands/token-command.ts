import { Option, type Command } from 'commander'
import type { TokenOptions } from '../actions/token-actions.ts'
import type { CommandContext } from '../command-context.ts'
import { confirmSeveralOption } from '../input/confirm-several.ts'
import { addSelection, selectors } from '../input/profile-selection.ts'
import { addWaitOptions } from '../input/wait-options.ts'
import { examples } from './help-texts.ts'

/** Adds `clavis token …`. */
export function addTokenCommand(program: Command, context: CommandContext): void {
  const command = addSelection(program.command('token').description('request an access token'))
    .addOption(new Option('--print', 'print the token itself').conflicts(['explain', 'dryRun']))
    .addOption(new Option('--explain', 'show request, response and checks, without secrets').conflicts(selectors))
    .addOption(new Option('--dry-run', 'show the request and its checks without sending it').conflicts(selectors))
    .addOption(confirmSeveralOption())
  addWaitOptions(command, 'a response', { timeout: '2m', maxWait: '1m' })
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} token Acme`,
        `TOKEN=$(${clavis} token Acme --print)`,
        `${clavis} token Acme --explain`,
        `${clavis} token Acme --timeout 10s`,
        `${clavis} token --match "Merchant *" --jobs 8`,
      ]),
    )
    .action(async (name: string | undefined, options: TokenOptions) => {
      const { getToken } = await import('../actions/with-services.ts')
      await getToken(context, name, options)
    })
}
