import type { Command } from 'commander'
import type { ImportOptions, RemovalOptions } from '../actions/profile-changes.ts'
import type { CommandContext } from '../command-context.ts'
import { confirmOption } from '../input/confirm-by-name.ts'
import { collect, examples, profileArgument } from './help-texts.ts'

const reading = () => import('../actions/with-profiles.ts')
const changing = () => import('../actions/with-services.ts')

const settingsHelp = 'settings as key=value, with the keys of profile files'

/** Adds `clavis profile …`. */
export function addProfileCommands(program: Command, context: CommandContext): void {
  const profile = program.command('profile').description('create, change, list, import, export and remove profiles')
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
    .command('create')
    .description('create a profile')
    .argument('<name>', 'name of the new profile')
    .argument('<settings...>', settingsHelp)
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} profile create Acme environment=mock clientId=acme tokenUrl=https://auth.example.com/token`,
      ]),
    )
    .action(async (name: string, settings: string[]) => (await changing()).createProfile(context, name, settings))
  profile
    .command('set')
    .description('change settings of a profile')
    .addArgument(profileArgument())
    .argument('<settings...>', settingsHelp)
    .addOption(confirmOption())
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} profile set Acme scopes="payments reports" assertionLifetimeSeconds=60`,
        `${clavis} profile set Acme extraTokenParameters.tenant=acme kid=`,
        `${clavis} profile set "Acme live" clientId=acme-2 --confirm "Acme live"`,
      ]),
    )
    .action(async (name: string, settings: string[], options: { confirm?: string }) =>
      (await changing()).setSettings(context, name, settings, options),
    )
  profile
    .command('import')
    .description('import every profile of a profile file, or none if one is invalid')
    .argument('<file>', 'profile file (JSON)')
    .option('--with-network', 'import trusted CAs and proxies too')
    .option('--replace', 'replace the settings of profiles with the same names; keys and secrets stay')
    .option('--confirm <name>', 'confirm replacing a Production profile by its exact name; repeatable', collect, [])
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} profile import profiles.json`,
        `${clavis} profile import profiles.json --with-network`,
        `${clavis} profile import profiles.json --replace --confirm "Acme live"`,
      ]),
    )
    .action(async (path: string, options: ImportOptions) => (await changing()).importProfiles(context, path, options))
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
