import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'

/** `clavis token …` and `clavis call …` */
export function addServiceCommands(program: Command, context: CommandContext): void {
  addTokenCommand(program, context)
  addCallCommand(program, context)
}

function addTokenCommand(program: Command, { terminal, services, say, answer }: CommandContext): void {
  program
    .command('token')
    .description('get an access token')
    .argument('<profile>', 'id or exact name')
    .option('--print', 'print the token itself')
    .action(async (name: string, { print }: { print?: true }) => {
      const { profiles, tokens } = services()
      const { profile } = await profiles.find(name)
      const state = await tokens.get(profile.id, { renew: false })
      const accessToken = print === true ? await tokens.reveal(profile.id) : undefined
      answer(accessToken === undefined ? state : { ...state, accessToken })
      if (accessToken !== undefined) say(accessToken)
      else if (state.kind === 'held') {
        say(`${profile.name} got a token. It is good until ${state.expiresAt} (${state.lifetimeSeconds} s).`)
        if (state.scopes !== undefined) say(`Scopes: ${state.scopes.join(' ')}`)
        if (state.notice !== undefined) terminal.stderr.write(`clavis: ${state.notice}\n`)
      }
    })
}

function addCallCommand(program: Command, { services, say, answer }: CommandContext): void {
  program
    .command('call')
    .description('an authenticated GET below the profile’s API base address')
    .argument('<profile>', 'id or exact name')
    .argument('<path>', 'a path, or a whole address below one of the profile’s base addresses')
    .action(async (name: string, path: string) => {
      const { profiles, client } = services()
      const { profile } = await profiles.find(name)
      const result = await client.call(profile.id, path)
      answer(result)
      say(result.body)
    })
}
