import { IconColumnsOff } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { plainLayout } from '#shared/lists/list-columns.ts'
import { absentColumns, absentColumnsMessage, withoutColumns } from '#shared/lists/view-columns.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { Notice } from '../../ui/controls/notice.tsx'
import type { OpenList } from './use-open-list.ts'

/** Says which columns of the open view no loaded record has, and removes them from it. */
export function AbsentColumnsNotice({ page }: { readonly page: OpenList }): ReactElement | null {
  const { summary, hasRows, columns, queryControl, views, changeColumns, mode, chosenChart, setChosenChart } = page
  if (views.open === undefined || summary === undefined || !hasRows) return null
  const shown = {
    sort: queryControl.query.sort,
    chart: mode === 'charts' ? chosenChart : undefined,
    // Pages to come may bring columns; sort and chart are without them now.
    columns: summary.state.kind === 'complete' ? columns.layout : plainLayout,
  }
  const absent = absentColumns(shown, summary.columns)
  const message = absentColumnsMessage(views.open.name, absent)
  if (message === undefined) return null
  function remove(): void {
    queryControl.setSort((sort) => sort.filter(({ path }) => !absent.sort.includes(path)))
    if (absent.chart.length > 0) setChosenChart(undefined)
    changeColumns((layout) => withoutColumns(layout, absent.columns))
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
