import { Modal, TextInput } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import { isDefaultQuery } from '#shared/lists/default-query.ts'
import type { DatasetSummary } from '#shared/lists/list.ts'
import { readShownNumber } from '#shared/values/shown-number.ts'
import { DialogForm } from '../../ui/dialog/dialog-form.tsx'
import type { ListView } from './use-list-view.ts'

interface GoToRowProps {
  readonly summary: DatasetSummary
  readonly view: ListView
}

/** Asks for a row of the table and goes there, with the record that is open beside it. */
export function GoToRow({ summary, view: { query, table, panels } }: GoToRowProps): ReactElement {
  const { grid, shown } = table
  const { record, openRow, setDialog } = panels
  // In the original order the table may not report a count, because all loaded records are shown.
  const rows = (isDefaultQuery(query.query) ? summary.records : shown?.count) ?? 0
  const hasMore = summary.state.kind !== 'complete'
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const row = Number(readShownNumber(text.trim()))
  const isRow = Number.isInteger(row) && row >= 1 && row <= rows
  function submit(): void {
    setTried(true)
    if (!isRow) return
    setDialog(undefined)
    grid.current?.focusRow(row - 1)
    if (record !== undefined) void openRow(record.datasetId, row - 1)
  }
  function cancel(): void {
    setDialog(undefined)
    grid.current?.focusCell()
  }
  return (
    <Modal opened onClose={cancel} title="Go to row" size="sm" returnFocus={false}>
      <DialogForm action="Go" onCancel={cancel} onSubmit={submit}>
        <TextInput
          label="Row"
          description={`1 to ${rows.toLocaleString()}${hasMore ? ' loaded so far' : ''}`}
          inputMode="numeric"
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={isTried && !isRow && `Enter a whole number from 1 to ${rows.toLocaleString()}.`}
        />
      </DialogForm>
    </Modal>
  )
}
