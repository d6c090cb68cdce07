import type { DatasetSummary } from '#shared/lists/list.ts'
import { pageBatch } from '../lists/list-load.ts'
import type { Agent } from './agent.ts'

/** After this time a call returns with what is loaded, milliseconds: clients wait for a minute. */
const maxLoadMs = 40_000

/**
 * Loads a list until it has some records, or all. A load that failed before is tried once more.
 * @param signal stops the load
 */
export async function loadUpTo(
  agent: Agent,
  summary: DatasetSummary,
  records: number,
  signal: AbortSignal,
): Promise<DatasetSummary> {
  const { datasetId } = summary
  const stop = (): void => void agent.call('lists.stop', { datasetId }).catch(() => undefined)
  signal.addEventListener('abort', stop)
  const end = performance.now() + maxLoadMs
  const timer = setTimeout(stop, maxLoadMs)
  try {
    let loaded = summary
    while (loaded.state.kind !== 'complete' && loaded.records < records && !signal.aborted && performance.now() < end) {
      loaded = await agent.call('lists.load', { datasetId, pages: pageBatch(loaded, records - loaded.records) })
      if (loaded.state.kind === 'failed' || loaded.state.kind === 'paused') break
    }
    return loaded
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  }
}
