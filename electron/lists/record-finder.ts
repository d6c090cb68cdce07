import { ClavisError } from '#shared/errors.ts'
import { identifierCandidates } from '#shared/lists/identifier-candidates.ts'
import type { FilterCondition } from '#shared/lists/list-filter.ts'
import { type FoundRecord, maxFoundRecords } from '#shared/lists/list.ts'
import type { DatasetRegistry } from './loading/dataset-registry.ts'
import type { Dataset } from './loading/dataset.ts'

/** Finds records by their identifiers in the open lists of all profiles. Fetches nothing. */
export class RecordFinder {
  readonly #datasets: DatasetRegistry
  #searching = new AbortController()

  constructor(datasets: DatasetRegistry) {
    this.#datasets = datasets
  }

  /**
   * Returns the first records of each list whose identifier is a text; if none is, those whose identifier contains it.
   * @throws `cancelled` for a newer call
   */
  async find(text: string): Promise<FoundRecord[]> {
    this.#searching.abort()
    this.#searching = new AbortController()
    const { signal } = this.#searching
    const found = await Promise.all(
      this.#datasets.loaded().map(async ({ datasetId }) => {
        const dataset = this.#datasets.find(datasetId)
        // A list that was closed meanwhile, or whose file is damaged, hides no record of another one.
        return dataset === undefined ? [] : findIn(dataset, text, signal).catch(() => [])
      }),
    )
    if (signal.aborted) throw new ClavisError('cancelled', 'Cancelled: replaced by a newer search.')
    return found.flat()
  }
}

async function findIn(
  { list, profileId, store }: Dataset,
  text: string,
  signal: AbortSignal,
): Promise<readonly FoundRecord[]> {
  const known = await store.readColumns()
  const path = known.records === 0 ? undefined : identifierCandidates(list, known, known)[0]?.path
  if (path === undefined || profileId === undefined) return []
  const matching = async (condition: FilterCondition): Promise<FoundRecord[]> => {
    const query = { search: [], filters: [{ path, excludes: false, condition }], sort: [] }
    const rows = await store.firstRows(query, maxFoundRecords, [path], { signal, onProgress: () => undefined })
    return rows.flatMap(({ texts: [identifier = ''], cut }) =>
      cut.length > 0 ? [] : [{ profileId, list, path, identifier }],
    )
  }
  const equal = await matching({ kind: 'equals', text })
  return equal.length > 0 ? equal : matching({ kind: 'contains', text })
}
