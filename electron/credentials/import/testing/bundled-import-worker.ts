import { builtProgram } from '../../../testing/built-program.ts'

/** Returns the location of the import worker in tests. */
export function bundledImportWorker(): URL {
  return builtProgram('import-worker')
}
