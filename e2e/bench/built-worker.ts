/** The record store's worker as the app has it: built. */
export const builtWorker = new URL('../../out/main/record-store-worker.js', import.meta.url)
