import { IconColumnsOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { plainLayout, type ColumnLayout } from '#shared/lists/list-columns.ts'
import type { DatasetSummary } from '#shared/lists/list.ts'
import { absentColumns, absentColumnsMessage, withoutColumns } from '#shared/lists/view-columns.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { Notice } from '../../ui/controls/notice.tsx'
import type { QueryControl } from '../browser/use-list-query.ts'
import type { ListPanels } from '../browser/use-list-view.ts'

/** Says which columns of the open view no loaded record has, and removes them from it. */
export function AbsentColumnsNotice({
  name,
  summary,
  layout,
  changeColumns,
  query,
  panels: { mode, chosenChart, setChosenChart },
}: {
  /** The view's. */
  readonly name: string
  readonly summary: DatasetSummary
  readonly layout: ColumnLayout
  /** Changes the columns of the view. */
  readonly changeColumns: (changed: (columns: ColumnLayout) => ColumnLayout) => void
  readonly query: QueryControl
  readonly panels: ListPanels
}): ReactElement | null {
  const shown = {
    sort: query.query.sort,
    groups: mode === 'table' ? [...query.groups] : undefined,
    chart: mode === 'charts' ? chosenChart : undefined,
    // Pages to come may bring columns; sort, groups and chart are without them now.
    columns: summary.state.kind === 'complete' ? layout : plainLayout,
  }
  const absent = absentColumns(shown, summary.columns)
  const message = absentColumnsMessage(name, absent)
  if (message === undefined) return null
  function remove(): void {
    query.setSort((sort) => sort.filter(({ path }) => !absent.sort.includes(path)))
    if (absent.groups.length > 0) query.setGroups(query.groups.filter(({ path }) => !absent.groups.includes(path)))
    if (absent.chart.length > 0) setChosenChart(undefined)
    changeColumns((columns) => withoutColumns(columns, absent.columns))
  }
  return (
    <Notice icon={IconColumnsOff} role="status" mb={14}>
      <p>{message}</p>
      <SecondaryButton size="xs" onClick={remove}>
        Remove from view
      </SecondaryButton>
    </Notice>
  )
}
