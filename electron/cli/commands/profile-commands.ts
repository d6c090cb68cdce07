import type { Command } from 'commander'
import type { RemovalOptions } from '../actions/profile-changes.ts'
import { confirmOption } from '../input/confirm-by-name.ts'
import type { CommandContext } from '../command-context.ts'

const reading = () => import('../actions/with-profiles.ts')
const changing = () => import('../actions/with-services.ts')

/** `clavis profile …` */
export function addProfileCommands(program: Command, context: CommandContext): void {
  const profile = program.command('profile').description('look at profiles, and move them between machines')

  profile
    .command('list')
    .description('all profiles')
    .action(async () => (await reading()).listProfiles(context))
  profile
    .command('show')
    .description('everything that a profile is set to')
    .argument('<profile>', 'id or exact name')
    .action(async (name: string) => (await reading()).showProfile(context, name))
  profile
    .command('import')
    .description('every profile of a profile file, or none')
    .argument('<file>')
    .option('--with-network', 'keep the trusted CAs and proxies that the file brings; without it they are left out')
    .action(async (path: string, options: { withNetwork?: true }) =>
      (await changing()).importProfiles(context, path, options),
    )
  profile
    .command('export')
    .description('write profiles, without secrets, to a profile file; all of them where none is named')
    .argument('[profiles...]', 'ids or exact names')
    .requiredOption('--out <file>', 'the file to write')
    .action(async (names: string[], options: { out: string }) =>
      (await changing()).exportProfiles(context, names, options),
    )
  profile
    .command('remove')
    .description('remove a profile; its keys and secret stay in the keychain unless --destroy-secrets is given')
    .argument('<profile>', 'id or exact name')
    .option('--destroy-secrets', 'destroy its keys and client secret in the keychain too; this cannot be undone')
    .addOption(confirmOption())
    .action(async (name: string, options: RemovalOptions) => (await changing()).removeNamed(context, name, options))
}
