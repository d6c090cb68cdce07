import { readFile, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { plainLayout, type ColumnLayout, type ListColumns } from '../../../shared/model/lists/list-columns.ts'
import type { RunSummary } from '../../../shared/model/lists/list.ts'
import type { ListName } from '../../../shared/model/profile/list-name.ts'
import { writeFileAtomically } from '../../files/atomic-file.ts'
import { diskFailure, systemErrorCode } from '../../files/disk-failure.ts'
import { changeAlone } from '../../files/shared-change.ts'
import type { ProfileStore } from '../../profiles/profile-store.ts'
import { columnDifference, isDifferent, withKnownTypes } from './column-change.ts'
import { formatListColumns, parseListColumns, type KeptList } from './list-columns-file.ts'
import type { DatasetRegistry } from '../loading/dataset-registry.ts'

interface Options {
  readonly folder: string
  readonly profiles: Pick<ProfileStore, 'list'>
  readonly now: () => number
}

/** A list of a profile. */
export interface ListPlace {
  readonly profileId: string
  readonly list: ListName
}

/**
 * How each list's columns are arranged, and which columns its last reading to the end had, in `lists.json` of the data
 * folder. One Clavis at a time changes it. A file that cannot be read is set aside and reported.
 */
export class ListColumnsStore {
  readonly #folder: string
  readonly #file: string
  readonly #profiles: Options['profiles']
  readonly #now: () => number
  readonly #notices: string[] = []
  readonly #listeners = new Set<(place: ListPlace) => void>()
  #queue: Promise<unknown> = Promise.resolve()

  constructor({ folder, profiles, now }: Options) {
    this.#folder = folder
    this.#file = join(folder, 'lists.json')
    this.#profiles = profiles
    this.#now = now
  }

  /** @throws `store-too-new`, `disk-failed` */
  async read(place: ListPlace): Promise<ListColumns> {
    const kept = (await this.#alone(() => this.#read())).find(isOf(place))
    if (kept === undefined) return { layout: plainLayout }
    const { layout, told, last } = kept
    if (told === undefined || last === undefined) return { layout }
    const difference = columnDifference(told.columns, last.columns)
    return isDifferent(difference) ? { layout, change: { since: told.at, ...difference } } : { layout }
  }

  /** Keeps an arrangement of the person's. */
  async changeLayout(place: ListPlace, layout: ColumnLayout): Promise<void> {
    await this.#change(place, (kept) => ({ ...kept, layout }))
  }

  /** Notes that the person has seen how the columns changed: it is told no more. */
  async dismissChange(place: ListPlace): Promise<void> {
    await this.#change(place, ({ told: _told, ...kept }) =>
      kept.last === undefined ? kept : { ...kept, told: kept.last },
    )
  }

  /** Keeps the columns of a reading to the end. One without records says nothing of columns. */
  async remember(place: ListPlace, { columns, records }: Pick<RunSummary, 'columns' | 'records'>): Promise<void> {
    if (records === 0) return
    const at = new Date(this.#now()).toISOString()
    await this.#change(place, (kept) => {
      const found = columns.map(({ path, type }) => ({ path, type }))
      const last = { at, columns: withKnownTypes(found, kept.last?.columns ?? []) }
      const isUntold = kept.told !== undefined && isDifferent(columnDifference(kept.told.columns, last.columns))
      return { ...kept, last, told: isUntold ? kept.told : last }
    })
  }

  /**
   * Remembers the columns of each reading that comes to its end. One that was kept and is opened again at its end is not
   * a new reading.
   * @param onFault what could not be kept
   * @returns a function that ends it
   */
  follow(datasets: Pick<DatasetRegistry, 'onProgress' | 'find'>, onFault: (error: unknown) => void): () => void {
    const loading = new Set<string>()
    return datasets.onProgress((summary) => {
      const { runId, list, state } = summary
      if (state.kind === 'loading') loading.add(runId)
      const profileId = datasets.find(runId)?.profileId
      if (state.kind !== 'complete' || profileId === undefined || !loading.delete(runId)) return
      this.remember({ profileId, list }, summary).catch(onFault)
    })
  }

  /** Tells that what is kept of a list has changed. Answers the unsubscribe. */
  onChange(listener: (place: ListPlace) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** What was noticed while reading that the person should know. */
  notices(): string[] {
    return [...this.#notices]
  }

  #change(place: ListPlace, change: (kept: KeptList) => KeptList): Promise<void> {
    return this.#changeAlone(async () => {
      const all = await this.#read()
      const profiles = new Set((await this.#profiles.list()).map(({ profile }) => profile.id))
      const before = all.find(isOf(place)) ?? { ...place, layout: plainLayout }
      // Lists of profiles that are gone are forgotten with the next change.
      const others = all.filter((kept) => !isOf(place)(kept) && profiles.has(kept.profileId))
      await writeFileAtomically(this.#file, formatListColumns([...others, change(before)]))
      for (const listener of this.#listeners) listener(place)
    })
  }

  async #read(): Promise<KeptList[]> {
    const text = await readText(this.#file)
    if (text === undefined) return []
    try {
      return parseListColumns(text)
    } catch (error) {
      if (error instanceof ClavisError) throw error
      const instant = new Date(this.#now()).toISOString().replaceAll(':', '-')
      const aside = join(this.#folder, `lists.damaged-${instant}.json`)
      await rename(this.#file, aside).catch((cause: unknown) => {
        throw diskFailure(cause, this.#file, 'saved')
      })
      this.#notices.push(
        `The file with the lists’ columns could not be read. It was set aside as ${basename(aside)}; columns are as they come.`,
      )
      return []
    }
  }

  #changeAlone<T>(change: () => Promise<T>): Promise<T> {
    return this.#alone(() => changeAlone(this.#file, change))
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work)
    this.#queue = result.catch(() => undefined)
    return result
  }
}

function isOf({ profileId, list }: ListPlace): (kept: ListPlace) => boolean {
  return (kept) => kept.profileId === profileId && kept.list === list
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw diskFailure(error, path, 'read')
  }
}
