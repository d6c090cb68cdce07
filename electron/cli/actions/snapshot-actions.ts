import type { CommandContext } from '../command-context.ts'
import { formatTable } from '../output/table.ts'

export async function listSnapshots({ services, say, answer, commandLine }: CommandContext): Promise<void> {
  const kept = await (await services()).snapshots.list()
  answer(kept)
  if (kept.length === 0) say(`No reading is kept. “${commandLine} list … --snapshot NAME” keeps one.`)
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
}

export async function renameSnapshot(
  { services, say, answer }: CommandContext,
  which: string,
  name: string,
): Promise<void> {
  const { snapshots } = await services()
  const { id, name: before } = await snapshots.find(which)
  await snapshots.rename(id, name)
  answer({ id, name: name.trim() })
  say(`“${before}” is called “${name.trim()}” now.`)
}

export async function removeSnapshot({ services, say, answer }: CommandContext, which: string): Promise<void> {
  const { snapshots } = await services()
  const { id, name } = await snapshots.find(which)
  await snapshots.remove(id)
  answer({ id, name })
  say(`Removed “${name}”.`)
}
