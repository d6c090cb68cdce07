import type { ClavisCommand } from '../../clavis-command.ts'

/** Adds `clavis key list`, `clavis key attach` and `clavis key delete`. */
export function addRecoveryCommands(key: ClavisCommand): void {
  const keyId = `key ID from “${key.context.commandLine} key list”`
  key
    .command('list')
    .description('list the private keys in the keychain, and profiles whose key is missing')
    .examples('clavis key list', 'clavis key list --json')
    .runs((actions) => actions.listKeys)
  key
    .command('attach')
    .description('add an unassigned key to a profile as a credential')
    .argument('<key>', keyId)
    .profile()
    .option('--confirm <name>', 'confirm by repeating the exact profile name')
    .examples('clavis key attach 5b0e… Acme', 'clavis key attach 5b0e… "Acme live" --confirm "Acme live"')
    .runs((actions) => actions.attachKey)
  key
    .command('delete')
    .description('delete an unassigned key from the keychain; cannot be undone')
    .argument('<key>', keyId)
    .option('--confirm <key>', 'confirm by repeating the key ID')
    .examples('clavis key delete 5b0e… --confirm 5b0e…')
    .runs((actions) => actions.deleteKey)
}
