import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'

/** `clavis call …` */
export function addServiceCommands(program: Command, context: CommandContext): void {
  program
    .command('call')
    .description('an authenticated GET below the profile’s API base address')
    .argument('<profile>', 'id or exact name')
    .argument('<path>', 'a path, or a whole address below one of the profile’s base addresses')
    .action(async (name: string, path: string) => {
      const { profiles, client } = await context.services()
      const { profile } = await profiles.find(name)
      const result = await client.call(profile.id, path)
      context.answer(result)
      context.sayData(result.body)
    })
}
