import { Box, Select } from '@mantine/core'
import type { ReactElement } from 'react'
import type { NamedColumn } from '#shared/lists/column-names.ts'
import type { ColumnFilter } from '#shared/lists/list-filter.ts'
import type { ListQuery, DatasetSummary } from '#shared/lists/list.ts'
import { SidePanel } from '../../ui/layout/side-panel.tsx'
import { Mono } from '../../ui/text/mono.tsx'
import { fullTitle, plainTitle, shownTitle } from '../model/column-layout.ts'
import { ColumnProfileView } from './column-profile-view.tsx'
import { typeTitles } from './messages.ts'
import classes from './column-profile.module.css'

export function ColumnPanel({
  summary,
  query,
  path,
  named,
  onPath,
  onFilter,
  onClose,
}: {
  readonly summary: DatasetSummary
  readonly query: ListQuery
  readonly path: string
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

  return (
    <SidePanel
      label="Column statistics"
      head={
        <Box flex={1} miw={0}>
          <Select
            aria-label="Column"
            searchable
            value={path}
            data={columns.map((each) => ({ value: each.path, label: fullTitle(each.path, named) }))}
            onChange={(chosen) => {
              if (chosen !== null) onPath(chosen)
            }}
          />
        </Box>
      }
      previous={{ label: 'Previous column', tooltip: 'Previous column (Alt+↑)', disabled: place <= 0 }}
      next={{ label: 'Next column', tooltip: 'Next column (Alt+↓)', disabled: place >= columns.length - 1 }}
      onMove={move}
      closeLabel="Close column statistics"
      onClose={onClose}
      body={`Statistics of ${title}`}
    >
      <h3 className={classes['title']}>
        {title}
        {isRenamed && (
          <span className={classes['type']}>
            <Mono>{plainTitle(path)}</Mono>
          </span>
        )}
        {column !== undefined && <span className={classes['type']}>{typeTitles[column.type]}</span>}
      </h3>
      <ColumnProfileView key={path} summary={summary} query={query} path={path} onFilter={onFilter} />
    </SidePanel>
  )
}
