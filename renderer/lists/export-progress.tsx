import { Button, Progress } from '@mantine/core'
import type { ReactElement } from 'react'
import type { ExportUnderWay } from './use-export.ts'
import classes from './export.module.css'

/** How far saving is, and the way to end it; the list can be used meanwhile. */
export function ExportProgress({ underWay }: { readonly underWay: ExportUnderWay }): ReactElement {
  const { done, total, cancel } = underWay
  const words = total === 0 ? 'Saving…' : `Saving: ${done.toLocaleString()} of ${total.toLocaleString()} records`
  return (
    <div className={classes['progress']} role="group" aria-label="Saving the list">
      <p className={classes['progressWords']}>{words}</p>
      <Progress
        className={classes['progressBar'] ?? ''}
        size="sm"
        value={total === 0 ? 0 : (done / total) * 100}
        aria-label="Part of the list that is saved"
      />
      <Button size="xs" variant="default" onClick={cancel}>
        Cancel
      </Button>
    </div>
  )
}
