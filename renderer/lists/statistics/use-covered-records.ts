import { useState } from 'react'
import type { DatasetSummary } from '../../../shared/model/lists/list.ts'
import { isLoading } from '../model/list-messages.ts'

/** The number of counted records, and of those loaded since. */
export interface CoveredRecords {
  readonly covers: number
  readonly since: number
  readonly coverAll: () => void
}

/** Covers all records of a complete list; while pages load, those loaded so far, until the person includes the rest. */
export function useCoveredRecords(summary: DatasetSummary): CoveredRecords {
  const { datasetId, records } = summary
  const [covered, setCovered] = useState({ datasetId, records })
  const isOutdated = covered.datasetId !== datasetId || (!isLoading(summary) && covered.records !== records)
  if (isOutdated) setCovered({ datasetId, records })
  const covers = isOutdated ? records : covered.records
  return { covers, since: records - covers, coverAll: () => setCovered({ datasetId, records }) }
}
