import { Box, Button, EmptyState } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, type ReactElement } from 'react'
import type { ListState } from '#shared/lists/list-views.ts'
import type { Column } from '#shared/lists/list.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { isFocusLost } from '../../platform/focus-lost.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { usePageCommand } from '../../platform/page-command.ts'
import { queries } from '../../platform/queries.ts'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { OpeningList } from '../browser/opening-list.tsx'
import { useListQuery } from '../browser/use-list-query.ts'
import { useListView } from '../browser/use-list-view.ts'
import { ColumnChangeNotice } from '../columns/column-change-notice.tsx'
import { ColumnsPanel } from '../columns/columns-panel.tsx'
import { useConstantColumns, useListColumns, type StoredColumns } from '../columns/use-list-columns.ts'
import { isFirstPageLoading } from '../model/list-messages.ts'
import { useViewMemories } from '../model/view-memory.tsx'
import { listStateOf, restoredState } from '../views/list-state.ts'
import { useKeptState } from '../views/use-kept-state.ts'
import { useOpenView, useSavedViews } from '../views/use-saved-views.ts'
import { AbsentColumnsNotice } from './absent-columns-notice.tsx'
import { ListContent, ListFooter } from './list-content.tsx'
import { ListFailure } from './list-status.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { LoadCommands } from './load-commands.tsx'
import { loadRemedies, useToolbarControls } from './load-remedies.ts'
import { LoadStrip, useHasStrip } from './load-strip.tsx'
import { MoreMenu } from './more-menu.tsx'
import { neededCommand } from './needed-command.ts'
import { useDatasetActions } from './use-dataset-actions.ts'
import { useListLoad } from './use-list-load.ts'
import { useNeededLoad } from './use-needed-load.ts'
import { useWatchControl } from './use-watch-control.ts'

const noColumns: readonly Column[] = []

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
        description="This profile only requests tokens. Add the base address of the reporting API to load lists."
      >
        <EmptyState.Actions>
          <Button onClick={() => go({ page: 'edit-profile', profileId: profile.id, field: 'reportsBaseUrl' })}>
            Add address
          </Button>
        </EmptyState.Actions>
      </EmptyState>
    )
  return <RestoredList profile={profile} list={list} filterLine={filterLine} />
}

/** Waits for how the list was left. Without it, for example because the disk fails, the list opens as a new one. */
function RestoredList({
  profile,
  list,
  filterLine,
}: {
  readonly profile: Profile
  readonly list: ListName
  readonly filterLine: string | undefined
}): ReactElement {
  const { data, isPending } = useQuery(queries.listViews(profile.id))
  const { shown } = useViewMemories()
  if (isPending) return <OpeningList />
  return (
    <LoadedList
      key={`${profile.id} ${list} ${shown}`}
      profile={profile}
      list={list}
      filterLine={filterLine}
      left={data?.left.find((each) => each.list === list)?.state}
    />
  )
}

function LoadedList({
  profile,
  list,
  filterLine,
  left,
}: {
  readonly profile: Profile
  readonly list: ListName
  readonly filterLine: string | undefined
  readonly left: ListState | undefined
}): ReactElement {
  const isAsked = filterLine !== undefined
  const load = useListLoad(profile, list)
  const { summary } = load
  const memory = useViewMemories().of(`${profile.id} ${list}`, left && restoredState(left))
  const { view: openView, setView, changeColumns } = useOpenView(memory, isAsked)
  const columns = useListColumns(
    profile.id,
    list,
    summary?.columns ?? noColumns,
    useConstantColumns(summary),
    openView && { layout: openView.columns, change: changeColumns },
  )
  const query = useListQuery(columns.arranged, memory, filterLine)
  const view = useListView(summary, memory, columns, query, isAsked)
  const { panels } = view
  const shown = {
    filter: query.line.text,
    sort: query.query.sort,
    groups: query.groups,
    mode: panels.mode,
    chart: panels.chosenChart,
    view: openView,
  }
  const views = useSavedViews(profile.id, list, shown, columns.layout, setView)
  useKeptState(profile.id, list, listStateOf(shown))
  const watch = useWatchControl(profile, list, views)
  const actions = useDatasetActions(profile, list, load)
  const { listButton, loadButton, menuButton } = useToolbarControls()
  const remedies = loadRemedies(load, loadButton, menuButton)
  const needed = useNeededLoad(load, profile, view)
  const command =
    summary === undefined || needed === undefined ? undefined : neededCommand(profile, summary, needed, load.loadAll)
  const hasStrip = useHasStrip(summary, needed)
  const hasRows = summary !== undefined && summary.records > 0
  const datasetId = summary?.datasetId
  const leaveTable = useEffectEvent(() => {
    const { focus } = memory.read()
    if (focus !== undefined && focus.datasetId !== datasetId && isFocusLost()) menuButton.current?.focus()
  })
  useEffect(() => {
    // The new dataset has no table that could take the focus.
    if (datasetId !== undefined && !hasRows) leaveTable()
  }, [datasetId, hasRows])
  const goOnInLine = useEffectEvent(() => {
    // The link that led here is gone, and the focus with it.
    if (isAsked && isFocusLost()) query.field.current?.focus()
  })
  useEffect(() => goOnInLine(), [])
  usePageCommand('charts', () => panels.changeMode('charts'))
  usePageCommand('load-all', () => load.loadAll(), summary !== undefined)
  usePageCommand('focus-menu', () => isFocusLost() && menuButton.current?.focus())
  return (
    <>
      <ListToolbar
        list={list}
        summary={summary}
        views={views}
        view={view}
        actions={actions}
        watch={watch}
        listButton={listButton}
      >
        <MoreMenu load={load} actions={actions} query={query} panels={panels} button={menuButton} />
      </ListToolbar>
      <ListNotices columns={columns} />
      {views.open !== undefined && hasRows && (
        <AbsentColumnsNotice
          name={views.open.name}
          summary={summary}
          layout={columns.layout}
          changeColumns={changeColumns}
          query={query}
          panels={panels}
        />
      )}
      {load.error !== null && <ErrorPanel error={load.error} onRetry={remedies.reopen} />}
      {summary !== undefined && hasStrip && (
        <LoadStrip summary={summary} needed={needed} found={panels.mode === 'table' ? view.table.found : undefined}>
          <LoadCommands load={load} needed={command} button={loadButton} />
        </LoadStrip>
      )}
      {load.error === null && (summary === undefined || isFirstPageLoading(summary)) && <OpeningList />}
      {summary !== undefined && (
        <>
          <ListFailure profile={profile} summary={summary} remedies={remedies} />
          {(summary.state.kind === 'idle' || summary.state.kind === 'paused') && summary.pages === 0 && (
            <EmptyState
              icon={<IconListSearch />}
              title="Not loaded yet"
              description={
                summary.state.kind === 'idle'
                  ? 'Production lists load only when you ask for them.'
                  : 'You stopped the first page.'
              }
            >
              <EmptyState.Actions>
                <Button onClick={remedies.retry}>Load first page</Button>
              </EmptyState.Actions>
            </EmptyState>
          )}
          {summary.state.kind === 'complete' && summary.records === 0 && (
            <EmptyState
              icon={<IconListSearch />}
              title="No records"
              description="The service returned an empty list."
            />
          )}
          {hasRows && (
            <ListContent
              profile={profile}
              load={load}
              needed={command}
              summary={summary}
              view={view}
              onExport={() => actions.exportRecords(query.typed(), columns.arranged, view.table)}
            />
          )}
          <ListFooter
            load={load}
            remedies={remedies}
            loadButton={loadButton}
            hasStrip={hasStrip}
            summary={summary}
            view={view}
          />
        </>
      )}
      {panels.dialog === 'columns' && (
        <ColumnsPanel
          columns={columns}
          table={panels.mode === 'table' ? view.table.commands : undefined}
          onClose={() => panels.setDialog(undefined)}
        />
      )}
    </>
  )
}

function ListNotices({ columns }: { readonly columns: StoredColumns }): ReactElement {
  return (
    <>
      {columns.fault !== null && (
        <Box mb={14}>
          <ErrorPanel error={columns.fault} about="Couldn’t load your column layout." onRetry={columns.tryAgain} />
        </Box>
      )}
      {columns.dataChange !== undefined && (
        <ColumnChangeNotice change={columns.dataChange} onDismiss={columns.dismissDataChange} />
      )}
    </>
  )
}
