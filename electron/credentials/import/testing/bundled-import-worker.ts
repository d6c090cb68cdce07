import { builtProgram } from '../../../testing/built-program.ts'

/** Where the import worker is while tests run. */
export function bundledImportWorker(): URL {
  return builtProgram('import-worker')
}
