import { useState } from 'react'
import type { RunSummary } from '../../../shared/model/lists/list.ts'
import { isLoading } from '../model/list-messages.ts'

/** The number of counted records, and of those loaded since. */
export interface CoveredRecords {
  readonly covers: number
  readonly since: number
  readonly coverAll: () => void
}

/** Covers all records of a complete list; while pages load, those loaded so far, until the person includes the rest. */
export function useCoveredRecords(summary: RunSummary): CoveredRecords {
  const { runId, records } = summary
  const [covered, setCovered] = useState({ runId, records })
  const isOutdated = covered.runId !== runId || (!isLoading(summary) && covered.records !== records)
  if (isOutdated) setCovered({ runId, records })
  const covers = isOutdated ? records : covered.records
  return { covers, since: records - covers, coverAll: () => setCovered({ runId, records }) }
}
