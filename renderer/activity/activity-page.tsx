import { Button, Checkbox, ScrollArea, Select, Table, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconHistory, IconSearch } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import type { ActivityEntry } from '../../shared/model/activity.ts'
import type { Profile } from '../../shared/model/profile.ts'
import { call, useClavisEvent } from '../app/clavis.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Mono } from '../ui/mono.tsx'
import { filterActivity, kindNames, outcomeWords, type ActivityFilter } from './activity-words.ts'
import classes from './activity-page.module.css'

/** How many lines are drawn at first, and how many more each time. */
const drawn = 200

/** Newest lines that are asked for. */
const asked = 5000

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** What this profile did on the network since Clavis started: never a secret, token or cursor. */
export function ActivityPage({ profile }: { readonly profile: Profile }): ReactElement {
  const client = useQueryClient()
  const queryKey = ['activity', profile.id]
  const activity = useQuery({
    queryKey,
    queryFn: () => call('activity.list', { profileId: profile.id, limit: asked }),
    refetchOnMount: 'always',
  })
  useClavisEvent('activity.added', (entries) => {
    const own = entries.filter(({ profileId }) => profileId === profile.id).reverse()
    if (own.length > 0)
      client.setQueryData<ActivityEntry[]>(queryKey, (known) =>
        known === undefined ? known : [...own, ...known].slice(0, asked),
      )
  })
  const clear = useMutation({
    mutationFn: () => call('activity.clear'),
    onSuccess: () => client.invalidateQueries({ queryKey: ['activity'] }),
  })
  const [filter, setFilter] = useState<ActivityFilter>({ kind: 'all', failuresOnly: false, search: '' })
  const [limit, setLimit] = useState(drawn)

  if (activity.isError) return <ErrorPanel error={activity.error} onRetry={() => void activity.refetch()} />
  const all = activity.data ?? []
  const entries = filterActivity(all, filter)
  if (activity.data !== undefined && all.length === 0)
    return (
      <EmptyState icon={<IconHistory />} title="Nothing has happened yet">
        Every exchange with the service is listed here: when, what, and how it went. Secrets, tokens and cursors never
        are.
      </EmptyState>
    )
  return (
    <>
      <div className={classes['toolbar']}>
        <Select
          aria-label="Kind"
          className={classes['kind'] ?? ''}
          data={Object.entries(kindNames).map(([value, label]) => ({ value, label }))}
          value={filter.kind}
          onChange={(value) => setFilter({ ...filter, kind: value ?? 'all' })}
        />
        <TextInput
          aria-label="Search the activity"
          className={classes['search'] ?? ''}
          placeholder="Search"
          leftSection={<IconSearch size={15} />}
          value={filter.search}
          onChange={(event) => setFilter({ ...filter, search: event.currentTarget.value })}
        />
        <Checkbox
          label="Failures only"
          checked={filter.failuresOnly}
          onChange={(event) => setFilter({ ...filter, failuresOnly: event.currentTarget.checked })}
        />
        <Button variant="default" className={classes['clear'] ?? ''} onClick={() => clear.mutate()}>
          Clear all
        </Button>
      </div>
      <ScrollArea className={classes['scroll'] ?? ''} viewportProps={{ tabIndex: 0, 'aria-label': 'Activity' }}>
        <Table stickyHeader aria-label="Activity">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Time</Table.Th>
              <Table.Th>What</Table.Th>
              <Table.Th>Address</Table.Th>
              <Table.Th>Outcome</Table.Th>
              <Table.Th className={classes['number'] ?? ''}>Duration</Table.Th>
              <Table.Th className={classes['number'] ?? ''}>Size</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.slice(0, limit).map((entry) => (
              <ActivityLine key={entry.id} entry={entry} />
            ))}
          </Table.Tbody>
        </Table>
        {entries.length === 0 && <p className={classes['none']}>No line fits the filter.</p>}
        {entries.length > limit && (
          <Button variant="subtle" color="gray" onClick={() => setLimit(limit + drawn)}>
            Show {Math.min(drawn, entries.length - limit)} more of {entries.length.toLocaleString()}
          </Button>
        )}
      </ScrollArea>
    </>
  )
}

function ActivityLine({ entry }: { readonly entry: ActivityEntry }): ReactElement {
  const at = new Date(entry.at)
  return (
    <Table.Tr>
      <Table.Td className={classes['time'] ?? ''}>
        <time dateTime={entry.at} title={day.format(at)}>
          {clock.format(at)}
        </time>
      </Table.Td>
      <Table.Td>{entry.what}</Table.Td>
      <Table.Td className={classes['address'] ?? ''}>
        {entry.address !== undefined && (
          <Mono>
            {entry.method} {entry.address}
          </Mono>
        )}
      </Table.Td>
      <Table.Td>
        <span className={classes['outcome']} data-outcome={entry.outcome}>
          {outcomeWords(entry)}
        </span>
      </Table.Td>
      <Table.Td className={classes['number'] ?? ''}>
        {entry.durationMs !== undefined && `${Math.round(entry.durationMs).toLocaleString()} ms`}
      </Table.Td>
      <Table.Td className={classes['number'] ?? ''}>{entry.size !== undefined && sizeWords(entry.size)}</Table.Td>
    </Table.Tr>
  )
}

function sizeWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}
