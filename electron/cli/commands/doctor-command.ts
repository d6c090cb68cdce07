import { Argument, type Command } from 'commander'
import type { DoctorOptions } from '../actions/doctor-actions.ts'
import type { CommandContext } from '../command-context.ts'
import { addSelectors } from '../input/profile-selection.ts'
import { examples } from './help-texts.ts'

/** Adds `clavis doctor [PROFILE]`. */
export function addDoctorCommand(program: Command, context: CommandContext): void {
  addSelectors(
    program
      .command('doctor')
      .description('diagnose a profile: keychain, certificate, network, token and lists')
      .addArgument(new Argument('[profile]', 'profile ID or exact name (default: all profiles)')),
  )
    .option('--failed', 'print only profiles with problems')
    .option('--summary', 'print one line for each profile')
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} doctor`,
        `${clavis} doctor Acme`,
        `${clavis} doctor --environment production --failed --summary`,
      ]),
    )
    .action(async (name: string | undefined, options: DoctorOptions) => {
      const { runDiagnostics } = await import('../actions/with-services.ts')
      await runDiagnostics(context, name, options)
    })
}
