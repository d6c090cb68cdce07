import { Button, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { IconListSearch } from '@tabler/icons-react'
import { useCallback, useMemo, useState, type ReactElement } from 'react'
import type { ColumnFilter } from '../../shared/model/list-filter.ts'
import type { ListName, ListView } from '../../shared/model/list.ts'
import type { Profile } from '../../shared/model/profile.ts'
import { call } from '../app/clavis.ts'
import { useNavigation } from '../app/navigation.tsx'
import { queries } from '../app/queries.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Later } from '../ui/later.tsx'
import { showError } from '../ui/show-error.tsx'
import { ChartsView, type ChartChoice } from './charts/charts-view.tsx'
import { firstQuestion, ownTimeZone } from './charts/first-question.ts'
import { ChosenFilters } from './chosen-filters.tsx'
import { withFilters } from './list-filters.ts'
import { ListFailure, ListStatus } from './list-status.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { ColumnPanel } from './profile/column-panel.tsx'
import { RecordDetail } from './record-detail.tsx'
import { RecordGrid } from './record-grid.tsx'
import { useListRun } from './use-list-run.ts'
import classes from './lists-page.module.css'

/** The record that is open beside the table. */
interface OpenRecord {
  readonly runId: string
  /** Its row in the view. */
  readonly rowIndex: number
  /** Its place in the run. */
  readonly position: number
}

/** A list of any length: a table over what main has loaded, with one record beside it. */
export function ListsPage({ profile, list }: { readonly profile: Profile; readonly list: ListName }): ReactElement {
  const { go } = useNavigation()
  if (profile.reportsBaseUrl === '')
    return (
      <EmptyState
        icon={<IconListSearch />}
        title="No reporting address"
        action={<Button onClick={() => go({ page: 'edit-profile', profileId: profile.id })}>Enter the address</Button>}
      >
        This profile only gets tokens. Give it the base address of the reporting API to read its lists.
      </EmptyState>
    )
  return <OpenList key={`${profile.id} ${list}`} profile={profile} list={list} />
}

function OpenList({ profile, list }: { readonly profile: Profile; readonly list: ListName }): ReactElement {
  const client = useQueryClient()
  const run = useListRun(profile, list)
  const [search, setSearch] = useState('')
  const [settledSearch] = useDebouncedValue(search.trim(), 250)
  const [filters, setFilters] = useState<readonly ColumnFilter[]>([])
  const [mode, setMode] = useState<'table' | 'charts'>('table')
  const [chosenChart, setChosenChart] = useState<ChartChoice>()
  const [profiledPath, setProfiledPath] = useState<string>()
  const [shown, setShown] = useState<{ readonly view: ListView; readonly count: number }>({
    view: { search: '', filters: [], sort: [] },
    count: 0,
  })
  // Until a search has its first answer, the count is another one's.
  const isNarrowed = settledSearch !== '' || filters.length > 0
  const isSearched = isNarrowed && shown.view.search === settledSearch && sameFilters(shown.view.filters, filters)
  const [opened, setOpened] = useState<OpenRecord>()
  const { summary } = run
  const onView = useCallback((view: ListView, count: number) => setShown({ view, count }), [])
  // A record of a reading that is over is gone with it.
  const record = opened?.runId === summary?.runId ? opened : undefined
  // The order of the rows does not matter to what is counted.
  const counted = useMemo<ListView>(
    () => ({ search: settledSearch, filters: [...filters], sort: [] }),
    [settledSearch, filters],
  )
  const onFilter = useCallback((added: readonly ColumnFilter[]) => setFilters((held) => withFilters(held, added)), [])

  function showProfile(path: string): void {
    setOpened(undefined)
    setProfiledPath(path)
  }

  async function move(by: -1 | 1): Promise<void> {
    if (record === undefined) return
    const rowIndex = record.rowIndex + by
    if (rowIndex < 0 || rowIndex >= shown.count) return
    const { rows } = await call('lists.rows', {
      runId: record.runId,
      view: shown.view,
      offset: rowIndex,
      limit: 1,
      paths: [],
    })
    const [row] = rows
    if (row !== undefined) setOpened({ runId: record.runId, rowIndex, position: row.position })
  }

  async function chooseMember(member: string): Promise<void> {
    try {
      await call('lists.chooseRecordMember', { profileId: profile.id, list, member })
      await client.invalidateQueries({ queryKey: queries.profiles.queryKey })
    } catch (error) {
      showError('The choice was not kept', error)
    }
  }

  return (
    <>
      <ListToolbar
        profile={profile}
        list={list}
        run={run}
        view={mode === 'table' ? shown.view : counted}
        search={search}
        onSearch={setSearch}
        mode={mode}
        onMode={setMode}
        isProfiling={profiledPath !== undefined}
        onProfiling={() => {
          if (profiledPath === undefined) showProfile(summary?.columns[0]?.path ?? '')
          else setProfiledPath(undefined)
        }}
      />
      <ChosenFilters filters={filters} onChange={setFilters} />
      {run.error !== null && <ErrorPanel error={run.error} onRetry={run.reopen} />}
      {run.error === null && summary === undefined && (
        <Later>
          <div className={classes['skeletons']} role="status" aria-label="Opening the list">
            {Array.from({ length: 12 }, (_, index) => (
              <Skeleton key={index} height={20} />
            ))}
          </div>
        </Later>
      )}
      {summary !== undefined && (
        <>
          <ListFailure
            profile={profile}
            summary={summary}
            onRetry={run.loadMore}
            onRestart={run.restart}
            onChooseMember={(member) => void chooseMember(member)}
          />
          {summary.state.kind === 'complete' && summary.records === 0 && (
            <EmptyState icon={<IconListSearch />} title="The list is empty">
              The service answered, and has no records here.
            </EmptyState>
          )}
          {summary.records > 0 && (
            <div className={classes['body']}>
              {mode === 'charts' && (
                <ChartsView
                  summary={summary}
                  view={counted}
                  profileName={profile.name}
                  choice={
                    chosenChart ?? {
                      question: firstQuestion(summary.columns, ownTimeZone()),
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
                  summary={summary}
                  search={settledSearch}
                  filters={filters}
                  label="Records"
                  selected={record?.rowIndex}
                  onNearEnd={() => {
                    // After a failure the person decides when to try again.
                    if (!isNarrowed && summary.state.kind === 'idle') run.loadMore()
                  }}
                  onOpen={(rowIndex, position) => {
                    setProfiledPath(undefined)
                    setOpened({ runId: summary.runId, rowIndex, position })
                  }}
                  onProfile={showProfile}
                  onView={onView}
                />
              )}
              {profiledPath !== undefined && (
                <ColumnPanel
                  summary={summary}
                  view={counted}
                  path={profiledPath}
                  onPath={setProfiledPath}
                  onFilter={onFilter}
                  onClose={() => setProfiledPath(undefined)}
                />
              )}
              {mode === 'table' && record !== undefined && (
                <RecordDetail
                  key={record.position}
                  runId={record.runId}
                  position={record.position}
                  onMove={(by) => void move(by)}
                  onClose={() => setOpened(undefined)}
                />
              )}
            </div>
          )}
          <ListStatus summary={summary} found={mode === 'table' && isSearched ? shown.count : undefined} />
        </>
      )}
    </>
  )
}

function sameFilters(one: readonly ColumnFilter[], other: readonly ColumnFilter[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
