import { ClavisError } from '../../../shared/model/errors/error.ts'
import type { LinkedList, RecordLink } from '../../../shared/model/lists/linked-record.ts'
import type { Column } from '../../../shared/model/lists/list.ts'
import { listNames, type ListName } from '../../../shared/model/profile/list-name.ts'
import type { DatasetRegistry } from '../loading/dataset-registry.ts'
import type { Dataset } from '../loading/dataset.ts'
import { identifiersOf, type Identifier } from './identifiers.ts'
import { namesFit } from './name-similarity.ts'
import type { FoundValue } from '../../records/record-store.ts'

/** Maximum numbers of columns of another list that are searched, and of links that are returned for a list. */
const maxColumnsSearched = 200
const maxLinks = 100

interface Options {
  readonly datasets: Pick<DatasetRegistry, 'get' | 'ofList'>
}

/** Finds records of a profile's other lists that share identifiers with a record. Searches loaded records only. */
export class LinkedRecords {
  readonly #datasets: Options['datasets']
  /** Running searches, by the dataset of the record they are for. */
  readonly #searches = new Map<string, AbortController>()

  constructor({ datasets }: Options) {
    this.#datasets = datasets
  }

  /**
   * Finds the records that share an identifier with a record. Cancels an earlier search for the same dataset.
   * @throws `list-run-gone`, `list-cancelled`
   */
  async find(datasetId: string, position: number): Promise<LinkedList[]> {
    this.cancel(datasetId)
    const search = new AbortController()
    this.#searches.set(datasetId, search)
    const dataset = this.#datasets.get(datasetId)
    const { list, profileId } = dataset
    const own = identifiersOf(await dataset.record(position))
    if (search.signal.aborted) throw superseded()
    try {
      return await Promise.all(
        listNames
          .filter((other) => other !== list)
          .map(async (other): Promise<LinkedList> => {
            const loaded = profileId === undefined ? [] : this.#datasets.ofList(profileId, other)
            const searched = loaded.find(wasRead)
            if (searched === undefined) return { kind: 'not-loaded', list: other }
            return linksIn(searched, list, own, search.signal)
          }),
      )
    } finally {
      if (this.#searches.get(datasetId) === search) this.#searches.delete(datasetId)
    }
  }

  /** Cancels the search for a dataset's record. */
  cancel(datasetId: string): void {
    this.#searches.get(datasetId)?.abort()
    this.#searches.delete(datasetId)
  }
}

/** Returns whether the list has records, or is known to have none. */
function wasRead({ loader }: Dataset): boolean {
  const { records, state } = loader.progress()
  return records > 0 || state.kind === 'complete'
}

/** Finds the records of another list that have one of the identifiers. */
async function linksIn(
  { datasetId, list, store, loader }: Dataset,
  ownList: ListName,
  { identifiers, isCut }: ReturnType<typeof identifiersOf>,
  signal: AbortSignal,
): Promise<LinkedList> {
  const { records, state, columns } = loader.progress()
  const columnsToSearch = columnsOfInterest(columns, list, ownList, identifiers)
  const paths = columnsToSearch.slice(0, maxColumnsSearched)
  const values = identifiers.map(({ text }) => text)
  const control = { signal, onProgress: () => undefined }
  const found = paths.length === 0 ? [] : await store.findValues(values, paths, control)
  const links = linksOf(found, list, ownList, identifiers)
  return {
    kind: 'loaded',
    ...{ list, datasetId, records },
    isComplete: state.kind === 'complete',
    links: links.slice(0, maxLinks),
    more: Math.max(0, links.length - maxLinks),
    isPartial: isCut || columnsToSearch.length > paths.length,
  }
}

/** Returns the columns of another list that may hold one of the identifiers, those with matching names first. */
function columnsOfInterest(
  columns: readonly Column[],
  list: ListName,
  ownList: ListName,
  identifiers: readonly Identifier[],
): string[] {
  const holds = columns.filter(
    ({ type }) => type === 'text' || type === 'number' || type === 'list' || type === 'mixed',
  )
  const fits = (path: string): boolean => identifiers.some((own) => namesFit(own.path, ownList, path, list))
  const hasStrong = identifiers.some(({ strength }) => strength === 'strong')
  const fitting = holds.filter(({ path }) => fits(path))
  const others = hasStrong ? holds.filter(({ path }) => !fits(path)) : []
  return [...fitting, ...others].map(({ path }) => path)
}

/** Turns found values into links. Of several links to the same records, keeps the one whose column names match best. */
function linksOf(
  found: readonly FoundValue[],
  list: ListName,
  ownList: ListName,
  identifiers: readonly Identifier[],
): RecordLink[] {
  const links = found.flatMap(({ path: otherPath, value, count, firstPosition }) =>
    identifiers
      .filter(({ text }) => text === value)
      .map((own) => ({
        link: { ownPath: own.path, otherPath, value, count, firstPosition },
        fits: namesFit(own.path, ownList, otherPath, list),
        strength: own.strength,
      }))
      .filter(({ fits, strength }) => fits || strength === 'strong'),
  )
  const sorted = links.toSorted(
    (left, right) => Number(right.fits) - Number(left.fits) || left.link.count - right.link.count,
  )
  const seen = new Set<string>()
  return sorted
    .filter(({ link: { value, count, firstPosition } }) => {
      const key = `${value}\n${count}\n${firstPosition}`
      return !seen.has(key) && seen.add(key)
    })
    .map(({ link }) => link)
}

function superseded(): ClavisError {
  return new ClavisError('list-cancelled', 'Cancelled: links of another record were requested.')
}
