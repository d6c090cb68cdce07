import { builtProgram } from '../../testing/built-program.ts'

/** Returns the location of the record store's worker in tests. */
export function bundledWorker(): URL {
  return builtProgram('record-store-worker')
}
