import type { Command } from 'commander'
import type { ClavisCommand } from '../clavis-command.ts'

const exitCodesHelp = `Exit codes:
  0    success; diff: identical; expiry: every profile has an active certificate that does not expire soon;
       check: and gets a token
  1    diff: different or incomplete; expiry, check: a certificate expires within 30 days (or --within)
  2    expiry, check: a certificate expires within 7 days, or a profile has no valid active certificate
  3    expiry: no profile needs a certificate
  64   wrong command, argument or option
  65   invalid input: unknown profile, invalid file, missing confirmation, expired certificate
  69   service, network, keychain or disk unavailable
  70   internal error; run again with CLAVIS_DEBUG=1 to print the stack
  77   refused by the service
  130  interrupted by Ctrl+C (143: terminated by SIGTERM)

check exits with the highest code of all profiles. doctor exits with the code of the most likely cause, or 0 if token and calls work.
`

export function addHelpCommand(program: ClavisCommand): void {
  program
    .helpCommand(false)
    .command('help')
    .description('show help for a command, or “exit-codes”')
    .argument('[topic...]', 'a command such as “key create”, or “exit-codes”')
    .examples('clavis help list', 'clavis help key create', 'clavis help exit-codes')
    .action((topic: readonly string[]) => {
      if (topic.join(' ') === 'exit-codes') program.context.terminal.print(exitCodesHelp)
      else commandNamed(program, topic).help()
    })
}

function commandNamed(program: Command, names: readonly string[]): Command {
  let command = program
  for (const name of names) {
    const next = command.commands.find((each) => each.name() === name)
    if (next === undefined) return command.error(`error: unknown command '${names.join(' ')}'`)
    command = next
  }
  return command
}
