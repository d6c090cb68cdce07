import { Option, type Command } from 'commander'
import type { CreateOptions, RestoreOptions } from '../actions/backup-actions.ts'
import type { CommandContext } from '../command-context.ts'
import { collect, examples } from './help-texts.ts'

const actions = () => import('../actions/with-services.ts')

/** Adds `clavis backup …`. */
export function addBackupCommands(program: Command, context: CommandContext): void {
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
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} backup create --out clavis.backup`,
        `pass show clavis/backup | ${clavis} backup create Acme "Acme live" --out acme.backup --force`,
      ]),
    )
    .action(async (names: string[], options: CreateOptions) => (await actions()).createBackup(context, names, options))
  backup
    .command('show')
    .description('show what a backup contains and how it compares to this computer')
    .argument('<file>', 'backup file')
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} backup show clavis.backup`,
        `${clavis} backup show clavis.backup --json`,
      ]),
    )
    .action(async (path: string) => (await actions()).showBackup(context, path))
  backup
    .command('restore')
    .description('restore a backup; changes nothing until you decide about conflicting profiles')
    .argument('<file>', 'backup file')
    .argument('[profiles...]', 'profile IDs or exact names in the backup (default: all)')
    .addOption(new Option('--skip-existing', 'keep conflicting profiles as they are').conflicts(['replace', 'rename']))
    .addOption(new Option('--replace', 'replace conflicting profiles').conflicts(['skipExisting', 'rename']))
    .addOption(new Option('--rename', 'keep both, under a new name').conflicts(['skipExisting', 'replace']))
    .option('--confirm <name>', 'confirm replacing a Production profile by its exact name; repeatable', collect, [])
    .addHelpText(
      'after',
      examples(context, (clavis) => [
        `${clavis} backup restore clavis.backup`,
        `${clavis} backup restore clavis.backup Acme "Acme live"`,
        `${clavis} backup restore clavis.backup --rename`,
        `${clavis} backup restore clavis.backup --replace --confirm "Acme live"`,
      ]),
    )
    .action(async (path: string, names: string[], options: RestoreOptions) =>
      (await actions()).restoreBackup(context, path, names, options),
    )
}
