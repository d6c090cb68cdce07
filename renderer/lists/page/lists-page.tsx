import { Button, Skeleton, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconListSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState, type ReactElement } from 'react'
import { isDefaultQuery, type Column } from '../../../shared/model/lists/list.ts'
import type { ListName } from '../../../shared/model/profile/list-name.ts'
import type { Profile } from '../../../shared/model/profile/profile.ts'
import { isFocusLost } from '../../platform/focus/focus-lost.ts'
import { call } from '../../platform/calls/clavis.ts'
import { useNavigation } from '../../platform/navigation/navigation.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { Later } from '../../ui/feedback/later.tsx'
import { showError } from '../../ui/dialog/show-error.tsx'
import { useLasting } from '../../ui/feedback/use-lasting.ts'
import { SecondaryButton } from '../../ui/controls/secondary-button.tsx'
import { ListBody } from '../browser/list-body.tsx'
import { QueryProgress } from '../browser/query-progress.tsx'
import { RecordBrowser, type OpenRecord } from '../browser/record-browser.tsx'
import { useTableState } from '../browser/use-table-state.ts'
import { ChartsView } from '../charts/charts-view.tsx'
import { ColumnsPanel } from '../columns/columns-panel.tsx'
import { useConstantColumns } from '../columns/use-constant-columns.ts'
import { useListColumns } from '../columns/use-list-columns.ts'
import { ComparisonView } from '../comparison/comparison-view.tsx'
import { useComparison } from '../comparison/comparisons.tsx'
import { loadRemedies } from '../load/load-remedies.ts'
import { defaultPlan } from '../model/chart/chart-plan.ts'
import { noMatchMessage } from '../model/list-messages.ts'
import { selectsSameRecords } from '../model/list-query.ts'
import { useViewMemory, type ListMode } from '../model/view-memory.tsx'
import { ColumnPanel } from '../statistics/column-panel.tsx'
import { GoToRow } from './go-to-row.tsx'
import { ListNotices } from './list-notices.tsx'
import { ListFailure, ListStatus } from '../load/list-status.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { RowActions } from './row-actions.tsx'
import { useToolbarControls } from './toolbar-controls.ts'
import { useDatasetActions } from './use-dataset-actions.ts'
import { useListLoad } from '../load/use-list-load.ts'
import { useListQuery } from './use-list-query.ts'
import { usePageCommand } from '../../platform/page-command.ts'

const noColumns: readonly Column[] = []

/** How long a search may go without an announced result, in milliseconds. */
const foundPatience = 2000

/** Shows a list of any length: a table of what main has loaded, with one record beside it. */
export function ListsPage({
  profile,
  list,
  filterLine,
}: {
  readonly profile: Profile
  readonly list: ListName
  /** The line that the list opens with; undefined: as the person left it. */
  readonly filterLine: string | undefined
}): ReactElement {
  const { go } = useNavigation()
  if (profile.reportsBaseUrl === '')
    return (
      <EmptyState
        icon={<IconListSearch />}
        title="No reporting API"
        action={<Button onClick={() => go({ page: 'edit-profile', profileId: profile.id })}>Add address</Button>}
      >
        This profile only requests tokens. Add the base address of the reporting API to load lists.
      </EmptyState>
    )
  return <OpenList key={`${profile.id} ${list}`} profile={profile} list={list} filterLine={filterLine} />
}

function OpenList({
  profile,
  list,
  filterLine,
}: {
  readonly profile: Profile
  readonly list: ListName
  readonly filterLine: string | undefined
}): ReactElement {
  const { go } = useNavigation()
  const listKey = `${profile.id} ${list}`
  const load = useListLoad(profile, list)
  const { summary } = load
  const datasetId = summary?.datasetId
  const hasRows = summary !== undefined && summary.records > 0
  const kept = useViewMemory(listKey)
  const [before] = useState(kept.read)
  // A person who comes for certain records sees those, not an earlier query.
  const [mode, setMode] = useState<ListMode>(filterLine === undefined ? before.mode : 'table')
  const [chosenChart, setChosenChart] = useState(before.chart)
  const [profiledPath, setProfiledPath] = useState(filterLine === undefined ? before.profiledPath : undefined)
  const [dialog, setDialog] = useState<'columns' | 'go-to-row'>()
  // For the same reason the differences of an earlier comparison wait.
  const [isCovered, setCovered] = useState(filterLine !== undefined)

  const constant = useConstantColumns(summary)
  const columns = useListColumns(profile.id, list, summary?.columns ?? noColumns, constant)
  const queryControl = useListQuery(columns.arranged, before, filterLine)
  const { line, query, counted, isNarrowed } = queryControl
  const { text, search, filters } = line
  const state = useTableState(datasetId, kept)
  const { table, shown } = state
  const [chosen, open] = useState<OpenRecord | undefined>(
    filterLine === undefined ? before.openRecord && { ...before.openRecord, by: 'return' } : undefined,
  )
  // Its dataset may be gone.
  const record = chosen?.datasetId === datasetId ? chosen : undefined
  const comparison = useComparison(listKey)
  const actions = useDatasetActions(profile, list, load, comparison, () => setCovered(false))
  const controls = useToolbarControls()
  const remedies = loadRemedies(load, controls.loadButton, controls.restartButton)
  useEffect(
    () =>
      kept.update({
        filterLine: { text, search, filters },
        sort: query.sort,
        mode,
        chart: chosenChart,
        openRecord: chosen,
        profiledPath,
      }),
    [kept, text, search, filters, query.sort, mode, chosenChart, chosen, profiledPath],
  )

  // Until a search has its first answer, the count belongs to the one before.
  const isSearched = isNarrowed && shown !== undefined && selectsSameRecords(shown.query, query)
  const isFoundDue = mode === 'table' && isNarrowed && !isSearched
  const isFoundLate = useLasting(isFoundDue, foundPatience)
  const showsDifferences = comparison.state.kind === 'compared' && !isCovered

  const leaveTable = useEffectEvent(() => {
    const { focus } = kept.read()
    if (focus !== undefined && focus.datasetId !== datasetId && isFocusLost()) controls.restartButton.current?.focus()
  })
  useEffect(() => {
    // The new dataset has no table that could take the focus.
    if (datasetId !== undefined && !hasRows) leaveTable()
  }, [datasetId, hasRows])
  const goOnInLine = useEffectEvent(() => {
    // The link that led here is gone, and the focus with it.
    if (filterLine !== undefined && isFocusLost()) controls.searchField.current?.focus()
  })
  useEffect(() => goOnInLine(), [])
  usePageCommand('charts', () => changeMode('charts'))
  usePageCommand('load-all', () => load.loadAll(), summary !== undefined)
  useHotkeys(
    [
      ['mod+F', () => controls.searchField.current?.select()],
      ['mod+G', () => hasRows && setDialog('go-to-row')],
    ],
    [],
  )

  function changeMode(chosenMode: ListMode): void {
    setMode(chosenMode)
    if (record !== undefined) open({ ...record, by: 'return' })
  }
  function showProfile(path: string): void {
    open(undefined)
    setProfiledPath(path)
  }
  /** Shows the record of a row in the open panel. */
  async function openRow(ofDataset: string, rowIndex: number): Promise<void> {
    try {
      const { rows } = await call('lists.rows', { datasetId: ofDataset, query, offset: rowIndex, limit: 1, paths: [] })
      const [row] = rows
      if (row !== undefined) open({ datasetId: ofDataset, rowIndex, position: row.position, by: 'pointer' })
    } catch (error) {
      showError('Couldn’t load the record', error)
    }
  }
  function openRecord(opened: OpenRecord | undefined): void {
    if (opened !== undefined) setProfiledPath(undefined)
    open(opened)
  }

  return (
    <>
      {!showsDifferences && (
        <>
          <ListToolbar
            profile={profile}
            list={list}
            load={load}
            line={line}
            controls={controls}
            canSave={hasRows && (mode === 'charts' || shown !== undefined) && !actions.isExporting}
            onSave={() => actions.exportRecords(queryControl.typed(), columns.arranged, state)}
            onSnapshots={actions.showSnapshots}
            onSearched={() => table.current?.focusCell()}
            onColumns={() => setDialog('columns')}
            mode={mode}
            onMode={changeMode}
            isProfiling={profiledPath !== undefined}
            onProfiling={() => {
              if (profiledPath === undefined) showProfile(summary?.columns[0]?.path ?? '')
              else setProfiledPath(undefined)
            }}
          />
          <ListNotices line={line} columns={columns} />
        </>
      )}
      {load.error !== null && <ErrorPanel error={load.error} onRetry={remedies.reopen} />}
      {load.error === null && summary === undefined && <OpeningList />}
      <ComparisonView
        control={comparison}
        isCovered={isCovered}
        onUncover={() => setCovered(false)}
        onEnded={() => controls.snapshotsButton.current?.focus()}
      />
      {summary !== undefined && !showsDifferences && (
        <>
          <ListFailure profile={profile} summary={summary} remedies={remedies} />
          {summary.state.kind === 'idle' && summary.pages === 0 && (
            <EmptyState
              icon={<IconListSearch />}
              title="Not loaded yet"
              action={<Button onClick={remedies.retry}>Load first page</Button>}
            >
              Production lists load only when you ask for them.
            </EmptyState>
          )}
          {summary.state.kind === 'complete' && summary.records === 0 && (
            <EmptyState icon={<IconListSearch />} title="No records">
              The service returned an empty list.
            </EmptyState>
          )}
          {hasRows && (
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
                  onNearEnd={
                    !isNarrowed && summary.state.kind === 'idle' && !load.isLoadingMore ? load.loadMore : undefined
                  }
                  onFilter={(filter) => queryControl.addFilters([filter])}
                  onSearchIn={(other, line) =>
                    go({ page: 'lists', profileId: profile.id, list: other, filterLine: line })
                  }
                  columnActions={{ onColumns: () => setDialog('columns'), onValues: showProfile }}
                >
                  {isSearched && shown.count === 0 && (
                    <EmptyState
                      icon={<IconListSearch />}
                      title="No matching records"
                      action={<SecondaryButton onClick={line.clear}>Clear search</SecondaryButton>}
                    >
                      {noMatchMessage(summary, shown.covers, search)}
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
          )}
          <ListStatus
            summary={summary}
            isPausing={load.isPausing}
            onAdd={remedies.keep}
            found={mode === 'table' && hasRows && isSearched ? shown : undefined}
            subject={isNarrowed ? JSON.stringify([search, filters]) : ''}
            isFoundAwaited={isFoundDue && !isFoundLate}
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
                  hidden={columns.arranged.filter(({ isDull }) => isDull).length}
                  onColumns={() => setDialog('columns')}
                  selected={state.selected.length}
                  onClear={() => table.current?.clearSelection()}
                  onGoToRow={() => setDialog('go-to-row')}
                />
              </>
            )}
          </ListStatus>
        </>
      )}
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

function OpeningList(): ReactElement {
  return (
    <Later>
      <Stack flex={1} gap="sm" role="status" aria-label="Opening list">
        {Array.from({ length: 12 }, (_, index) => (
          <Skeleton key={index} height={20} />
        ))}
      </Stack>
    </Later>
  )
}
