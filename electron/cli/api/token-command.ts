import type { ClavisCommand } from '../clavis-command.ts'

/** Adds `clavis token …`. */
export function addTokenCommand(program: ClavisCommand): void {
  program
    .command('token')
    .description('request an access token')
    .selection()
    .unless('--print', 'print the token itself', ['explain', 'dryRun'])
    .unless('--explain', 'show request, response and checks, without secrets')
    .unless('--dry-run', 'show the request and its checks without sending it')
    .confirmSeveral()
    .waits('a response', '2m', '1m')
    .examples(
      'clavis token Acme',
      'TOKEN=$(clavis token Acme --print)',
      'clavis token Acme --explain',
      'clavis token Acme --timeout 10s',
      'clavis token --match "Merchant *" --jobs 8',
    )
    .runs((actions) => actions.getToken)
}
