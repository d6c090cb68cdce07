import { Button, Checkbox, Group, Menu, Select, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconHistory, IconSearch } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { ClavisError } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { ActivityEntry, ActivityFormat } from '#shared/requests/activity.ts'
import { call, useClavisEvent } from '../platform/clavis.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { EmptyState } from '../ui/controls/empty-state.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { saveAndReport } from '../ui/dialog/show-error.tsx'
import { count } from '../ui/text/count.ts'
import { isCancelled } from '../ui/text/described-error.ts'
import { kindNames, filterActivity, type ActivityFilter } from './activity-messages.ts'
import { ActivityTable } from './activity-table.tsx'
import classes from './activity-page.module.css'

/** How many entries are shown at first, and added each time. */
const pageSize = 200

/** How many of the newest entries are loaded. */
const maxEntries = 5000

const kinds = ['all', 'token', 'call', 'list', 'key', 'webhook'] as const

/** Lists what the profile did on the network and with its keys in the last 30 days. */
export function ActivityPage({ profile }: { readonly profile: Profile }): ReactElement {
  const client = useQueryClient()
  const queryKey = ['activity', profile.id]
  const activity = useQuery({
    queryKey,
    queryFn: () => call('activity.list', { profileId: profile.id, limit: maxEntries }),
    refetchOnMount: 'always',
  })
  useClavisEvent('activity.added', (entries) => {
    const own = entries.filter(({ profileId }) => profileId === profile.id).reverse()
    if (own.length > 0)
      client.setQueryData<ActivityEntry[]>(queryKey, (known) =>
        known === undefined ? known : [...own, ...known].slice(0, maxEntries),
      )
    // The pending response may be from before these entries.
    if (own.length > 0 && client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
  })
  const clear = useMutation({
    mutationFn: () => call('activity.clear'),
    onSuccess: () => client.invalidateQueries({ queryKey: ['activity'] }),
  })
  const failure = useQuery({ queryKey: ['activity.failure'], queryFn: () => call('activity.failure') })
  const [filter, setFilter] = useState<ActivityFilter>({ kind: 'all', failuresOnly: false, search: '' })
  const [limit, setLimit] = useState(pageSize)

  if (activity.isError) return <ErrorPanel error={activity.error} onRetry={() => void activity.refetch()} />
  const all = activity.data ?? []
  const entries = filterActivity(all, filter)
  if (activity.data !== undefined && all.length === 0)
    return (
      <EmptyState icon={<IconHistory />} title="No activity yet">
        Requests to the service and uses of keys appear here. Secrets, tokens and cursors are never recorded.
      </EmptyState>
    )
  return (
    <>
      <Group gap="10px 14px" mb={14}>
        <Select
          aria-label="Kind"
          w={160}
          data={kinds.map((value) => ({ value, label: kindNames[value] }))}
          value={filter.kind}
          onChange={(value) => setFilter({ ...filter, kind: value ?? 'all' })}
        />
        <TextInput
          aria-label="Search activity"
          flex="1 1 140px"
          maw={320}
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
        <Group gap="xs" ml="auto">
          <ExportMenu profile={profile} />
          <SecondaryButton loading={clear.isPending} onClick={() => clear.mutate()}>
            Clear all…
          </SecondaryButton>
        </Group>
      </Group>
      {failure.data !== undefined && <ErrorPanel error={ClavisError.fromValue(failure.data)} />}
      {clear.isError && !isCancelled(clear.error) && <ErrorPanel error={clear.error} />}
      {/* Scrolling by keyboard needs the focus. */}
      <div className={classes['scroll']} tabIndex={0} role="region" aria-label="Activity">
        <ActivityTable entries={entries.slice(0, limit)} />
        {entries.length === 0 && (
          <Text c="dimmed" p="lg" ta="center">
            No matching entries.
          </Text>
        )}
        {entries.length > limit && (
          <Button variant="subtle" color="gray" onClick={() => setLimit(limit + pageSize)}>
            Show {Math.min(pageSize, entries.length - limit)} more of {entries.length.toLocaleString()}
          </Button>
        )}
      </div>
    </>
  )
}

/** Exports all entries of the profile, shown or not. */
function ExportMenu({ profile }: { readonly profile: Profile }): ReactElement {
  const save = (format: ActivityFormat): Promise<void> =>
    saveAndReport(
      () => call('activity.export', { profileId: profile.id, format }),
      'Couldn’t export the activity',
      ({ fileName, lines }) => ['Activity exported', `${fileName}: ${count(lines, 'entry', 'entries')}`],
    )
  return (
    <Menu position="bottom-end" width={230} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <SecondaryButton rightSection={<IconChevronDown size={14} />}>Export</SecondaryButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('har')}>HTTP Archive (HAR)…</Menu.Item>
        <Menu.Item onClick={() => void save('jsonl')}>JSON Lines…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
