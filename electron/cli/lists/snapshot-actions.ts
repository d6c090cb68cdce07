import { ClavisError } from '#shared/errors.ts'
import type { Snapshot } from '#shared/lists/snapshot.ts'
import type { Services } from '../../services.ts'
import type { CommandContext } from '../command-context.ts'
import { formatTable } from '../terminal/table.ts'

/** Lists the snapshots of all profiles, without the loads of watches, which keep and remove them. */
export async function listSnapshots({ services, answer, commandLine }: CommandContext): Promise<void> {
  const snapshots = (await (await services()).snapshots.list()).filter(({ watchId }) => watchId === undefined)
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
  const { id, name: before } = await findOwn(snapshots, idOrName)
  await snapshots.rename(id, name)
  answer({ id, name: name.trim() }, `Renamed “${before}” to “${name.trim()}”.`)
}

/** Deletes a snapshot from the disk. */
export async function removeSnapshot({ services, answer }: CommandContext, idOrName: string): Promise<void> {
  const { snapshots } = await services()
  const { id, name } = await findOwn(snapshots, idOrName)
  await snapshots.remove(id)
  answer({ id, name }, `Removed “${name}”.`)
}

/** Returns the snapshot with this id or name. @throws `snapshot-not-found`; `input-invalid` if it is the load of a watch */
async function findOwn(snapshots: Services['snapshots'], idOrName: string): Promise<Snapshot> {
  const snapshot = await snapshots.find(idOrName)
  if (snapshot.watchId === undefined) return snapshot
  throw new ClavisError('input-invalid', `“${snapshot.name}” is the load of a watch, which keeps and removes it.`, {
    hint: 'Change how many loads it keeps with “watch set”, or remove it with “watch remove”.',
  })
}
