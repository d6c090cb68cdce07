import { Button, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { IconListSearch } from '@tabler/icons-react'
import { useCallback, useState, type ReactElement } from 'react'
import type { ListName, ListView } from '../../shared/model/list.ts'
import type { Profile } from '../../shared/model/profile.ts'
import { call } from '../app/clavis.ts'
import { useNavigation } from '../app/navigation.tsx'
import { queries } from '../app/queries.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Later } from '../ui/later.tsx'
import { showError } from '../ui/show-error.tsx'
import { ComparisonView } from './comparison-view.tsx'
import { openExport } from './export-dialog.tsx'
import { ExportProgress } from './export-progress.tsx'
import { ListFailure, ListStatus } from './list-status.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { RecordDetail } from './record-detail.tsx'
import { RecordGrid } from './record-grid.tsx'
import { openSnapshots } from './snapshots-dialog.tsx'
import { useComparison } from './use-comparison.ts'
import { useExport } from './use-export.ts'
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
  return <OpenList profile={profile} list={list} />
}

function OpenList({ profile, list }: { readonly profile: Profile; readonly list: ListName }): ReactElement {
  const client = useQueryClient()
  const { go } = useNavigation()
  const run = useListRun(profile, list)
  const [search, setSearch] = useState('')
  const [settledSearch] = useDebouncedValue(search.trim(), 250)
  const [shown, setShown] = useState<{ readonly view: ListView; readonly count: number }>({
    view: { search: '', filters: [], sort: [] },
    count: 0,
  })
  // Until a search has its first answer, the count is another one's.
  const isSearched = settledSearch !== '' && shown.view.search === settledSearch
  const [opened, setOpened] = useState<OpenRecord>()
  const { summary } = run
  const saving = useExport()
  const comparison = useComparison()
  const onView = useCallback((view: ListView, count: number) => setShown({ view, count }), [])
  // A record of a reading that is over is gone with it.
  const record = opened?.runId === summary?.runId ? opened : undefined

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

  function showSnapshots(): void {
    if (summary === undefined) return
    openSnapshots(summary, {
      onOpened: (snapshot) => {
        comparison.close()
        if (snapshot.profileId === profile.id) run.reopen()
        else go({ page: 'lists', profileId: snapshot.profileId, list: snapshot.list })
      },
      onCompare: (pair) => {
        comparison.close()
        void comparison.start(pair)
      },
    })
  }

  function save(): void {
    if (summary === undefined) return
    openExport({ summary, view: shown.view, count: shown.count, selected: [] }, (chosen, options) => {
      void saving.start(summary.runId, chosen, options)
    })
  }

  return (
    <>
      {comparison.state.kind !== 'compared' && (
        <ListToolbar
          profile={profile}
          list={list}
          run={run}
          search={search}
          canSave={summary !== undefined && summary.records > 0 && saving.underWay === undefined}
          onSearch={setSearch}
          onSave={save}
          onSnapshots={showSnapshots}
        />
      )}
      {saving.underWay !== undefined && <ExportProgress underWay={saving.underWay} />}
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
      <ComparisonView control={comparison} />
      {summary !== undefined && comparison.state.kind !== 'compared' && (
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
              <RecordGrid
                key={summary.runId}
                summary={summary}
                search={settledSearch}
                label="Records"
                selected={record?.rowIndex}
                onNearEnd={() => {
                  // After a failure the person decides when to try again.
                  if (settledSearch === '' && summary.state.kind === 'idle') run.loadMore()
                }}
                onOpen={(rowIndex, position) => setOpened({ runId: summary.runId, rowIndex, position })}
                onView={onView}
              />
              {record !== undefined && (
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
          <ListStatus summary={summary} found={isSearched ? shown.count : undefined} />
        </>
      )}
    </>
  )
}
