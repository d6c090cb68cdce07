import { Skeleton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactElement, useMemo } from 'react'
import { childPath } from '#shared/lists/column-names.ts'
import { call } from '../../platform/clavis.ts'
import { pageKey } from '../../platform/page-command.ts'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { Later } from '../../ui/controls/later.tsx'
import { Notice } from '../../ui/controls/notice.tsx'
import { JsonTree } from '../../ui/json/json-tree.tsx'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import { CopyButton, copyText } from '../../ui/text/copy-button.tsx'
import { titleIfCut } from '../../ui/text/title-if-cut.ts'
import { withSeparators } from '../model/cell-format.ts'
import { lastWord } from '../model/chart-columns.ts'
import { currencyOf, isAmount } from '../model/currency.ts'
import { isStatusPath } from '../model/status-tone.ts'
import classes from './record-detail.module.css'

/** Shows one record beside the table, with all fields and digits. */
export function RecordDetail({
  datasetId,
  position,
  idPath,
  takesFocus,
  isInView,
  onMove,
  onClose,
}: {
  readonly datasetId: string
  readonly position: number
  /** The column that identifies the records; undefined if none does. */
  readonly idPath: string | undefined
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
  const shown = ((record.data?.position ?? position) + 1).toLocaleString()
  const text = record.data?.text
  const subject = useMemo(() => (text === undefined ? undefined : recordSubject(text, idPath)), [text, idPath])
  const hasSubject = [subject?.name, subject?.status, subject?.amount].some((part) => part !== undefined)
  useHotkeys([['mod+alt+C', ...pageKey(() => record.data !== undefined && copyText(record.data.text))]])
  return (
    <SidePanel
      label={`Record ${subject?.id ?? shown}`}
      hasOwnFocus
      head={
        <>
          <div className={classes['heading']}>
            <h3 className={classes['title']} {...titleIfCut(subject?.id ?? '')}>
              {subject?.id === undefined ? `Record ${shown}` : <bdi>{subject.id}</bdi>}
            </h3>
            {subject?.id !== undefined && <span className={classes['number']}>Record {shown}</span>}
          </div>
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

/** What a person knows a record by. Undefined: it has nothing like that. */
interface RecordSubject {
  /** As in its row. */
  readonly id: string | undefined
  readonly name: string | undefined
  readonly status: string | undefined
  /** With its currency: `1,234.50 EUR`. */
  readonly amount: string | undefined
}

/** A longer text is no identifier that a person reads. */
const maxIdLength = 200

const nameWords = ['name', 'title', 'label', 'subject', 'description']

interface Field {
  readonly path: string
  readonly type: 'text' | 'number'
  readonly text: string
}

/**
 * Finds a record's name, status and amount by the names of its fields.
 * @param text the record's JSON
 * @param idPath the column that identifies it
 */
export function recordSubject(text: string, idPath?: string): RecordSubject {
  const fields = fieldsOf(text)
  const named = (isWanted: (field: Field) => boolean): Field | undefined => fields.find(isWanted)
  const name = nameWords
    .map((word) => named(({ path, type }) => type === 'text' && lastWord(path) === word))
    .find((field) => field !== undefined)
  const amount = named(({ path, type }) => type === 'number' && isAmount(path))
  const currencyPath = amount === undefined ? undefined : currencyOf(amount.path, fields)
  const currency = fields.find(({ path }) => path === currencyPath)?.text
  return {
    id: named((field) => field.path === idPath && field.text.length <= maxIdLength)?.text,
    name: name?.text,
    status: named(({ path, type }) => type === 'text' && isStatusPath(path))?.text,
    amount: amount && [withSeparators(amount.text) ?? amount.text, currency ?? ''].join(' ').trim(),
  }
}

/** Lists the texts and numbers of a record, outer ones first. Numbers keep every digit. */
function fieldsOf(text: string): Field[] {
  const fields: Field[] = []
  let level: readonly (readonly [string, unknown])[] = [['', read(text)]]
  while (level.length > 0) {
    const inner: (readonly [string, unknown])[] = []
    for (const [path, value] of level)
      if (typeof value === 'string') fields.push({ path, type: 'text', text: value })
      else if (value instanceof NumberText) fields.push({ path, type: 'number', text: value.text })
      else if (typeof value === 'object' && value !== null && !Array.isArray(value))
        for (const [name, each] of Object.entries(value))
          inner.push([childPath(path === '' ? undefined : path, name), each])
    level = inner
  }
  return fields
}

class NumberText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

function read(text: string): unknown {
  // With the third parameter a number keeps its digits (ECMAScript, JSON.parse source text access).
  const revive = (_: string, value: unknown, { source }: { readonly source?: string } = {}): unknown =>
    typeof value === 'number' ? new NumberText(source ?? String(value)) : value
  try {
    return JSON.parse(text, revive)
  } catch {
    return undefined
  }
}
