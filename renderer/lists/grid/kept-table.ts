import { isSameQuery } from '../model/list-query.ts'
import type { SelectedRows } from '../model/view-memory.tsx'
import type { TableBody } from './body/table-body.ts'
import type { GridRequest } from './grid-request.ts'

interface Table {
  /** Undefined until it was drawn. */
  readonly body: TableBody | undefined
  readonly selection: SelectedRows
  /** The element of the table with its header. */
  readonly frame: HTMLElement | undefined
}

/** Keeps scroll position, selection and focus for the table that replaces this one. */
export function keepTable(
  { keptView, summary: { datasetId }, query }: GridRequest,
  { body, selection, frame }: Table,
): void {
  if (body !== undefined) {
    const { firstRow: rowIndex, scrollLeft: left } = body
    keptView.update({ scroll: { datasetId, query, rowIndex, left }, selection: { datasetId, ...selection } })
  }
  const { activeElement } = document
  // The open record beside the table is removed with it.
  const isHere = frame?.parentElement?.contains(activeElement) === true
  const inHeader = activeElement?.closest<HTMLElement>('[role="columnheader"]')?.dataset['path']
  const path = inHeader ?? body?.current?.path
  keptView.update({ focus: isHere ? { datasetId, path, isInHeader: inHeader !== undefined } : undefined })
}

/** Scrolls to the kept position if it is one of this query, else to the top. */
export function restoreScroll({ keptView, summary, query }: GridRequest, body: TableBody): void {
  const place = keptView.read().scroll
  if (place?.datasetId !== summary.datasetId || !isSameQuery(place.query, query)) {
    body.goToTop()
    return
  }
  // Seen from the top, with this row at the lower end, the same row is first again.
  body.showRow(place.rowIndex + body.pageRows)
  body.goAcross(place.left)
}
