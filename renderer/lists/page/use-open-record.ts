import { useMemo, useState } from 'react'
import type { DatasetSummary } from '../../../shared/model/lists/list.ts'
import type { ListTarget } from '../../platform/navigation/route.ts'
import type { OpenRecord } from '../browser/record-browser.tsx'
import { useRequestedRecord, type Obstacle } from '../detail/use-requested-record.ts'
import type { ViewState } from '../model/view-memory.tsx'
import type { ListQuery } from './use-list-query.ts'

interface OpenRecordControl {
  /** Undefined also if the record's dataset is gone. */
  readonly record: OpenRecord | undefined
  /** The record, even if its dataset is gone. */
  readonly chosen: OpenRecord | undefined
  readonly open: (record: OpenRecord | undefined) => void
}

/**
 * Keeps which record is open: the one the person comes for, or the one open when they left.
 * @param before how the list was viewed when the person left it
 */
export function useOpenRecord(
  show: ListTarget | undefined,
  before: ViewState,
  summary: DatasetSummary | undefined,
  { line, view, setSort }: ListQuery,
): OpenRecordControl {
  const [opened, setOpened] = useState<OpenRecord | 'as-asked' | undefined>(
    show === undefined ? before.openRecord && { ...before.openRecord, by: 'return' } : 'as-asked',
  )
  const position = opened === 'as-asked' && show?.kind === 'record' ? show.position : undefined
  const asked = useRequestedRecord(position, summary, view, giveWay)
  const chosen = useMemo<OpenRecord | undefined>(
    () => (opened === 'as-asked' ? asked && { ...asked, by: 'keyboard' } : opened),
    [opened, asked],
  )

  /** Changes the query so that the requested record is shown, unless the person has started a new one. */
  function giveWay(obstacle: Obstacle): void {
    if (obstacle === 'row-unknown' || line.text === '') setSort([])
    if (line.text === before.filterLine.text) line.clear()
    // The person has started another search.
    else if (line.text !== '') setOpened(undefined)
  }
  return { record: chosen?.datasetId === summary?.datasetId ? chosen : undefined, chosen, open: setOpened }
}
