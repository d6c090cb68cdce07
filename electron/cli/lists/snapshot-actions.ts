import type { CommandContext } from '../command-context.ts'
import { formatTable } from '../terminal/table.ts'

/** Lists the snapshots of all profiles. */
export async function listSnapshots({ services, answer, commandLine }: CommandContext): Promise<void> {
  const snapshots = await (await services()).snapshots.list()
  answer(
    snapshots,
    formatTable(
      ['Name', 'Profile', 'List', 'Records', 'Size', 'Saved'],
      snapshots.map(({ name, profileName, list, records, complete, size, keptAt }) => [
        name,
        profileName,
        list,
        `${records} records${complete ? '' : ' (incomplete)'}`,
        `${(size / 2 ** 20).toFixed(1)} MiB`,
        keptAt,
      ]),
      `No snapshots. Save one with: ${commandLine} list PROFILE LIST --snapshot NAME`,
    ),
  )
}

/** Renames a snapshot. */
export async function renameSnapshot(
  { services, answer }: CommandContext,
  idOrName: string,
  name: string,
): Promise<void> {
  const { snapshots } = await services()
  const { id, name: before } = await snapshots.find(idOrName)
  await snapshots.rename(id, name)
  answer({ id, name: name.trim() }, `Renamed “${before}” to “${name.trim()}”.`)
}

/** Deletes a snapshot from the disk. */
export async function removeSnapshot({ services, answer }: CommandContext, idOrName: string): Promise<void> {
  const { snapshots } = await services()
  const { id, name } = await snapshots.find(idOrName)
  await snapshots.remove(id)
  answer({ id, name }, `Removed “${name}”.`)
}
