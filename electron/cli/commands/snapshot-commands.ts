import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { examples } from './help-texts.ts'

const actions = () => import('../actions/with-services.ts')

/** Adds `clavis snapshot …`. */
export function addSnapshotCommands(program: Command, context: CommandContext): void {
  const snapshot = program.command('snapshot').description('list, rename and remove saved datasets')
  snapshot
    .command('list')
    .description('list snapshots, newest first')
    .addHelpText(
      'after',
      examples(context, (clavis) => [`${clavis} snapshot list`, `${clavis} snapshot list --json`]),
    )
    .action(async () => (await actions()).listSnapshots(context))
  snapshot
    .command('rename')
    .description('rename a snapshot')
    .argument('<snapshot>', 'snapshot ID or exact name')
    .argument('<name>', 'new name')
    .addHelpText(
      'after',
      examples(context, (clavis) => [`${clavis} snapshot rename monday "Week 12"`]),
    )
    .action(async (snapshotName: string, name: string) => (await actions()).renameSnapshot(context, snapshotName, name))
  snapshot
    .command('remove')
    .description('delete a snapshot from the disk')
    .argument('<snapshot>', 'snapshot ID or exact name')
    .addHelpText(
      'after',
      examples(context, (clavis) => [`${clavis} snapshot remove monday`]),
    )
    .action(async (snapshotName: string) => (await actions()).removeSnapshot(context, snapshotName))
}
