import { inject } from 'vitest'

/** Where the import worker is while tests run. */
export function bundledImportWorker(): URL {
  return new URL(inject('importWorker'))
}
