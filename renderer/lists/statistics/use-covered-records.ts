import { useState } from 'react'
import type { RunSummary } from '../../../shared/model/lists/list.ts'
import { isLoading } from '../model/list-messages.ts'

/** How many records a counting covers, and how many have come since. */
export interface CoveredRecords {
  readonly covers: number
  readonly since: number
  readonly coverAll: () => void
}

/** All records while the list rests; while pages come, those that were there, until the person wants the rest. */
export function useCoveredRecords(summary: RunSummary): CoveredRecords {
  const { runId, records } = summary
  const [covered, setCovered] = useState({ runId, records })
  const isOutdated = covered.runId !== runId || (!isLoading(summary) && covered.records !== records)
  if (isOutdated) setCovered({ runId, records })
  const covers = isOutdated ? records : covered.records
  return { covers, since: records - covers, coverAll: () => setCovered({ runId, records }) }
}
