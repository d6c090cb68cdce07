import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'

const actions = () => import('../actions/with-services.ts')

/** `clavis snapshot …` */
export function addSnapshotCommands(program: Command, context: CommandContext): void {
  const snapshot = program.command('snapshot').description('readings that are kept under a name')
  snapshot
    .command('list')
    .description('all of them, the newest first')
    .action(async () => (await actions()).listSnapshots(context))
  snapshot
    .command('rename')
    .description('give one another name')
    .argument('<snapshot>', 'id or exact name')
    .argument('<name>', 'the new name')
    .action(async (which: string, name: string) => (await actions()).renameSnapshot(context, which, name))
  snapshot
    .command('remove')
    .description('remove one from the disk')
    .argument('<snapshot>', 'id or exact name')
    .action(async (which: string) => (await actions()).removeSnapshot(context, which))
}
