import { Button, Skeleton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconListSearch } from '@tabler/icons-react'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type ReactElement } from 'react'
import type { ColumnFilter } from '../../../shared/model/query/list-filter.ts'
import type { Column, ListView } from '../../../shared/model/lists/list.ts'
import { listTitles, type ListName } from '../../../shared/model/profile/list-name.ts'
import type { Profile } from '../../../shared/model/profile/profile.ts'
import { useNavigation } from '../../platform/navigation/navigation.tsx'
import type { ListTarget } from '../../platform/navigation/route.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { isFocusLost } from '../../platform/focus/focus-lost.ts'
import { Later } from '../../ui/feedback/later.tsx'
import { useLasting } from '../../ui/feedback/use-lasting.ts'
import { showError } from '../../ui/feedback/show-error.tsx'
import { defaultPlan } from '../model/chart-plan.ts'
import { ChartsView } from '../charts/charts-view.tsx'
import { ownTimeZone } from '../model/own-time-zone.ts'
import { FilterChips } from '../filter/filter-chips.tsx'
import { withFilters } from '../filter/list-filters.ts'
import { CellMenu, type OpenCellMenu } from '../grid/cell-menu.tsx'
import { ColumnChangeNotice } from '../columns/column-change-notice.tsx'
import { ColumnMenu, type OpenColumnMenu } from '../columns/column-menu.tsx'
import { ColumnsPanel } from '../columns/columns-panel.tsx'
import { copyCell } from '../grid/copy-cell.ts'
import { GoToRow } from './go-to-row.tsx'
import { ComparisonView } from '../comparison/comparison-view.tsx'
import { useComparison } from '../comparison/comparisons.tsx'
import { useViewMemory, type ListMode } from '../model/view-memory.tsx'
import { selectsSameRecords, isDefaultQuery } from '../model/list-query.ts'
import { noMatchMessage } from '../model/list-messages.ts'
import { openExport } from '../export/export-dialog.tsx'
import type { Exportable } from '../export/export-scopes.ts'
import { ListFailure, ListStatus } from './list-status.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { ColumnPanel } from '../statistics/column-panel.tsx'
import { RecordDetail } from '../detail/record-detail.tsx'
import { ListBody } from '../grid/list-body.tsx'
import { RecordGrid, type OpenedBy, type RecordTable } from '../grid/record-grid.tsx'
import { RowActions } from './row-actions.tsx'
import { useExports } from '../export/exports.tsx'
import { useListColumns } from '../columns/use-list-columns.ts'
import type { SortOrder } from '../model/sort-order.ts'
import { QueryProgress } from '../grid/query-progress.tsx'
import { useRequestedRecord, type Obstacle } from '../detail/use-requested-record.ts'
import { type PlacedRecord } from '../model/row-of.ts'
import { filterLineOf, useFilterLine } from '../filter/use-filter-line.ts'
import { openSnapshots, type SnapshotActions } from '../snapshots/snapshots-dialog.tsx'
import { useListLoad } from './use-list-load.ts'
import { useDatasetDialog } from './use-dataset-dialog.ts'
import { useRowSteps } from '../detail/use-row-steps.ts'
import classes from './lists-page.module.css'

/** The record that is open beside the table. */
interface OpenRecord extends PlacedRecord {
  readonly by: OpenedBy
}

/** The view that is shown, as far as it was answered. */
interface ShownView {
  readonly view: ListView
  readonly count: number
  /** How many records it looked at. */
  readonly covers: number
}

const noColumns: readonly Column[] = []

/** How long what a search found may be awaited before the list is told of without it, milliseconds. */
const foundPatience = 2000

/** A list of any length: a table over what main has loaded, with one record beside it. */
export function ListsPage({
  profile,
  list,
  show,
}: {
  readonly profile: Profile
  readonly list: ListName
  /** What it shows first. */
  readonly show: ListTarget | undefined
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
  return <OpenList key={`${profile.id} ${list}`} profile={profile} list={list} show={show} />
}

/** The records whose column has this very value. */
function equalFilter({ path, value }: Extract<ListTarget, { kind: 'value' }>): ColumnFilter {
  return { path, excludes: false, condition: { kind: 'equals', text: value } }
}

function OpenList({
  profile,
  list,
  show,
}: {
  readonly profile: Profile
  readonly list: ListName
  readonly show: ListTarget | undefined
}): ReactElement {
  const { go } = useNavigation()
  const run = useListLoad(profile, list)
  const kept = useViewMemory(`${profile.id} ${list}`)
  const [before] = useState(kept.read)
  // Who comes for certain records is to see those, not what stood beside them or in their place.
  const [mode, setMode] = useState<ListMode>(show === undefined ? before.mode : 'table')
  const [chosenChart, setChosenChart] = useState(before.chart)
  const [profiledPath, setProfiledPath] = useState(show === undefined ? before.profiledPath : undefined)
  const columns = useListColumns(profile.id, list, run.summary?.columns ?? noColumns)
  const line = useFilterLine(
    columns.arranged,
    show?.kind === 'value' ? filterLineOf(equalFilter(show)) : before.filterLine,
  )
  const { text, search, filters } = line
  // It is the list's, not a reading's: one that is begun anew, or opened from a snapshot, is looked at as the one before.
  const [sort, setSort] = useState<SortOrder>(before.sort)
  const view = useMemo<ListView>(() => ({ search: [...search], filters: [...filters], sort }), [search, filters, sort])
  const [shown, setShown] = useState<ShownView>()
  const [isBuilding, setBuilding] = useState(false)
  const [cellMenu, setCellMenu] = useState<OpenCellMenu>()
  // Until a search has its first answer, the count is another one's.
  const isNarrowed = search.length > 0 || filters.length > 0
  const isSearched = isNarrowed && shown !== undefined && selectsSameRecords(shown.view, view)
  const isFoundDue = mode === 'table' && isNarrowed && !isSearched
  const isFoundLate = useLasting(isFoundDue, foundPatience)
  const [opened, setOpened] = useState<OpenRecord | 'as-asked' | undefined>(
    show === undefined ? before.openRecord && { ...before.openRecord, by: 'return' } : 'as-asked',
  )
  const { summary } = run
  const table = useRef<RecordTable>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const loadButton = useRef<HTMLButtonElement>(null)
  const restartButton = useRef<HTMLButtonElement>(null)
  const snapshotsButton = useRef<HTMLButtonElement>(null)
  const [columnMenu, setColumnMenu] = useState<OpenColumnMenu>()
  const [dialog, setDialog] = useState<'columns' | 'go-to-row'>()
  const [selection, setSelection] = useState<
    { readonly runId: string; readonly positions: readonly number[] } | undefined
  >(before.selection)
  const runId = summary?.runId
  /** The selected records, by their places in the run. */
  const selectedPositions = selection !== undefined && selection.runId === runId ? selection.positions : []
  const onSelect = useCallback(
    (positions: readonly number[]) => setSelection(runId === undefined ? undefined : { runId, positions }),
    [runId],
  )
  const hasRows = summary !== undefined && summary.records > 0
  const leaveTable = useEffectEvent(() => {
    const { focus } = kept.read()
    if (focus !== undefined && focus.runId !== runId && isFocusLost()) restartButton.current?.focus()
  })
  useEffect(() => {
    // The new reading has no table that could take the keyboard’s focus along.
    if (runId !== undefined && !hasRows) leaveTable()
  }, [runId, hasRows])
  const goOnInLine = useEffectEvent(() => {
    // The link that asked for these records is gone with the page that it stood in.
    if (show?.kind === 'value' && isFocusLost()) searchField.current?.focus()
  })
  useEffect(() => goOnInLine(), [])
  useHotkeys(
    [
      ['mod+F', () => searchField.current?.select()],
      ['mod+G', () => hasRows && setDialog('go-to-row')],
    ],
    [],
  )
  const tableCommands = {
    sort: (...given: Parameters<RecordTable['sort']>) => table.current?.sort(...given),
    fitWidth: (path: string) => table.current?.fitWidth(path),
  }
  const onView = useCallback((view: ListView, count: number, covers: number) => setShown({ view, count, covers }), [])
  const onCellMenu = useCallback(
    (path: string, cell: OpenCellMenu['cell'], left: number, top: number) => setCellMenu({ path, cell, left, top }),
    [],
  )
  const onColumnMenu = useCallback(
    (open: Omit<OpenColumnMenu, 'giveBackFocus'>) =>
      // By then another reading may have taken the place of the one whose header it was.
      setColumnMenu({ ...open, giveBackFocus: () => table.current?.focusHeader(open.path) }),
    [],
  )
  const savings = useExports()
  const openDialog = useDatasetDialog(runId)
  const comparison = useComparison(`${profile.id} ${list}`)
  // Who comes for certain records is not to find the differences of an earlier comparison in their place: they wait.
  const [isCovered, setCovered] = useState(show !== undefined)
  const showsDifferences = comparison.state.kind === 'compared' && !isCovered
  const asked = useRequestedRecord(
    opened === 'as-asked' && show?.kind === 'record' ? show.position : undefined,
    summary,
    view,
    giveWay,
  )
  const chosen = useMemo<OpenRecord | undefined>(
    () => (opened === 'as-asked' ? asked && { ...asked, by: 'keyboard' } : opened),
    [opened, asked],
  )
  useEffect(
    () =>
      kept.update({
        filterLine: { text, search, filters },
        sort,
        mode,
        chart: chosenChart,
        openRecord: chosen,
        profiledPath,
      }),
    [kept, text, search, filters, sort, mode, chosenChart, chosen, profiledPath],
  )
  // A record of a reading that is over is gone with it.
  const record = chosen?.runId === runId ? chosen : undefined
  const steps = useRowSteps(mode === 'table' ? record : undefined, view, (moved) =>
    setOpened({ ...moved, by: record?.by === 'keyboard' ? 'keyboard' : 'pointer' }),
  )
  // The order of the rows does not matter to what is counted.
  const counted = useMemo<ListView>(() => ({ search: [...search], filters: [...filters], sort: [] }), [search, filters])
  const onFilter = (added: readonly ColumnFilter[]): void => line.changeFilters((held) => withFilters(held, added))

  /** Who comes for a record is shown it, whatever they searched for when they left. */
  function giveWay(obstacle: Obstacle): void {
    const isAsLeft = text === before.filterLine.text
    if (obstacle === 'row-unknown' || text === '') setSort([])
    if (isAsLeft) line.clear()
    // Meanwhile the person looks for something else.
    else if (text !== '') setOpened(undefined)
  }

  /** Shows a view again that was there before. */
  function goBack(before: ListView): void {
    setSort(before.sort)
    if (!selectsSameRecords(before, view)) line.ask(before)
  }

  function changeMode(chosenMode: ListMode): void {
    setMode(chosenMode)
    if (record !== undefined) setOpened({ ...record, by: 'return' })
  }

  function showProfile(path: string): void {
    setOpened(undefined)
    setProfiledPath(path)
  }

  // The button that says what is to become of a reading goes: the keyboard’s focus is not to be lost with it.
  function retry(): void {
    run.retry()
    loadButton.current?.focus()
  }
  function reopen(): void {
    run.reopen()
    restartButton.current?.focus()
  }
  function keepReading(): void {
    run.keepCurrent()
    restartButton.current?.focus()
  }
  function readAnew(): void {
    run.reload()
    restartButton.current?.focus()
  }
  async function chooseMember(member: string): Promise<void> {
    restartButton.current?.focus()
    try {
      await run.chooseMember(member)
    } catch (error) {
      showError('Couldn’t save the choice', error)
    }
  }

  function showSnapshots(): void {
    if (summary === undefined) return
    const actions: SnapshotActions = {
      onOpened: (snapshot) => {
        comparison.close()
        if (snapshot.profileId === profile.id) run.reopen()
        else go({ page: 'lists', profileId: snapshot.profileId, list: snapshot.list })
      },
      onCompare: (pair) => {
        setCovered(false)
        void comparison.start(pair)
      },
    }
    openDialog((onClose) => openSnapshots(profile, summary, actions, onClose))
  }

  function save(): void {
    const saved = mode === 'table' ? shown?.view : counted
    if (summary === undefined || saved === undefined) return
    // Nothing counts the rows behind a chart: what was shown last may be other records, or fewer.
    const isCounted = shown !== undefined && selectsSameRecords(shown.view, saved) && shown.covers === summary.records
    const exportable: Exportable = {
      summary,
      view: saved,
      count: isCounted ? shown.count : undefined,
      selected: selectedPositions,
      columns: columns.arranged,
    }
    const name = `${listTitles[list]} of ${profile.name}`
    openDialog((onClose) =>
      openExport(
        exportable,
        (chosen, options) => void savings.start({ runId: summary.runId, name }, chosen, options),
        onClose,
      ),
    )
  }

  return (
    <>
      {!showsDifferences && (
        <>
          <ListToolbar
            profile={profile}
            list={list}
            run={run}
            canSave={
              hasRows &&
              (mode === 'charts' || shown !== undefined) &&
              !savings.running.some((each) => each.runId === runId)
            }
            onSave={save}
            onSnapshots={showSnapshots}
            line={line}
            searchField={searchField}
            loadButton={loadButton}
            restartButton={restartButton}
            snapshotsButton={snapshotsButton}
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
          <FilterChips filters={filters} columns={columns.arranged} onChange={line.changeFilters} />
          {columns.fault !== null && (
            <div className={classes['failure']}>
              <ErrorPanel error={columns.fault} about="Couldn’t load your column layout." onRetry={columns.tryAgain} />
            </div>
          )}
          {columns.dataChange !== undefined && (
            <ColumnChangeNotice change={columns.dataChange} onDismiss={columns.dismissDataChange} />
          )}
        </>
      )}
      {run.error !== null && <ErrorPanel error={run.error} onRetry={reopen} />}
      {run.error === null && summary === undefined && (
        <Later>
          <div className={classes['skeletons']} role="status" aria-label="Opening list">
            {Array.from({ length: 12 }, (_, index) => (
              <Skeleton key={index} height={20} />
            ))}
          </div>
        </Later>
      )}
      <ComparisonView
        control={comparison}
        isCovered={isCovered}
        onUncover={() => setCovered(false)}
        onEnded={() => snapshotsButton.current?.focus()}
      />
      {summary !== undefined && !showsDifferences && (
        <>
          <ListFailure
            profile={profile}
            summary={summary}
            onRetry={retry}
            onRestart={readAnew}
            onKeep={keepReading}
            onChooseMember={(member) => void chooseMember(member)}
          />
          {summary.state.kind === 'complete' && summary.records === 0 && (
            <EmptyState icon={<IconListSearch />} title="No records">
              The service returned an empty list.
            </EmptyState>
          )}
          {summary.records > 0 && (
            <ListBody mode={mode}>
              {mode === 'charts' && (
                <ChartsView
                  summary={summary}
                  named={columns.arranged}
                  view={counted}
                  profileName={profile.name}
                  choice={
                    chosenChart ?? {
                      plan: defaultPlan(summary.columns, ownTimeZone()),
                      shape: 'bars',
                      isTable: false,
                    }
                  }
                  onChoice={setChosenChart}
                  onFilter={onFilter}
                />
              )}
              {mode === 'table' && (
                <RecordGrid
                  key={summary.runId}
                  ref={table}
                  summary={summary}
                  columns={columns}
                  view={view}
                  onSort={setSort}
                  keptView={kept}
                  label="Records"
                  opened={record}
                  onNearEnd={() => {
                    // After a failure the person decides when to try again.
                    if (!isNarrowed && summary.state.kind === 'idle') run.loadMore()
                  }}
                  onOpen={(rowIndex, position, by) => {
                    setProfiledPath(undefined)
                    setOpened({ runId: summary.runId, rowIndex, position, by })
                  }}
                  onView={onView}
                  onBuilding={setBuilding}
                  onSelect={onSelect}
                  onColumnMenu={onColumnMenu}
                  onCopy={copyCell}
                  onCellMenu={onCellMenu}
                >
                  {isSearched && shown.count === 0 && (
                    <EmptyState
                      icon={<IconListSearch />}
                      title="No matching records"
                      action={
                        <Button variant="default" onClick={line.clear}>
                          Clear search
                        </Button>
                      }
                    >
                      {noMatchMessage(summary, shown.covers, search)}
                    </EmptyState>
                  )}
                </RecordGrid>
              )}
              {profiledPath !== undefined && (
                <ColumnPanel
                  summary={summary}
                  view={counted}
                  path={profiledPath}
                  named={columns.arranged}
                  onPath={setProfiledPath}
                  onFilter={onFilter}
                  onClose={() => setProfiledPath(undefined)}
                />
              )}
              {mode === 'table' && record !== undefined && (
                <RecordDetail
                  linksIn={{ profileId: profile.id, list }}
                  runId={record.runId}
                  position={record.position}
                  takesFocus={record.by === 'keyboard'}
                  canMove={steps.canMove}
                  onMove={steps.move}
                  onClose={() => {
                    setOpened(undefined)
                    table.current?.focusCell()
                  }}
                />
              )}
            </ListBody>
          )}
          <ListStatus
            summary={summary}
            isPausing={run.isPausing}
            onKeep={keepReading}
            found={mode === 'table' && hasRows && isSearched ? shown : undefined}
            subject={isNarrowed ? JSON.stringify([search, filters]) : ''}
            isFoundAwaited={isFoundDue && !isFoundLate}
          >
            {mode === 'table' && hasRows && (
              <>
                <QueryProgress isBuilding={isBuilding} view={view} shown={shown?.view} onCancel={goBack} />
                <RowActions
                  selected={selectedPositions.length}
                  onClear={() => table.current?.clearSelection()}
                  onGoToRow={() => setDialog('go-to-row')}
                />
              </>
            )}
          </ListStatus>
        </>
      )}
      {columnMenu !== undefined && (
        <ColumnMenu
          open={columnMenu}
          columns={columns}
          table={tableCommands}
          onClose={() => setColumnMenu(undefined)}
          onColumns={() => setDialog('columns')}
          onValues={showProfile}
        />
      )}
      {dialog === 'columns' && (
        <ColumnsPanel
          columns={columns}
          table={mode === 'table' ? tableCommands : undefined}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'go-to-row' && (
        <GoToRow
          // Of records as they came the table asks for nothing as long as those in sight stay: it has them all the same.
          rows={(isDefaultQuery(view) ? summary?.records : shown?.count) ?? 0}
          hasMore={summary?.state.kind !== 'complete'}
          onClose={() => {
            setDialog(undefined)
            table.current?.focusCell()
          }}
          onGo={(rowIndex) => {
            setDialog(undefined)
            table.current?.focusRow(rowIndex)
          }}
        />
      )}
      {cellMenu !== undefined && (
        <CellMenu
          open={cellMenu}
          onFilter={(filter) => onFilter([filter])}
          onClose={() => {
            setCellMenu(undefined)
            table.current?.focusCell(cellMenu.path)
          }}
        />
      )}
    </>
  )
}
