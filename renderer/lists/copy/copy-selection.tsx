import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ClavisError } from '#shared/errors.ts'
import type { DatasetSummary, ListQuery, Row } from '#shared/lists/list.ts'
import { call } from '../../platform/clavis.ts'
import { copyText, showNotCopied } from '../../ui/text/copy-button.tsx'
import type { TableSelection } from '../grid/grid-request.ts'
import type { RecordRow } from '../grid/record-columns.ts'
import { requestedPaths } from '../grid/requested-columns.ts'
import type { ArrangedColumn } from '../model/column-layout.ts'
import { selectionSize } from '../model/selection-messages.ts'
import { copiedTable } from './copied-table.ts'

interface CopiedFrom {
  readonly datasetId: DatasetSummary['datasetId']
  readonly query: ListQuery
  /** The visible columns, for whole records. */
  readonly columns: readonly ArrangedColumn[]
  readonly onExport: () => void
}

/** Copies the selected records or cells as a table for spreadsheets, and says so; offers an export if they are too many. */
export async function copySelection(selection: TableSelection, from: CopiedFrom): Promise<void> {
  const { positions, cells } = selection
  const { datasetId, query } = from
  const columns = cells?.columns ?? from.columns
  const paths = pathsOf(columns)
  try {
    const rows = await call('lists.selectedRows', {
      datasetId,
      paths,
      selection:
        cells === undefined
          ? { kind: 'selected', positions: [...positions], query }
          : { kind: 'rows', query, first: cells.firstRow, count: cells.rows },
    })
    const places = new Map(paths.map((path, index) => [path, index]))
    const table = copiedTable(
      rows.map((row): RecordRow => ({ ...row, places })),
      columns,
    )
    copyText(table.text, `Copied ${selectionSize(selection)}`, table.html)
  } catch (error) {
    if (error instanceof ClavisError && error.code === 'input-invalid') offerExport(error, from.onExport)
    else showNotCopied(error)
  }
}

function offerExport({ message, hint = '' }: ClavisError, onExport: () => void): void {
  const id = notifications.show({
    color: 'red',
    title: 'Not copied',
    message: (
      <>
        {message} {hint}{' '}
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => {
            notifications.hide(id)
            onExport()
          }}
        >
          Export…
        </Button>
      </>
    ),
  })
}

/** Returns a record with its values of some columns in full: those of the table are cut. */
export async function wholeRecord(
  datasetId: DatasetSummary['datasetId'],
  position: number,
  columns: readonly ArrangedColumn[],
): Promise<RecordRow> {
  const paths = pathsOf(columns)
  const row: Row = await call('lists.wholeRow', { datasetId, position, paths })
  return { ...row, places: new Map(paths.map((path, index) => [path, index])) }
}

function pathsOf(columns: readonly ArrangedColumn[]): string[] {
  return requestedPaths(
    columns,
    columns.map(({ path }) => path),
  )
}
