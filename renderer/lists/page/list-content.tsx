import { EmptyState } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { type ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { isDefaultQuery } from '#shared/lists/default-query.ts'
import type { DatasetSummary } from '#shared/lists/list.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { ListBody } from '../browser/list-body.tsx'
import { QueryProgress } from '../browser/query-progress.tsx'
import { RecordBrowser } from '../browser/record-browser.tsx'
import { ChartsView } from '../charts/charts-view.tsx'
import { ColumnPanel } from '../columns/column-panel.tsx'
import { ColumnsPanel } from '../columns/columns-panel.tsx'
import { focusLineEnd } from '../filter/filter-line.tsx'
import { defaultPlan } from '../model/chart-plan.ts'
import { noMatchMessage } from '../model/list-messages.ts'
import { GoToRow } from './go-to-row.tsx'
import { ListStatus } from './list-status.tsx'
import { LoadCommands, UnsearchedRest } from './load-commands.tsx'
import { RowActions } from './row-actions.tsx'
import type { OpenList } from './use-open-list.ts'

/** Shows what is loaded of a list: its table or charts, and a column's statistics beside them. */
export function ListContent({
  page,
  summary,
}: {
  readonly page: OpenList
  readonly summary: DatasetSummary
}): ReactElement {
  const { go } = useNavigation()
  const {
    profile,
    load,
    kept,
    columns,
    queryControl,
    state,
    record,
    openRecord,
    setDialog,
    mode,
    chosenChart,
    setChosenChart,
    profiledPath,
    setProfiledPath,
    showProfile,
    found,
    controls,
  } = page
  const { line, query, counted, isNarrowed } = queryControl
  function beginFilter(path: string): void {
    // At once: the cursor goes to the end of the line.
    flushSync(() => line.begin(path))
    focusLineEnd(controls.searchField.current)
  }
  return (
    <ListBody mode={mode}>
      {mode === 'charts' && (
        <ChartsView
          summary={summary}
          named={columns.arranged}
          query={counted}
          profileName={profile.name}
          choice={
            chosenChart ?? {
              plan: defaultPlan(summary.columns),
              shape: 'bars',
              isTable: false,
            }
          }
          onChoice={setChosenChart}
          onFilter={queryControl.addFilters}
        />
      )}
      {mode === 'table' && (
        <RecordBrowser
          summary={summary}
          columns={columns}
          query={query}
          onSort={queryControl.setSort}
          keptView={kept}
          label="Records"
          state={state}
          opened={record}
          onOpened={openRecord}
          // After a failure the person decides when to try again.
          onNearEnd={!isNarrowed && summary.state.kind === 'idle' && !load.isLoadingMore ? load.loadMore : undefined}
          onFilter={(filter) => queryControl.addFilters([filter])}
          onSearchIn={(other, line) => go({ page: 'lists', profileId: profile.id, list: other, filterLine: line })}
          columnActions={{ onFilter: beginFilter, onColumns: () => setDialog('columns'), onValues: showProfile }}
        >
          {found?.count === 0 && (
            <EmptyState
              icon={<IconListSearch />}
              title="No matching records"
              description={noMatchMessage(summary, found.covers, line.search)}
            >
              <EmptyState.Actions>
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
          onFilter={queryControl.addFilters}
          onClose={() => setProfiledPath(undefined)}
        />
      )}
    </ListBody>
  )
}

/** Shows the state of a list's load, what a query found, and the commands for rows. */
export function ListFooter({
  page,
  summary,
}: {
  readonly page: OpenList
  readonly summary: DatasetSummary
}): ReactElement {
  const { load, hasRows, columns, queryControl, state, remedies, setDialog, mode, found } = page
  const { line, query, isNarrowed } = queryControl
  const { table, shown } = state
  const commands = <LoadCommands load={load} button={page.controls.loadButton} />
  const isPartlySearched = hasRows && isNarrowed && summary.state.kind !== 'complete'
  return (
    <>
      {isPartlySearched && <UnsearchedRest records={summary.records}>{commands}</UnsearchedRest>}
      <ListStatus
        summary={summary}
        isPausing={load.isPausing}
        commands={isPartlySearched ? undefined : commands}
        onAdd={remedies.keep}
        found={mode === 'table' && hasRows ? found : undefined}
        subject={isNarrowed ? JSON.stringify([line.search, line.filters]) : ''}
        isFoundAwaited={page.isFoundAwaited}
      >
        {mode === 'table' && hasRows && (
          <>
            <QueryProgress
              isBuilding={state.isBuilding}
              query={query}
              shown={shown?.query}
              onCancel={queryControl.goBack}
            />
            <RowActions
              shown={columns.arranged.filter(({ isHidden }) => !isHidden).length}
              hidden={columns.arranged.filter(({ isHiddenByDefault }) => isHiddenByDefault).length}
              onColumns={() => setDialog('columns')}
              selected={state.selected.length}
              onClear={() => table.current?.clearSelection()}
              onGoToRow={() => setDialog('go-to-row')}
            />
          </>
        )}
      </ListStatus>
    </>
  )
}

/** Shows the panel or dialog that is open on a list. */
export function ListDialogs({ page }: { readonly page: OpenList }): ReactElement {
  const { summary, columns, queryControl, state, record, openRow, dialog, setDialog, mode } = page
  const { query } = queryControl
  const { table, shown } = state
  return (
    <>
      {dialog === 'columns' && (
        <ColumnsPanel
          columns={columns}
          table={mode === 'table' ? state.commands : undefined}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'go-to-row' && (
        <GoToRow
          // In the original order the table may not report a count, because all loaded records are shown.
          rows={(isDefaultQuery(query) ? summary?.records : shown?.count) ?? 0}
          hasMore={summary?.state.kind !== 'complete'}
          onClose={() => {
            setDialog(undefined)
            table.current?.focusCell()
          }}
          onGo={(rowIndex) => {
            setDialog(undefined)
            table.current?.focusRow(rowIndex)
            if (record !== undefined) void openRow(record.datasetId, rowIndex)
          }}
        />
      )}
    </>
  )
}
