import { Button, Checkbox, EmptyState, Group, Menu, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconDots, IconHistory, IconSearch } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { ClavisError } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { ActivityLine, ActivityFormat } from '#shared/requests/activity.ts'
import { call, useClavisEvent } from '../platform/clavis.ts'
import { IconButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { Later } from '../ui/controls/later.tsx'
import { saveAndReport } from '../ui/dialog/show-error.tsx'
import { count } from '../ui/text/count.ts'
import { isCancelled } from '../ui/text/described-error.ts'
import { RequestDays } from './request-days.tsx'
import { filterRequests, kindNames, type RequestFilter } from './request-messages.ts'
import { SendField } from './send-field.tsx'
import classes from './requests.module.css'

/** How many entries are shown at first, and added each time. */
const pageSize = 200

/** How many of the newest entries are loaded. */
const maxEntries = 5000

const kinds = ['all', 'token', 'call', 'list', 'key', 'webhook'] as const

export interface RequestsPageProps {
  readonly profile: Profile
  /** What the log shows first; undefined: everything. */
  readonly show: 'failures' | undefined
}

/** Sends single calls, and lists what the profile did on the network and with its keys. */
export function RequestsPage({ profile, show }: RequestsPageProps): ReactElement {
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
      client.setQueryData<ActivityLine[]>(queryKey, (known) =>
        known === undefined ? known : [...own, ...known].slice(0, maxEntries),
      )
    // The pending response may be from before these entries.
    if (own.length > 0 && client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
  })
  const hasBase = profile.apiBaseUrl !== '' || profile.reportsBaseUrl !== ''
  const entries = activity.data ?? []
  return (
    <>
      {hasBase && <SendField profile={profile} entries={entries} />}
      {activity.isError && <ErrorPanel error={activity.error} onRetry={() => void activity.refetch()} />}
      {activity.isPending && (
        <Later>
          <Skeleton height={32} radius="sm" />
          <Stack gap={15}>
            {Array.from({ length: 8 }, (_, index) => (
              <Skeleton key={index} height={18} radius="sm" />
            ))}
          </Stack>
        </Later>
      )}
      {activity.isSuccess && entries.length === 0 && (
        <EmptyState
          icon={<IconHistory />}
          title="No requests yet"
          description="Requests to the service and uses of keys appear here. Secrets, tokens and cursors are never recorded."
        />
      )}
      {entries.length > 0 && <RequestLog profile={profile} all={entries} show={show} />}
    </>
  )
}

interface RequestLogProps {
  readonly profile: Profile
  readonly all: readonly ActivityLine[]
  readonly show: 'failures' | undefined
}

function RequestLog({ profile, all, show }: RequestLogProps): ReactElement {
  const client = useQueryClient()
  const clear = useMutation({
    mutationFn: () => call('activity.clear'),
    onSuccess: () => client.invalidateQueries({ queryKey: ['activity'] }),
  })
  const failure = useQuery({ queryKey: ['activity.failure'], queryFn: () => call('activity.failure') })
  const [filter, setFilter] = useState<RequestFilter>({ kind: 'all', failuresOnly: show === 'failures', search: '' })
  const [limit, setLimit] = useState(pageSize)
  const entries = filterRequests(all, filter)
  return (
    <div className={classes['log']} role="region" aria-label="Log">
      <Group gap="10px 14px">
        <Select
          aria-label="Kind"
          w={160}
          data={kinds.map((value) => ({ value, label: kindNames[value] }))}
          value={filter.kind}
          onChange={(value) => setFilter({ ...filter, kind: value ?? 'all' })}
        />
        <TextInput
          aria-label="Search the log"
          flex="1 1 140px"
          maw={320}
          placeholder="Search the log"
          leftSection={<IconSearch size={15} />}
          value={filter.search}
          onChange={(event) => setFilter({ ...filter, search: event.currentTarget.value })}
        />
        <Checkbox
          label="Failures only"
          checked={filter.failuresOnly}
          onChange={(event) => setFilter({ ...filter, failuresOnly: event.currentTarget.checked })}
        />
        <LogMenu profile={profile} onClear={() => clear.mutate()} />
      </Group>
      {failure.data !== undefined && <ErrorPanel error={ClavisError.fromValue(failure.data)} />}
      {clear.isError && !isCancelled(clear.error) && <ErrorPanel error={clear.error} />}
      <RequestDays entries={entries.slice(0, limit)} />
      {entries.length === 0 && (
        <Text c="dimmed" p="lg" ta="center">
          No matching requests.
        </Text>
      )}
      {entries.length > limit && (
        <Button variant="subtle" color="gray" mr="auto" onClick={() => setLimit(limit + pageSize)}>
          Show {Math.min(pageSize, entries.length - limit).toLocaleString()} more of {entries.length.toLocaleString()}
        </Button>
      )}
    </div>
  )
}

/** Exports all entries of the profile, shown or not, or clears the log. */
function LogMenu({ profile, onClear }: { readonly profile: Profile; readonly onClear: () => void }): ReactElement {
  const save = (format: ActivityFormat): Promise<void> =>
    saveAndReport(
      () => call('activity.export', { profileId: profile.id, format }),
      'Couldn’t export the requests',
      ({ fileName, lines }) => ['Requests exported', `${fileName}: ${count(lines, 'entry', 'entries')}`],
    )
  return (
    <Menu position="bottom-end" width={230} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <IconButton ml="auto" variant="default" size={32} label="Export or clear the log" icon={IconDots} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('har')}>Export as HTTP Archive…</Menu.Item>
        <Menu.Item onClick={() => void save('jsonl')}>Export as JSON Lines…</Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={onClear}>Clear all…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
