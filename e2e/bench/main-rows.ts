import { median } from './median.ts'
import type { Strain } from './process-watch.ts'
import { differenceRow, type Row } from './rows.ts'

/**
 * Creates the rows for how much loads and exports strain the main process.
 * @param kinds the strain of each run, by kind of work
 */
export function mainRows(kinds: readonly (readonly Strain[])[]): Row[] {
  if (kinds.length === 0) return []
  const stalls = kinds.map((strain) => ({
    more: median(strain.map(({ stall, idleStall }) => stall - idleStall)),
    idle: median(strain.map(({ idleStall }) => idleStall)),
  }))
  const stall = stalls.reduce((worst, each) => (each.more > worst.more ? each : worst))
  const most = kinds.flat().reduce((worst, each) => (each.memory > worst.memory ? each : worst))
  return [
    differenceRow('Main’s longest stall (loads and exports)', 'an idle thread', stall.more, stall.idle, 15, 'ms'),
    differenceRow('Main’s memory (loads and exports)', 'main when idle', most.memory, most.idleMemory, 80, 'MiB'),
  ]
}
