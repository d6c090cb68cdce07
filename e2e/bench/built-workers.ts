import { join } from 'node:path'
import { RecordStore } from '../../electron/records/record-store.ts'

/** The built workers, as the app uses them. */
export const builtWorker = new URL('../../out/main/record-store-worker.js', import.meta.url)
export const builtImportWorker = new URL('../../out/main/import-worker.js', import.meta.url)

/** Opens an empty record store whose file is in a folder. */
export function openRecordStore(folder: string): RecordStore {
  return new RecordStore(builtWorker, {
    file: join(folder, 'bench.records'),
    list: 'reports',
    chosenMember: undefined,
    language: 'en',
  })
}
