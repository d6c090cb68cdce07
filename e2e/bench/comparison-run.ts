import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compareDatasets } from '../../electron/lists/comparison/comparison.ts'
import { differencesMember, RecordStore } from '../../electron/records/record-store.ts'
import { benchPage, benchRecord, recordsOfPage } from './bench-records.ts'
import { watchProcess, type Strain } from './process-watch.ts'
import { builtWorker } from './built-worker.ts'

/** What comparing two readings took. */
export interface MeasuredComparison extends Strain {
  readonly seconds: number
  /** How many records were found added, gone or changed. */
  readonly differences: number
}

/** Compares two readings of so many records, of which one in a hundred changed, came and went. */
export async function measureComparison(records: number): Promise<MeasuredComparison> {
  const folder = await mkdtemp(join(tmpdir(), 'clavis-bench-'))
  const stores: RecordStore[] = []
  const store = (name: string, chosenMember?: string): RecordStore => {
    const workerUrl = builtWorker
    const made = new RecordStore(workerUrl, {
      file: join(folder, name),
      list: 'reports',
      chosenMember,
      language: 'en',
    })
    stores.push(made)
    return made
  }
  try {
    const before = store('before')
    const after = store('after')
    // The later reading begins with others, so that positions differ, too.
    const shift = records / 100
    for (let page = 0; page * recordsOfPage < records; page += 1) {
      await before.addPage([benchPage(page)], false)
      await after.addPage([benchPage(page, (index) => benchRecord(index + shift, (index + shift) % 100 === 7))], false)
    }
    const result = store('result', differencesMember)
    await result.columns()
    const watch = await watchProcess()
    const began = performance.now()
    const outcome = await compareDatasets({
      list: 'reports',
      before: { store: before, isComplete: () => true },
      after: { store: after, isComplete: () => true },
      result,
      chosenId: undefined,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    })
    const seconds = (performance.now() - began) / 1000
    const strain = await watch.end()
    if (outcome.kind !== 'compared') throw new Error('The identifier was not found.')
    const { added, gone, changed } = outcome.counts
    return { seconds, differences: added + gone + changed, ...strain }
  } finally {
    for (const made of stores) await made.close()
    await rm(folder, { recursive: true, force: true })
  }
}
