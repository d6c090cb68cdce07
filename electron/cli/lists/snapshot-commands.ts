import type { ClavisCommand } from '../clavis-command.ts'

/** Adds `clavis snapshot …`. */
export function addSnapshotCommands(program: ClavisCommand): void {
  const snapshot = program.command('snapshot').description('list, rename and delete snapshots')
  snapshot
    .command('list')
    .description('list snapshots, newest first')
    .examples('clavis snapshot list', 'clavis snapshot list --json')
    .runs((actions) => actions.listSnapshots)
  snapshot
    .command('rename')
    .description('rename a snapshot')
    .argument('<snapshot>', 'snapshot ID or exact name')
    .argument('<name>', 'new name')
    .examples('clavis snapshot rename monday "Week 12"')
    .runs((actions) => actions.renameSnapshot)
  snapshot
    .command('remove')
    .description('delete a snapshot')
    .argument('<snapshot>', 'snapshot ID or exact name')
    .examples('clavis snapshot remove monday')
    .runs((actions) => actions.removeSnapshot)
}
