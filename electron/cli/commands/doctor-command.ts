import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { examples } from './help-texts.ts'

/** Adds `clavis doctor [PROFILE]`. */
export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('diagnose a profile: keychain, certificate, network, token and lists')
    .argument('[profile]', 'profile ID or exact name (default: all profiles)')
    .addHelpText(
      'after',
      examples(context, (clavis) => [`${clavis} doctor`, `${clavis} doctor Acme`, `${clavis} doctor Acme --json`]),
    )
    .action(async (name: string | undefined) => {
      const { runDiagnostics } = await import('../actions/with-services.ts')
      await runDiagnostics(context, name)
    })
}
