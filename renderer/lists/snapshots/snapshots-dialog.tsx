import { ActionIcon, Button, Menu, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconArchive, IconDots } from '@tabler/icons-react'
import { useState, type ReactElement, type SubmitEvent } from 'react'
import type { RunSummary } from '../../../shared/model/lists/list.ts'
import { listTitles } from '../../../shared/model/profile/list-name.ts'
import type { Profile } from '../../../shared/model/profile/profile.ts'
import { snapshotNameSchema, type Snapshot } from '../../../shared/model/lists/snapshot.ts'
import { call, useClavisEvent } from '../../platform/calls/clavis.ts'
import { openDialog } from '../../ui/dialog/open-dialog.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { EnvironmentBadge } from '../../ui/environment/environment-badge.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { Instant } from '../../ui/time/instant.tsx'
import { inTimeOrder, type ComparedPair, type ComparedDataset } from '../comparison/comparison-state.ts'
import { saveScopeMessage, savedMessage, snapshotFacts } from './snapshot-messages.ts'
import classes from './snapshots-dialog.module.css'

/** What the page does with a kept reading. */
export interface SnapshotActions {
  /** A snapshot was opened: it is the reading of its profile and list now. */
  readonly onOpened: (snapshot: Snapshot) => void
  readonly onCompare: (pair: ComparedPair) => void
}

/** Opens the dialog of kept readings. Answers its id. @param summary the profile’s reading that is looked at now */
export function openSnapshots(
  profile: Profile,
  summary: RunSummary,
  { onOpened, onCompare }: SnapshotActions,
  onClose: () => void,
): string {
  return openDialog(
    'Snapshots',
    (close) => (
      <Snapshots
        profile={profile}
        summary={summary}
        onOpened={(snapshot) => {
          close()
          onOpened(snapshot)
        }}
        onCompare={(pair) => {
          close()
          onCompare(pair)
        }}
      />
    ),
    { size: 'xl', onClose },
  )
}

function Snapshots({
  profile,
  summary,
  onOpened,
  onCompare,
}: SnapshotActions & { readonly profile: Profile; readonly summary: RunSummary }): ReactElement {
  const client = useQueryClient()
  const queryKey = ['snapshots']
  const snapshots = useQuery({ queryKey, queryFn: () => call('snapshots.list'), gcTime: 0 })
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey })
  useClavisEvent('snapshots.changed', () => void refresh())
  const [keptAs, setKeptAs] = useState(summary.snapshot?.name)
  const command = useMutation({ mutationFn: (work: () => Promise<unknown>) => work(), onSettled: refresh })
  if (snapshots.isError) return <ErrorPanel error={snapshots.error} onRetry={() => void snapshots.refetch()} />
  const ofList = (snapshots.data ?? []).filter(({ list }) => list === summary.list)
  return (
    <Stack gap="lg">
      {keptAs === undefined ? (
        <KeepForm
          summary={summary}
          isBusy={command.isPending}
          onKeep={(name) =>
            command.mutate(async () => {
              await call('snapshots.keep', { runId: summary.runId, name })
              setKeptAs(name)
            })
          }
        />
      ) : (
        <p className={classes['kept']} role="status">
          {savedMessage(keptAs, summary)}
        </p>
      )}
      {command.isError && <ErrorPanel error={command.error} />}
      {snapshots.data !== undefined && ofList.length === 0 && (
        <EmptyState icon={<IconArchive />} title={`No ${listTitles[summary.list].toLowerCase()} are kept yet`}>
          A snapshot keeps a reading in the data folder under a name, to open it again or to see what changed since.
        </EmptyState>
      )}
      {ofList.length > 0 && (
        <ul className={classes['list']} aria-label="Kept readings">
          {ofList.map((snapshot) => (
            <SnapshotLine
              key={snapshot.id}
              snapshot={snapshot}
              current={summary}
              onOpen={() =>
                command.mutate(async () => {
                  await call('snapshots.open', { snapshotId: snapshot.id })
                  onOpened(snapshot)
                })
              }
              onCompare={() => onCompare(inTimeOrder(keptReading(snapshot), openReading(profile, summary, keptAs)))}
              onRename={(name) => command.mutate(() => call('snapshots.rename', { snapshotId: snapshot.id, name }))}
              onRemove={() => command.mutate(() => call('snapshots.remove', { snapshotId: snapshot.id }))}
            />
          ))}
        </ul>
      )}
    </Stack>
  )
}

function keptReading({ id, name, profileName, environment, startedAt }: Snapshot): ComparedDataset {
  return { side: { kind: 'snapshot', snapshotId: id }, name, profileName, environment, startedAt }
}

function openReading(
  { name: profileName, environment }: Profile,
  { runId, startedAt }: RunSummary,
  keptAs = 'This reading',
): ComparedDataset {
  return { side: { kind: 'run', runId }, name: keptAs, profileName, environment, startedAt }
}

function KeepForm({
  summary,
  isBusy,
  onKeep,
}: {
  readonly summary: RunSummary
  /** Whether something that was asked for is still being done. */
  readonly isBusy: boolean
  readonly onKeep: (name: string) => void
}): ReactElement {
  const [name, setName] = useState('')
  const parsed = snapshotNameSchema.safeParse(name)
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (parsed.success) onKeep(parsed.data)
  }
  return (
    <form className={classes['keep']} onSubmit={submit} noValidate>
      <TextInput
        className={classes['name'] ?? ''}
        label="Keep this reading as"
        data-autofocus
        description={saveScopeMessage(summary)}
        placeholder="Before the migration"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" disabled={!parsed.success || isBusy}>
        Keep
      </Button>
    </form>
  )
}

function SnapshotLine({
  snapshot,
  current,
  onOpen,
  onCompare,
  onRename,
  onRemove,
}: {
  readonly snapshot: Snapshot
  readonly current: RunSummary
  readonly onOpen: () => void
  readonly onCompare: () => void
  readonly onRename: (name: string) => void
  readonly onRemove: () => void
}): ReactElement {
  const { name, profileName, environment, keptAt } = snapshot
  const isCurrent = current.snapshot?.id === snapshot.id || (snapshot.open && current.snapshot?.name === name)
  const [renamed, setRenamed] = useState<string>()
  const [isRemoving, setRemoving] = useState(false)
  return (
    <li className={classes['line']}>
      <div className={classes['what']}>
        {renamed === undefined ? (
          <span className={classes['title']}>{name}</span>
        ) : (
          <form
            className={classes['rename']}
            onSubmit={(event) => {
              event.preventDefault()
              onRename(renamed)
              setRenamed(undefined)
            }}
          >
            <TextInput
              aria-label={`New name of ${name}`}
              size="xs"
              data-autofocus
              value={renamed}
              onChange={(event) => setRenamed(event.currentTarget.value)}
            />
            <Button size="xs" type="submit" disabled={!snapshotNameSchema.safeParse(renamed).success}>
              Rename
            </Button>
          </form>
        )}
        <ul className={classes['facts']} aria-label={`Facts of ${name}`}>
          <li>
            <EnvironmentBadge environment={environment} />
          </li>
          {[profileName, ...snapshotFacts(snapshot)].map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
          <li>
            <Instant value={keptAt} />
          </li>
        </ul>
      </div>
      {isRemoving ? (
        <div className={classes['actions']}>
          <Button size="xs" color="red" onClick={onRemove}>
            Remove from the disk
          </Button>
          <Button size="xs" variant="default" onClick={() => setRemoving(false)}>
            Cancel
          </Button>
        </div>
      ) : (
        <div className={classes['actions']}>
          {isCurrent ? (
            <span className={classes['open']}>Open now</span>
          ) : (
            <>
              <Button size="xs" variant="default" onClick={onCompare} aria-label={`Compare ${name} with this reading`}>
                Compare
              </Button>
              <Button size="xs" variant="default" onClick={onOpen} aria-label={`Open ${name}`}>
                Open
              </Button>
            </>
          )}
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={`More for ${name}`}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setRenamed(name)}>Rename</Menu.Item>
              <Menu.Item color="red" onClick={() => setRemoving(true)}>
                Remove…
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      )}
    </li>
  )
}
