import type { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { formatTable } from '../table.ts'

/** `clavis snapshot …` */
export function addSnapshotCommands(program: Command, { services, say, answer }: CommandContext): void {
  const snapshot = program.command('snapshot').description('readings that are kept under a name')
  snapshot
    .command('list')
    .description('all of them, the newest first')
    .action(async () => {
      const kept = await services().snapshots.list()
      answer(kept)
      if (kept.length === 0) say('No reading is kept. “clavis list … --snapshot NAME” keeps one.')
      else
        say(
          formatTable(
            kept.map(({ name, profileName, list, records, complete, size, keptAt }) => [
              name,
              profileName,
              list,
              `${records} records${complete ? '' : ', more exist'}`,
              `${(size / 2 ** 20).toFixed(1)} MiB`,
              keptAt,
            ]),
          ),
        )
    })
  snapshot
    .command('rename')
    .description('give one another name')
    .argument('<snapshot>', 'id or exact name')
    .argument('<name>', 'the new name')
    .action(async (which: string, name: string) => {
      const { snapshots } = services()
      const { id, name: before } = await snapshots.find(which)
      await snapshots.rename(id, name)
      answer({ id, name: name.trim() })
      say(`“${before}” is called “${name.trim()}” now.`)
    })
  snapshot
    .command('remove')
    .description('remove one from the disk')
    .argument('<snapshot>', 'id or exact name')
    .action(async (which: string) => {
      const { snapshots } = services()
      const { id, name } = await snapshots.find(which)
      await snapshots.remove(id)
      answer({ id, name })
      say(`Removed “${name}”.`)
    })
}
