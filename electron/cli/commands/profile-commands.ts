import type { Command } from 'commander'
import type { RemovalOptions } from '../actions/profile-changes.ts'
import type { CommandContext } from '../command-context.ts'
import { confirmOption } from '../input/confirm-by-name.ts'
import { examples, profileArgument } from './help-texts.ts'

const reading = () => import('../actions/with-profiles.ts')
const changing = () => import('../actions/with-services.ts')

/** Adds `clavis profile …`. */
export function addProfileCommands(program: Command, context: CommandContext): void {
  const profile = program.command('profile').description('list, show, import, export and remove profiles')
  profile
    .command('list')
    .description('list all profiles')
    .addHelpText(
      'after',
      examples(context, (clavis) => [`${clavis} profile list`, `${clavis} profile list --json`]),
    )
    .action(async () => (await reading()).listProfiles(context))
  profile
    .command('show')
    .description('show the settings of a profile')
    .addArgument(profileArgument())
    .addHelpText(
      'after',
      examples(context, (clavis) => [`${clavis} profile show Acme`, `${clavis} profile show Acme --json`]),
    )
    .action(async (name: string) => (await reading()).showProfile(context, name))
  profile
    .command('import')
    .description('import every profile of a profile file, or none if one is invalid')
    .argument('<file>', 'profile file (JSON)')
    .option('--with-network', 'import trusted CAs and proxies too')
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} profile import profiles.json`,
        `${clavis} profile import profiles.json --with-network`,
      ]),
    )
    .action(async (path: string, options: { withNetwork?: true }) =>
      (await changing()).importProfiles(context, path, options),
    )
  profile
    .command('export')
    .description('write profiles to a profile file, without keys and secrets')
    .argument('[profiles...]', 'profile IDs or exact names (default: all)')
    .requiredOption('--out <file>', 'profile file to write')
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} profile export --out profiles.json`,
        `${clavis} profile export Acme "Acme live" --out acme.json`,
      ]),
    )
    .action(async (names: string[], options: { out: string }) =>
      (await changing()).exportProfiles(context, names, options),
    )
  profile
    .command('remove')
    .description('remove a profile; its keys and secret stay in the keychain')
    .addArgument(profileArgument())
    .option('--destroy-secrets', 'also delete its keys and client secret from the keychain; cannot be undone')
    .addOption(confirmOption())
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} profile remove Acme`,
        `${clavis} profile remove "Acme live" --destroy-secrets --confirm "Acme live"`,
      ]),
    )
    .action(async (name: string, options: RemovalOptions) => (await changing()).removeNamed(context, name, options))
}
