import { Modal, TextInput } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import { readShownNumber } from '#shared/values/shown-number.ts'
import { DialogForm } from '../../ui/dialog/dialog-form.tsx'

export function GoToRow({
  rows,
  hasMore,
  onGo,
  onClose,
}: {
  readonly rows: number
  readonly hasMore: boolean
  /** @param rowIndex from 0 */
  readonly onGo: (rowIndex: number) => void
  readonly onClose: () => void
}): ReactElement {
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const row = Number(readShownNumber(text.trim()))
  const isRow = Number.isInteger(row) && row >= 1 && row <= rows
  function submit(): void {
    setTried(true)
    if (isRow) onGo(row - 1)
  }
  return (
    <Modal opened onClose={onClose} title="Go to row" size="sm" returnFocus={false}>
      <DialogForm action="Go" onCancel={onClose} onSubmit={submit}>
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
