import { inject } from 'vitest'

/** Where the record store's worker is while tests run (`bundle-worker.ts`). */
export function bundledWorker(): URL {
  return new URL(inject('recordStoreWorker'))
}
