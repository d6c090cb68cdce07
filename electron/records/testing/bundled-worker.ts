import { builtProgram } from '../../testing/built-program.ts'

/** Where the record store's worker is while tests run. */
export function bundledWorker(): URL {
  return builtProgram('record-store-worker')
}
