import { Skeleton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactElement, useMemo } from 'react'
import { call } from '../../platform/clavis.ts'
import { pageKey } from '../../platform/page-command.ts'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { Later } from '../../ui/controls/later.tsx'
import { Notice } from '../../ui/controls/notice.tsx'
import { JsonTree } from '../../ui/json/json-tree.tsx'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import { CopyButton, copyText } from '../../ui/text/copy-button.tsx'
import { recordSubject } from './record-subject.ts'
import classes from './record-detail.module.css'

/** Shows one record beside the table, with all fields and digits. */
export function RecordDetail({
  datasetId,
  position,
  takesFocus,
  isInView,
  onMove,
  onClose,
}: {
  readonly datasetId: string
  readonly position: number
  readonly takesFocus: boolean
  /** Whether the query includes it; if not, nothing is above or below it. */
  readonly isInView: boolean
  readonly onMove: (by: -1 | 1) => void
  readonly onClose: () => void
}): ReactElement {
  const record = useQuery({
    queryKey: ['record', datasetId, position],
    queryFn: async () => ({ position, ...(await call('lists.record', { datasetId, position })) }),
    gcTime: 0,
    // The previous record stays until the next one arrives, and with it the scroll position.
    placeholderData: keepPreviousData,
  })
  /** The number of the record that is shown. */
  const shown = ((record.data?.position ?? position) + 1).toLocaleString()
  const text = record.data?.text
  const subject = useMemo(() => (text === undefined ? undefined : recordSubject(text)), [text])
  const hasSubject = subject !== undefined && Object.values(subject).some((part) => part !== undefined)
  useHotkeys([['mod+alt+C', ...pageKey(() => record.data !== undefined && copyText(record.data.text))]])
  return (
    <SidePanel
      label="Record"
      hasOwnFocus
      head={
        <>
          <h3 className={classes['title']}>Record {shown}</h3>
          {record.data !== undefined && <CopyButton text={record.data.text} label="Copy JSON" keys="Ctrl+Alt+C" />}
        </>
      }
      previous={{ label: 'Previous record', tooltip: 'Previous (Alt+↑)', disabled: !isInView }}
      next={{ label: 'Next record', tooltip: 'Next (Alt+↓)', disabled: !isInView }}
      onMove={onMove}
      closeLabel="Close record"
      onClose={onClose}
    >
      {!isInView && (
        <Notice role="status" mb={10}>
          Hidden in the table by the current search or filters.
        </Notice>
      )}
      {record.isError && <ErrorPanel error={record.error} onRetry={() => void record.refetch()} />}
      {subject !== undefined && hasSubject && (
        <div className={classes['subject']}>
          {subject.name !== undefined && (
            <strong className={classes['name']} dir="auto">
              {subject.name}
            </strong>
          )}
          {subject.status !== undefined && (
            <span className={classes['status']} dir="auto">
              {subject.status}
            </span>
          )}
          {subject.amount !== undefined && <span className={classes['amount']}>{subject.amount}</span>}
        </div>
      )}
      {record.isPending && (
        <Later>
          <Skeleton height={160} />
        </Later>
      )}
      {record.data !== undefined && (
        <JsonTree text={record.data.text} label={`Record ${shown}`} takesFocus={takesFocus} />
      )}
    </SidePanel>
  )
}
