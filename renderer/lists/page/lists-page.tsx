import { Button, Skeleton, Stack, Box } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { EmptyState } from '../../ui/controls/empty-state.tsx'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { Later } from '../../ui/controls/later.tsx'
import { ColumnChangeNotice } from '../columns/column-change-notice.tsx'
import type { StoredColumns } from '../columns/use-list-columns.ts'
import { ComparisonView } from '../comparison/comparison-view.tsx'
import { FilterChips } from '../filter/filter-chips.tsx'
import type { FilterLineControl } from '../filter/use-filter-line.ts'
import { ListContent, ListDialogs, ListFooter } from './list-content.tsx'
import { ListFailure } from './list-status.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { useOpenList } from './use-open-list.ts'

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
  return <LoadedList key={`${profile.id} ${list}`} profile={profile} list={list} filterLine={filterLine} />
}

function LoadedList({
  profile,
  list,
  filterLine,
}: {
  readonly profile: Profile
  readonly list: ListName
  readonly filterLine: string | undefined
}): ReactElement {
  const page = useOpenList(profile, list, filterLine)
  const {
    load,
    summary,
    hasRows,
    columns,
    queryControl,
    state,
    comparison,
    isCovered,
    setCovered,
    showsDifferences,
    actions,
    controls,
    remedies,
    setDialog,
    mode,
    changeMode,
    profiledPath,
    setProfiledPath,
    showProfile,
  } = page
  const { line } = queryControl
  const { table, shown } = state
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
          {hasRows && <ListContent page={page} summary={summary} />}
          <ListFooter page={page} summary={summary} />
        </>
      )}
      <ListDialogs page={page} />
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

/** Shows the active filters and notices about the columns above the table. */
function ListNotices({
  line,
  columns,
}: {
  readonly line: FilterLineControl
  readonly columns: StoredColumns
}): ReactElement {
  return (
    <>
      <FilterChips filters={line.filters} columns={columns.arranged} onChange={line.changeFilters} />
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
