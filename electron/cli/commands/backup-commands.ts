import { Option, type Command } from 'commander'
import type { CreateOptions, RestoreOptions } from '../actions/backup-actions.ts'
import type { CommandContext } from '../command-context.ts'

const actions = () => import('../actions/with-services.ts')

/** `clavis backup …` */
export function addBackupCommands(program: Command, context: CommandContext): void {
  const backup = program
    .command('backup')
    .description('profiles with their keys in one encrypted file; the passphrase comes from standard input')
  backup
    .command('create')
    .description('back up profiles with their keys and client secrets; all but practice profiles where none is named')
    .argument('[profiles...]', 'ids or exact names')
    .requiredOption('--out <file>', 'the file to write')
    .option('--force', 'replace the file where it is there')
    .option('--without-missing-keys', 'go on where the keychain does not have a key')
    .action(async (names: string[], options: CreateOptions) => (await actions()).createBackup(context, names, options))
  backup
    .command('show')
    .description('what is in a backup, and what this computer has in its place')
    .argument('<file>')
    .action(async (path: string) => (await actions()).showBackup(context, path))
  backup
    .command('restore')
    .description('restore a backup; says what to decide where this computer has other profiles in its place')
    .argument('<file>')
    .addOption(new Option('--skip-existing', 'leave what is here as it is').conflicts(['replace', 'rename']))
    .addOption(new Option('--replace', 'replace what is here').conflicts(['skipExisting', 'rename']))
    .addOption(
      new Option('--rename', 'add beside what is here, under a new name').conflicts(['skipExisting', 'replace']),
    )
    .option('--confirm <name>', 'the name of a Production profile that may be replaced; once for each', collect, [])
    .action(async (path: string, options: RestoreOptions) => (await actions()).restoreBackup(context, path, options))
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value]
}
