import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'

const actions = () => import('../actions/with-services.ts')

/** `clavis key list`, `clavis key attach` and `clavis key delete` */
export function addRecoveryCommands(key: Command, context: CommandContext): void {
  const keyId = `its id, as “${context.commandLine} key list” shows it`
  key
    .command('list')
    .description('list every private key in the keychain with its profile, and profiles whose key is missing')
    .action(async () => (await actions()).listKeys(context))
  key
    .command('attach')
    .description('make an unassigned key a credential of a profile')
    .argument('<key>', keyId)
    .argument('<profile>', 'id or exact name')
    .option('--confirm <name>', 'exact name of the profile once more')
    .action(async (id: string, name: string, { confirm }: { confirm?: string }) =>
      (await actions()).attachKey(context, id, name, confirm),
    )
  key
    .command('delete')
    .description('delete an unassigned key from the keychain; this cannot be undone')
    .argument('<key>', keyId)
    .option('--confirm <key>', 'the same id once more')
    .action(async (id: string, { confirm }: { confirm?: string }) => (await actions()).deleteKey(context, id, confirm))
}
