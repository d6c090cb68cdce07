import { Box, Button, EmptyState } from '@mantine/core'
import { IconListSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { ListState } from '#shared/lists/list-views.ts'
import type { ListName } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { queries } from '../../platform/queries.ts'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { OpeningList } from '../browser/opening-list.tsx'
import { ColumnChangeNotice } from '../columns/column-change-notice.tsx'
import type { StoredColumns } from '../columns/use-list-columns.ts'
import { ComparisonView } from '../comparison/comparison-view.tsx'
import { useViewMemories } from '../model/view-memory.tsx'
import { AbsentColumnsNotice } from './absent-columns-notice.tsx'
import { ListContent, ListDialogs, ListFooter } from './list-content.tsx'
import { ListFailure } from './list-status.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { MoreMenu } from './more-menu.tsx'
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
        description="This profile only requests tokens. Add the base address of the reporting API to load lists."
      >
        <EmptyState.Actions>
          <Button onClick={() => go({ page: 'edit-profile', profileId: profile.id })}>Add address</Button>
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
  const page = useOpenList(profile, list, filterLine, left)
  const { load, summary, hasRows, columns, comparison, isCovered, setCovered, showsDifferences, controls, remedies } =
    page
  return (
    <>
      {!showsDifferences && (
        <>
          <ListToolbar page={page}>
            <MoreMenu page={page} />
          </ListToolbar>
          <ListNotices columns={columns} />
          <AbsentColumnsNotice page={page} />
        </>
      )}
      {load.error !== null && <ErrorPanel error={load.error} onRetry={remedies.reopen} />}
      {load.error === null && summary === undefined && <OpeningList />}
      <ComparisonView
        control={comparison}
        isCovered={isCovered}
        onUncover={() => setCovered(false)}
        onEnded={() => controls.menuButton.current?.focus()}
      />
      {summary !== undefined && !showsDifferences && (
        <>
          <ListFailure profile={profile} summary={summary} remedies={remedies} />
          {summary.state.kind === 'idle' && summary.pages === 0 && (
            <EmptyState
              icon={<IconListSearch />}
              title="Not loaded yet"
              description="Production lists load only when you ask for them."
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
          {hasRows && <ListContent page={page} summary={summary} />}
          <ListFooter page={page} summary={summary} />
        </>
      )}
      <ListDialogs page={page} />
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
