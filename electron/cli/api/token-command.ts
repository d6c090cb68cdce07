import type { ClavisCommand } from '../clavis-command.ts'
import { addWaitOptions } from '../input/wait-options.ts'

/** Adds `clavis token …`. */
export function addTokenCommand(program: ClavisCommand): void {
  const command = program
    .command('token')
    .description('request an access token')
    .selection()
    .unless('--print', 'print the token itself', ['explain', 'dryRun'])
    .unless('--explain', 'show request, response and checks, without secrets')
    .unless('--dry-run', 'show the request and its checks without sending it')
    .confirmSeveral()
  addWaitOptions(command, 'a response', { timeout: '2m', maxWait: '1m' })
    .examples(
      'clavis token Acme',
      'TOKEN=$(clavis token Acme --print)',
      'clavis token Acme --explain',
      'clavis token Acme --timeout 10s',
      'clavis token --match "Merchant *" --jobs 8',
    )
    .runs((actions) => actions.getToken)
}
