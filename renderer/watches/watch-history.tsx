import { Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Snapshot } from '#shared/lists/snapshot.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { conditionWords, loadWords } from '#shared/watches/watch-messages.ts'
import type { Watch, WatchLoad } from '#shared/watches/watch.ts'
import { snapshotDataset } from '../lists/comparison/comparison-state.ts'
import { useComparison } from '../lists/comparison/use-comparison.ts'
import { useViewMemories } from '../lists/model/view-memory.tsx'
import { plainState, stateOfView } from '../lists/views/list-state.ts'
import { call } from '../platform/clavis.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { queries } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { attempt } from '../ui/dialog/show-error.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { Instant, useDates } from '../ui/text/dates.tsx'
import { durationWords } from './watch-words.ts'

interface WatchHistoryProps {
  readonly profile: Profile
  readonly watch: Watch
}

/** Shows the loads of a watch, newest first, and opens or compares those whose records are kept. */
export function WatchHistory({ profile, watch }: WatchHistoryProps): ReactElement {
  const history = useQuery(queries.watchHistory(profile.id, watch.id))
  const { data: snapshots = [] } = useQuery(queries.snapshots)
  const { compare, open } = useLoadActions(profile, watch)
  const kept = (id: string | undefined): Snapshot | undefined => snapshots.find((snapshot) => snapshot.id === id)
  if (history.isError) return <ErrorPanel error={history.error} onRetry={() => void history.refetch()} />
  return (
    <Panel title="Loads">
      {history.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          Not loaded yet.
        </Text>
      )}
      {history.data !== undefined && history.data.length > 0 && (
        <Table aria-label="Loads" verticalSpacing="sm" horizontalSpacing={0}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Started</Table.Th>
              <Table.Th>Result</Table.Th>
              <Table.Th>
                <VisuallyHidden>Records</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {history.data.map((load) => {
              const { snapshotId, beforeId } = load.kind === 'loaded' ? load : {}
              return (
                <LoadRow
                  key={load.at}
                  load={load}
                  snapshot={kept(snapshotId)}
                  before={kept(beforeId)}
                  onCompare={compare}
                  onOpen={open}
                />
              )
            })}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  )
}

interface LoadRowProps {
  readonly load: WatchLoad
  /** Its records, and those it was compared with; undefined if they are not kept. */
  readonly snapshot: Snapshot | undefined
  readonly before: Snapshot | undefined
  readonly onCompare: (before: Snapshot, after: Snapshot, idPath: string | undefined) => void
  readonly onOpen: (snapshot: Snapshot) => void
}

function LoadRow({ load, snapshot, before, onCompare, onOpen }: LoadRowProps): ReactElement {
  const note = load.kind === 'failed' ? load.error.hint : load.notCompared?.message
  const warned = load.met.map(conditionWords).join(', ')
  const dates = useDates()
  const at = dates.minutes(new Date(load.at))
  return (
    <Table.Tr>
      <Table.Td w={190}>
        <Instant value={load.at} />
        <Text size="xs" c="dimmed">
          took {durationWords(load.durationMs)}
        </Text>
      </Table.Td>
      <Table.Td data-tone={load.kind === 'failed' ? 'bad' : undefined}>
        <Text size="sm" c="var(--tone, inherit)">
          {loadWords(load)}
        </Text>
        {note !== undefined && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
        {warned !== '' && (
          <Text size="xs" c="dimmed">
            {load.snoozed ? `${warned} · snoozed` : `Warned: ${warned}`}
          </Text>
        )}
      </Table.Td>
      <Table.Td pl="md">
        <Group gap={6} justify="flex-end" wrap="nowrap">
          {load.kind === 'loaded' && snapshot !== undefined && (
            <>
              {before !== undefined && (
                <SecondaryButton
                  size="xs"
                  aria-label={`Compare the load of ${at} with the one before`}
                  onClick={() => onCompare(before, snapshot, load.idPath)}
                >
                  Compare
                </SecondaryButton>
              )}
              <SecondaryButton size="xs" aria-label={`Open the load of ${at}`} onClick={() => onOpen(snapshot)}>
                Open
              </SecondaryButton>
            </>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

/** Returns the commands for loads whose records are kept: only the records of the watch’s saved view are compared, and shown first. */
function useLoadActions(
  profile: Profile,
  { list, viewId }: Watch,
): { readonly compare: LoadRowProps['onCompare']; readonly open: LoadRowProps['onOpen'] } {
  const { id: profileId } = profile
  const client = useQueryClient()
  const { go } = useNavigation()
  const { show } = useViewMemories()
  const dates = useDates()
  const comparison = useComparison(profileId, list)
  const { data: views } = useQuery(queries.listViews(profileId))
  const view = views?.saved.find(({ id }) => id === viewId)
  const side = (snapshot: Snapshot): ReturnType<typeof snapshotDataset> =>
    snapshotDataset({ ...snapshot, name: dates.minutes(new Date(snapshot.startedAt)) }, profile.practice)
  async function openSnapshot(snapshotId: string): Promise<void> {
    await call('snapshots.open', { snapshotId })
    await client.resetQueries({ queryKey: ['list', profileId, list] })
    show(`${profileId} ${list}`, view === undefined ? plainState : stateOfView(view))
    go({ page: 'lists', profileId, list })
  }
  return {
    compare: (before, after, idPath) => {
      void comparison.start({ before: side(before), after: side(after), view }, idPath)
      go({ page: 'comparison', profileId, list })
    },
    open: ({ id }) => attempt('Couldn’t open the load', openSnapshot(id)),
  }
}
