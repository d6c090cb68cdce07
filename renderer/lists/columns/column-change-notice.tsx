import { UnstyledButton } from '@mantine/core'
import { IconColumns, IconX } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import type { ColumnChange } from '#shared/lists/list-columns.ts'
import { IconButton } from '../../ui/controls/buttons.tsx'
import { Instant } from '../../ui/text/dates.tsx'
import { plainTitle } from '../model/column-layout.ts'
import { columnChangeMessage, typeTitles } from './messages.ts'
import classes from './column-change-notice.module.css'

interface ColumnChangeNoticeProps {
  readonly change: ColumnChange
  readonly onDismiss: () => void
}

/** Shows how the fields of a list differ from those of an earlier load, until it is dismissed. */
export function ColumnChangeNotice({ change, onDismiss }: ColumnChangeNoticeProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const { since, added, gone, changed } = change
  return (
    <section className={classes['notice']} aria-label="Changed fields">
      <div className={classes['head']}>
        <IconColumns size={16} aria-hidden className={classes['icon']} />
        <p role="status">
          {columnChangeMessage(change)} since <Instant value={since} />.
          {change.isPartial && ' Only the first 2,000 fields of each load are compared.'}
        </p>
        <UnstyledButton className={classes['which']} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide fields' : 'Show fields'}
        </UnstyledButton>
        <IconButton label="Dismiss changed fields" tooltip="Dismiss" icon={IconX} size={24} onClick={onDismiss} />
      </div>
      {isOpen && (
        <dl className={classes['details']}>
          <Fields title="New" fields={added.map(({ path, type }) => `${plainTitle(path)} (${typeTitles[type]})`)} />
          <Fields title="Removed" fields={gone.map(({ path, type }) => `${plainTitle(path)} (${typeTitles[type]})`)} />
          <Fields
            title="Changed"
            fields={changed.map(
              ({ path, from, to }) => `${plainTitle(path)} (${typeTitles[from]} → ${typeTitles[to]})`,
            )}
          />
        </dl>
      )}
    </section>
  )
}

interface FieldsProps {
  readonly title: string
  readonly fields: readonly string[]
}

function Fields({ title, fields }: FieldsProps): ReactElement | null {
  if (fields.length === 0) return null
  return (
    <div>
      <dt>{title}</dt>
      <dd>{fields.join(', ')}</dd>
    </div>
  )
}
