import { ActionIcon, Skeleton, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { call } from '../app/clavis.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { JsonTree } from '../ui/json-tree.tsx'
import { Later } from '../ui/later.tsx'
import classes from './lists-page.module.css'

/** One record beside the table: every member, every digit. */
export function RecordDetail({
  runId,
  position,
  onMove,
  onClose,
}: {
  readonly runId: string
  /** The record's place in the run. */
  readonly position: number
  /** Goes to the row above (-1) or below (1) in the view. */
  readonly onMove: (by: -1 | 1) => void
  readonly onClose: () => void
}): ReactElement {
  const record = useQuery({
    queryKey: ['record', runId, position],
    queryFn: () => call('lists.record', { runId, position }),
    gcTime: 0,
  })
  useHotkeys([
    ['Escape', onClose],
    ['alt+ArrowUp', () => onMove(-1)],
    ['alt+ArrowDown', () => onMove(1)],
  ])
  return (
    <aside className={classes['detail']} aria-label="Record">
      <header className={classes['detailHead']}>
        <h3 className={classes['detailTitle']}>Record {(position + 1).toLocaleString()}</h3>
        {record.data !== undefined && <CopyButton text={record.data.text} label="Copy the record’s JSON" />}
        <Tooltip label="Previous (Alt+↑)">
          <ActionIcon aria-label="Previous record" onClick={() => onMove(-1)}>
            <IconChevronUp size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Next (Alt+↓)">
          <ActionIcon aria-label="Next record" onClick={() => onMove(1)}>
            <IconChevronDown size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Close (Esc)">
          <ActionIcon aria-label="Close the record" onClick={onClose}>
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
      </header>
      <div className={classes['detailBody']}>
        {record.isError && <ErrorPanel error={record.error} onRetry={() => void record.refetch()} />}
        {record.isPending && (
          <Later>
            <Skeleton height={160} />
          </Later>
        )}
        {record.data !== undefined && <JsonTree text={record.data.text} label={`Record ${position + 1}`} />}
      </div>
    </aside>
  )
}
