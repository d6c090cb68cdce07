import type { ClavisCommand } from '../clavis-command.ts'

export function addBackupCommands(program: ClavisCommand): void {
  const backup = program
    .command('backup')
    .description('back up and restore profiles with their keys and secrets; reads the passphrase from standard input')
  backup
    .command('create')
    .description('write profiles, keys and client secrets to an encrypted file')
    .argument('[profiles...]', 'profile IDs or exact names (default: all but practice profiles)')
    .requiredOption('--out <file>', 'backup file to write')
    .option('--force', 'overwrite an existing file')
    .option('--without-missing-keys', 'leave out keys that are missing in the keychain')
    .confirmSeveral('writing the keys of')
    .examples(
      'clavis backup create --out clavis.backup --confirm "Acme live"',
      'pass show clavis/backup | clavis backup create Acme --out acme.backup --force',
    )
    .runs((actions) => actions.createBackup)
  backup
    .command('show')
    .description('show what a backup contains, where it sends data, and how it compares to this computer')
    .argument('<file>', 'backup file')
    .examples('clavis backup show clavis.backup', 'clavis backup show clavis.backup --json')
    .runs((actions) => actions.showBackup)
  backup
    .command('restore')
    .description('restore a backup; changes nothing until you decide about conflicting profiles')
    .argument('<file>', 'backup file')
    .argument('[profiles...]', 'profile IDs or exact names in the backup (default: all)')
    .unless('--skip-existing', 'keep conflicting profiles as they are', ['replace', 'rename'])
    .unless('--replace', 'replace conflicting profiles', ['skipExisting', 'rename'])
    .unless('--rename', 'keep both, under a new name', ['skipExisting', 'replace'])
    .option('--with-network', 'restore trusted CAs and proxies too')
    .confirmSeveral('adding or replacing')
    .examples(
      'clavis backup restore clavis.backup',
      'clavis backup restore clavis.backup Acme "Acme live" --confirm "Acme live"',
      'clavis backup restore clavis.backup --with-network',
      'clavis backup restore clavis.backup --rename',
      'clavis backup restore clavis.backup --replace --confirm "Acme live"',
    )
    .runs((actions) => actions.restoreBackup)
}
