import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'

/** `clavis doctor [PROFILE]` */
export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('what works and what does not, from the keychain to the lists, and why')
    .argument('[profile]', 'id or exact name; all where none is named')
    .action(async (name: string | undefined) => {
      const { examine } = await import('../actions/with-services.ts')
      await examine(context, name)
    })
}
