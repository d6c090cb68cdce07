import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { examples, profileArgument } from './help-texts.ts'

const actions = () => import('../actions/with-services.ts')

/** Adds `clavis key list`, `clavis key attach` and `clavis key delete`. */
export function addRecoveryCommands(key: Command, context: CommandContext): void {
  const keyId = `key ID from “${context.commandLine} key list”`
  key
    .command('list')
    .description('list the private keys in the keychain, and profiles whose key is missing')
    .addHelpText(
      'after',
      examples(context, (clavis) => [`${clavis} key list`, `${clavis} key list --json`]),
    )
    .action(async () => (await actions()).listKeys(context))
  key
    .command('attach')
    .description('add an unassigned key to a profile as a credential')
    .argument('<key>', keyId)
    .addArgument(profileArgument())
    .option('--confirm <name>', 'confirm by repeating the exact profile name')
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} key attach 5b0e… Acme`,
        `${clavis} key attach 5b0e… "Acme live" --confirm "Acme live"`,
      ]),
    )
    .action(async (id: string, name: string, { confirm }: { confirm?: string }) =>
      (await actions()).attachKey(context, id, name, confirm),
    )
  key
    .command('delete')
    .description('delete an unassigned key from the keychain; cannot be undone')
    .argument('<key>', keyId)
    .option('--confirm <key>', 'confirm by repeating the key ID')
    .addHelpText(
      'after',
      examples(context, (clavis) => [`${clavis} key delete 5b0e… --confirm 5b0e…`]),
    )
    .action(async (id: string, { confirm }: { confirm?: string }) => (await actions()).deleteKey(context, id, confirm))
}
