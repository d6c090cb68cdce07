import { ClavisError } from '../../../shared/model/errors/error.ts'
import { plainLayout, type ColumnLayout, type ListColumns } from '../../../shared/model/lists/columns/list-columns.ts'
import type { DatasetSummary } from '../../../shared/model/lists/list.ts'
import type { ListName } from '../../../shared/model/profile/list-name.ts'
import { writeFileAtomically } from '../../files/writing/atomic-file.ts'
import { diskFailure } from '../../files/disk-failure.ts'
import { readTextIfPresent, StateFile } from '../../files/writing/state-file.ts'
import type { ProfileStore } from '../../profiles/store/profile-store.ts'
import { columnDifference, isDifferent, withKnownTypes } from './column-change.ts'
import { formatListColumns, parseListColumns, type KeptList } from './list-columns-file.ts'
import type { DatasetRegistry } from '../loading/dataset-registry.ts'

interface Options {
  readonly folder: string
  readonly profiles: Pick<ProfileStore, 'list'>
  readonly now: () => number
}

export interface ListPlace {
  readonly profileId: string
  readonly list: ListName
}

/**
 * Stores how each list's columns are arranged and which columns its last complete load had, in `lists.json` of the data
 * folder. One Clavis at a time writes it. A file that can't be read is set aside and reported.
 */
export class ListColumnsStore {
  readonly #file: StateFile
  readonly #profiles: Options['profiles']
  readonly #now: () => number
  readonly #notices: string[] = []
  readonly #listeners = new Set<(place: ListPlace) => void>()

  constructor({ folder, profiles, now }: Options) {
    this.#file = new StateFile(folder, 'lists')
    this.#profiles = profiles
    this.#now = now
  }

  /** @throws `store-too-new`, `disk-failed` */
  async read(place: ListPlace): Promise<ListColumns> {
    const kept = (await this.#file.inSequence(() => this.#read())).find(isOf(place))
    if (kept === undefined) return { layout: plainLayout }
    const { layout, seen, last } = kept
    if (seen === undefined || last === undefined) return { layout }
    const difference = columnDifference(seen.columns, last.columns)
    return isDifferent(difference) ? { layout, change: { since: seen.at, ...difference } } : { layout }
  }

  /** Saves the person's column layout. */
  async changeLayout(place: ListPlace, layout: ColumnLayout): Promise<void> {
    await this.#change(place, (kept) => ({ ...kept, layout }))
  }

  /** Marks the column changes as seen, so that they are no longer shown. */
  async dismissChange(place: ListPlace): Promise<void> {
    await this.#change(place, ({ seen: _seen, ...kept }) =>
      kept.last === undefined ? kept : { ...kept, seen: kept.last },
    )
  }

  /** Saves the columns of a complete load. A load without records doesn't change the columns. */
  async remember(place: ListPlace, { columns, records }: Pick<DatasetSummary, 'columns' | 'records'>): Promise<void> {
    if (records === 0) return
    const at = new Date(this.#now()).toISOString()
    await this.#change(place, (kept) => {
      const found = columns.map(({ path, type }) => ({ path, type }))
      const last = { at, columns: withKnownTypes(found, kept.last?.columns ?? []) }
      const isUnseen = kept.seen !== undefined && isDifferent(columnDifference(kept.seen.columns, last.columns))
      return { ...kept, last, seen: isUnseen ? kept.seen : last }
    })
  }

  /**
   * Saves the columns of each load that completes. A snapshot that is complete when it is opened is not a new load.
   * @param onFault called with the error if columns can't be saved
   * @returns the unsubscribe function
   */
  follow(datasets: Pick<DatasetRegistry, 'onProgress' | 'find'>, onFault: (error: unknown) => void): () => void {
    const loading = new Set<string>()
    return datasets.onProgress((summary) => {
      const { datasetId, list, state } = summary
      if (state.kind === 'loading') loading.add(datasetId)
      const profileId = datasets.find(datasetId)?.profileId
      if (state.kind !== 'complete' || profileId === undefined || !loading.delete(datasetId)) return
      this.remember({ profileId, list }, summary).catch(onFault)
    })
  }

  /** Calls a listener when the columns of a list change. Returns the unsubscribe function. */
  onChange(listener: (place: ListPlace) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the problems found while reading that the person should see. */
  notices(): string[] {
    return [...this.#notices]
  }

  /** Waits for pending operations. */
  end(): Promise<void> {
    return this.#file.end()
  }

  #change(place: ListPlace, change: (kept: KeptList) => KeptList): Promise<void> {
    return this.#file.change(async () => {
      const all = await this.#read()
      const profiles = new Set((await this.#profiles.list()).map(({ profile }) => profile.id))
      const before = all.find(isOf(place)) ?? { ...place, layout: plainLayout }
      // Drops lists of deleted profiles with the next change.
      const others = all.filter((kept) => !isOf(place)(kept) && profiles.has(kept.profileId))
      await writeFileAtomically(this.#file.path, formatListColumns([...others, change(before)]))
      for (const listener of this.#listeners) listener(place)
    })
  }

  async #read(): Promise<KeptList[]> {
    const text = await readTextIfPresent(this.#file.path)
    if (text === undefined) return []
    try {
      return parseListColumns(text)
    } catch (error) {
      if (error instanceof ClavisError) throw error
      const aside = this.#file.asideName(this.#now())
      await this.#file.setAside(aside).catch((cause: unknown) => {
        throw diskFailure(cause, this.#file.path, 'saved')
      })
      this.#notices.push(
        `The saved list columns could not be read. The file was set aside as ${aside}; the default columns are used.`,
      )
      return []
    }
  }
}

function isOf({ profileId, list }: ListPlace): (kept: ListPlace) => boolean {
  return (kept) => kept.profileId === profileId && kept.list === list
}
