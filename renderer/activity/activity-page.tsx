import { Button, Checkbox, Menu, Select, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconChevronDown, IconHistory, IconSearch } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import type { ActivityEntry, ActivityFormat } from '../../shared/model/activity/activity.ts'
import { ClavisError } from '../../shared/model/errors/error.ts'
import type { Profile } from '../../shared/model/profile/profile.ts'
import { call, useClavisEvent } from '../platform/calls/clavis.ts'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'
import { saveFile } from '../ui/feedback/notify.ts'
import { count } from '../ui/text/count.ts'
import { ActivityTable } from './activity-table.tsx'
import { filterActivity, kindNames, type ActivityFilter } from './activity-words.ts'
import classes from './activity-page.module.css'

/** How many lines are drawn at first, and how many more each time. */
const drawn = 200

/** Newest lines that are asked for. */
const asked = 5000

/** What this profile did on the network and with its keys in the last 30 days: never a secret, token or cursor. */
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
  const failure = useQuery({ queryKey: ['activity.failure'], queryFn: () => call('activity.failure') })
  const [filter, setFilter] = useState<ActivityFilter>({ kind: 'all', failuresOnly: false, search: '' })
  const [limit, setLimit] = useState(drawn)

  if (activity.isError) return <ErrorPanel error={activity.error} onRetry={() => void activity.refetch()} />
  const all = activity.data ?? []
  const entries = filterActivity(all, filter)
  if (activity.data !== undefined && all.length === 0)
    return (
      <EmptyState icon={<IconHistory />} title="Nothing has happened yet">
        Every exchange with the service and every use of a key is listed here: when, what, and how it went. Secrets,
        tokens and cursors never are.
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
        <div className={classes['actions']}>
          <SaveMenu profile={profile} />
          <Button variant="default" loading={clear.isPending} onClick={() => clear.mutate()}>
            Clear all
          </Button>
        </div>
      </div>
      {failure.data !== undefined && <ErrorPanel error={ClavisError.fromValue(failure.data)} />}
      {clear.isError && <ErrorPanel error={clear.error} />}
      {/* Long lists scroll, so that they must be reachable by keyboard. */}
      <div className={classes['scroll']} tabIndex={0} role="region" aria-label="Activity">
        <ActivityTable entries={entries.slice(0, limit)} />
        {entries.length === 0 && <p className={classes['none']}>No line fits the filter.</p>}
        {entries.length > limit && (
          <Button variant="subtle" color="gray" onClick={() => setLimit(limit + drawn)}>
            Show {Math.min(drawn, entries.length - limit)} more of {entries.length.toLocaleString()}
          </Button>
        )}
      </div>
    </>
  )
}

/** Saves every kept line of the profile, shown or not. */
function SaveMenu({ profile }: { readonly profile: Profile }): ReactElement {
  const save = (format: ActivityFormat): Promise<void> =>
    saveFile(
      () => call('activity.export', { profileId: profile.id, format }),
      'The activity was not saved',
      ({ fileName, lines }) => ['Activity saved', `${fileName}: ${count(lines, 'line')}`],
    )
  return (
    <Menu position="bottom-end" width={230} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} />}>
          Save
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('har')}>As HTTP Archive (HAR)…</Menu.Item>
        <Menu.Item onClick={() => void save('jsonl')}>As JSON Lines…</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
