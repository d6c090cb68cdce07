import { Button, EmptyState } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { type ReactElement } from 'react'
import type { DatasetSummary } from '#shared/lists/list.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { ListBody } from '../browser/list-body.tsx'
import { RecordBrowser } from '../browser/record-browser.tsx'
import { RowActions } from '../browser/row-actions.tsx'
import type { ListView } from '../browser/use-list-view.ts'
import { ChartsView } from '../charts/charts-view.tsx'
import { ColumnPanel } from '../columns/column-panel.tsx'
import { chartByValue, defaultChart } from '../model/chart-plan.ts'
import { noMatchMessage } from '../model/list-messages.ts'
import { noneSoFarMessage } from '../model/need-messages.ts'
import { ListStatus } from './list-status.tsx'
import { LoadCommands } from './load-commands.tsx'
import type { LoadRemedies, ToolbarControls } from './load-remedies.ts'
import type { NeededCommand } from './needed-command.ts'
import type { ListLoad } from './use-list-load.ts'

interface ListContentProps {
  readonly profile: Profile
  readonly load: Pick<ListLoad, 'loadMore' | 'isLoadingMore'>
  /** Loads what the answer lacks; undefined if it lacks nothing. */
  readonly needed: NeededCommand | undefined
  readonly summary: DatasetSummary
  readonly view: ListView
  readonly onExport: () => void
}

/** Shows what is loaded of a list: its table or charts, and a column's statistics beside them. */
export function ListContent({ profile, load, needed, summary, view, onExport }: ListContentProps): ReactElement {
  const { go } = useNavigation()
  const { line, counted, groups, isNarrowed, addFilters } = view.query
  const { found, columns, memory } = view.table
  const { mode, changeMode, chosenChart, setChosenChart, profiledPath, setProfiledPath, showProfile, setDialog } =
    view.panels
  const chart = chosenChart ?? defaultChart(summary.columns)
  return (
    <ListBody mode={mode}>
      {mode === 'charts' && (
        <ChartsView
          summary={summary}
          named={columns.arranged}
          query={counted}
          profileName={profile.name}
          choice={chart}
          onChoice={setChosenChart}
          needed={needed}
          onFilter={addFilters}
          onRecords={(filters) => {
            addFilters(filters)
            // The table takes the focus over from the number, which is gone.
            memory.update({ focus: { datasetId: '', path: undefined, isInHeader: false } })
            changeMode('table')
          }}
        />
      )}
      {mode === 'table' && (
        <RecordBrowser
          summary={summary}
          view={view}
          label="Records"
          // After a failure the person decides when to try again.
          onNearEnd={
            !isNarrowed && groups.length === 0 && summary.state.kind === 'idle' && !load.isLoadingMore
              ? load.loadMore
              : undefined
          }
          isPart={needed !== undefined}
          onExport={onExport}
          onSearchIn={(other, filterLine) => go({ page: 'lists', profileId: profile.id, list: other, filterLine })}
          columnActions={{
            onColumns: () => setDialog('columns'),
            onValues: showProfile,
            onChart: (path) => {
              setChosenChart(chartByValue(chart, path))
              changeMode('charts')
            },
          }}
        >
          {found?.count === 0 && (
            <EmptyState
              icon={<IconListSearch />}
              title={needed === undefined ? 'No matching records' : noneSoFarMessage(summary)}
              description={noMatchMessage(summary, found.covers, line.search, needed !== undefined)}
            >
              <EmptyState.Actions>
                {needed?.isUnderWay === false && <Button onClick={needed.run}>{needed.label}</Button>}
                <SecondaryButton onClick={line.clear}>Clear search</SecondaryButton>
              </EmptyState.Actions>
            </EmptyState>
          )}
        </RecordBrowser>
      )}
      {profiledPath !== undefined && (
        <ColumnPanel
          summary={summary}
          query={counted}
          path={profiledPath}
          named={columns.arranged}
          onPath={setProfiledPath}
          onFilter={addFilters}
          onClose={() => setProfiledPath(undefined)}
        />
      )}
    </ListBody>
  )
}

interface ListFooterProps {
  readonly load: ListLoad
  /** Whether the strip above the list has the commands. */
  readonly hasStrip: boolean
  readonly remedies: LoadRemedies
  readonly loadButton: ToolbarControls['loadButton']
  readonly summary: DatasetSummary
  readonly view: ListView
}

/** Shows the state of a list's load, what a query found, and the commands for rows. */
export function ListFooter({ load, remedies, loadButton, hasStrip, summary, view }: ListFooterProps): ReactElement {
  const { line, isNarrowed } = view.query
  const { found, isFoundAwaited } = view.table
  const { mode, setDialog } = view.panels
  const hasRows = summary.records > 0
  const hasTable = mode === 'table' && hasRows
  return (
    <ListStatus
      summary={summary}
      isPausing={load.isPausing}
      commands={hasStrip ? undefined : <LoadCommands load={load} needed={undefined} button={loadButton} />}
      onAdd={remedies.keep}
      found={hasTable ? found : undefined}
      subject={isNarrowed ? JSON.stringify([line.search, line.filters]) : ''}
      isFoundAwaited={isFoundAwaited}
    >
      {hasTable && <RowActions summary={summary} view={view} onColumns={() => setDialog('columns')} />}
    </ListStatus>
  )
}
