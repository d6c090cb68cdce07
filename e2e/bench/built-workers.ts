/** The built workers, as the app uses them. */
export const builtWorker = new URL('../../out/main/record-store-worker.js', import.meta.url)
export const builtImportWorker = new URL('../../out/main/import-worker.js', import.meta.url)
