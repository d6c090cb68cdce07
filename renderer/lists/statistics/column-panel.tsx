import { ActionIcon, Select, Tooltip } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { NamedColumn } from '../../../shared/model/column-names.ts'
import type { ColumnFilter } from '../../../shared/model/list-filter.ts'
import type { ColumnType, ListView, RunSummary } from '../../../shared/model/list.ts'
import { fullTitle, plainTitle, shownTitle } from '../columns/column-layout.ts'
import listClasses from '../page/lists-page.module.css'
import { Mono } from '../../ui/text/mono.tsx'
import { pageKey } from '../../platform/page-key.ts'
import { ColumnProfileView } from './column-profile-view.tsx'
import classes from './column-profile.module.css'

const typeNames: Readonly<Record<ColumnType, string>> = {
  text: 'Text',
  number: 'Numbers',
  boolean: 'True or false',
  datetime: 'Dates',
  list: 'Lists',
  object: 'Objects',
  null: 'Always null',
  mixed: 'Several kinds',
}

/** The columns beside the list, one after the other: what each holds. */
export function ColumnPanel({
  summary,
  view,
  path,
  named,
  onPath,
  onFilter,
  onClose,
}: {
  readonly summary: RunSummary
  readonly view: ListView
  /** The column that is shown. */
  readonly path: string
  /** What the columns are called. */
  readonly named: readonly NamedColumn[]
  readonly onPath: (path: string) => void
  readonly onFilter: (filters: readonly ColumnFilter[]) => void
  readonly onClose: () => void
}): ReactElement {
  const { columns } = summary
  const place = columns.findIndex((column) => column.path === path)
  const column = columns[place]
  const title = shownTitle(path, named)
  const isRenamed = title !== plainTitle(path)

  function move(by: -1 | 1): void {
    const next = columns[place + by]
    if (next !== undefined) onPath(next.path)
  }

  useHotkeys([
    ['Escape', ...pageKey(onClose)],
    ['alt+ArrowUp', ...pageKey(() => move(-1))],
    ['alt+ArrowDown', ...pageKey(() => move(1))],
  ])
  return (
    <aside className={listClasses['detail']} aria-label="Column profile">
      <header className={listClasses['detailHead']}>
        <div className={classes['choice']}>
          <Select
            aria-label="Column"
            searchable
            value={path}
            data={columns.map((each) => ({ value: each.path, label: fullTitle(each.path, named) }))}
            onChange={(chosen) => {
              if (chosen !== null) onPath(chosen)
            }}
          />
        </div>
        <Tooltip label="Previous column (Alt+↑)">
          <ActionIcon aria-label="Previous column" disabled={place <= 0} onClick={() => move(-1)}>
            <IconChevronUp size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Next column (Alt+↓)">
          <ActionIcon aria-label="Next column" disabled={place >= columns.length - 1} onClick={() => move(1)}>
            <IconChevronDown size={16} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Close (Esc)">
          <ActionIcon aria-label="Close the column profile" onClick={onClose}>
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
      </header>
      <div className={listClasses['detailBody']} tabIndex={0} role="region" aria-label={`Profile of ${title}`}>
        <h3 className={classes['title']}>
          {title}
          {isRenamed && (
            <span className={classes['type']}>
              <Mono>{plainTitle(path)}</Mono>
            </span>
          )}
          {column !== undefined && <span className={classes['type']}>{typeNames[column.type]}</span>}
        </h3>
        <ColumnProfileView key={path} summary={summary} view={view} path={path} onFilter={onFilter} />
      </div>
    </aside>
  )
}
