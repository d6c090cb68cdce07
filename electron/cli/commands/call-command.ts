import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { examples, profileArgument } from './help-texts.ts'

/** Adds `clavis call …`. */
export function addCallCommand(program: Command, context: CommandContext): void {
  program
    .command('call')
    .description('send an authenticated GET request and print the response body')
    .addArgument(profileArgument())
    .argument('<path>', 'path below the API base address, or a URL below one of the profile’s base addresses')
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} call Acme payment/hello-world`,
        `${clavis} call Acme https://api.example.com/payment/hello-world --json`,
      ]),
    )
    .action(async (name: string, path: string) => {
      const { profiles, client } = await context.services()
      const { profile } = await profiles.find(name)
      const result = await client.call(profile.id, path)
      context.printJson(result)
      context.printData(result.body)
    })
}
