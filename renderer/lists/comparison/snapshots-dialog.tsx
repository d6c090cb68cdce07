import { Button, EmptyState, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import { IconArchive, IconDots } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { DatasetSummary } from '#shared/lists/list.ts'
import { type Snapshot, snapshotNameSchema } from '#shared/lists/snapshot.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../../platform/clavis.ts'
import { queries } from '../../platform/queries.ts'
import { IconButton, SecondaryButton } from '../../ui/controls/buttons.tsx'
import { EnvironmentBadge } from '../../ui/controls/environment-badge.tsx'
import { ErrorPanel } from '../../ui/controls/error-panel.tsx'
import { InlineForm } from '../../ui/controls/inline-form.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { Instant } from '../../ui/text/dates.tsx'
import { type ComparedDataset, type ComparedPair, inTimeOrder, snapshotDataset } from './comparison-state.ts'
import { savedMessage, saveScopeMessage, snapshotFacts } from './snapshot-messages.ts'
import classes from './snapshots-dialog.module.css'

export interface SnapshotActions {
  /** A snapshot was opened and is now the current dataset of its profile and list. */
  readonly onOpened: (snapshot: Snapshot) => void
  readonly onCompare: (pair: ComparedPair) => void
}

/** Opens the dialog of snapshots. @param summary the current list @returns the dialog’s id */
export function openSnapshots(
  profile: Profile,
  summary: DatasetSummary,
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
}: SnapshotActions & { readonly profile: Profile; readonly summary: DatasetSummary }): ReactElement {
  const client = useQueryClient()
  const snapshots = useQuery(queries.snapshots)
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: queries.snapshots.queryKey })
  const { data: profiles = [] } = useQuery(queries.profiles)
  const isPractice = ({ profileId }: Snapshot): boolean =>
    profiles.some(({ id, practice }) => practice && id === profileId)
  const [savedAs, setSavedAs] = useState(summary.snapshot?.name)
  const command = useMutation({ mutationFn: (work: () => Promise<unknown>) => work(), onSettled: refresh })
  if (snapshots.isError) return <ErrorPanel error={snapshots.error} onRetry={() => void snapshots.refetch()} />
  // Those of a watch are in its history.
  const ofList = (snapshots.data ?? []).filter(({ list, watchId }) => list === summary.list && watchId === undefined)
  return (
    <Stack gap="lg">
      {savedAs === undefined ? (
        <SaveForm
          summary={summary}
          isBusy={command.isPending}
          onSave={(name) =>
            command.mutate(async () => {
              await call('snapshots.keep', { datasetId: summary.datasetId, name })
              setSavedAs(name)
            })
          }
        />
      ) : (
        <Text size="sm" role="status">
          {savedMessage(savedAs, summary)}
        </Text>
      )}
      {command.isError && <ErrorPanel error={command.error} />}
      {snapshots.data !== undefined && ofList.length === 0 && (
        <EmptyState
          icon={<IconArchive />}
          title="No snapshots yet"
          description="Save this list under a name to reopen it later or see what changed."
        />
      )}
      {ofList.length > 0 && (
        <ul className={classes['list']} aria-label="Saved snapshots">
          {ofList.map((snapshot) => (
            <SnapshotLine
              key={snapshot.id}
              snapshot={snapshot}
              isPractice={isPractice(snapshot)}
              current={summary}
              onOpen={() =>
                command.mutate(async () => {
                  await call('snapshots.open', { snapshotId: snapshot.id })
                  onOpened(snapshot)
                })
              }
              onCompare={() =>
                onCompare(
                  inTimeOrder(
                    snapshotDataset(snapshot, isPractice(snapshot)),
                    currentDataset(profile, summary, savedAs),
                  ),
                )
              }
              onRename={(name) => command.mutate(() => call('snapshots.rename', { snapshotId: snapshot.id, name }))}
              onRemove={() => command.mutate(() => call('snapshots.remove', { snapshotId: snapshot.id }))}
            />
          ))}
        </ul>
      )}
    </Stack>
  )
}

function currentDataset(
  { name: profileName, environment, practice }: Profile,
  { datasetId, startedAt }: DatasetSummary,
  savedAs = 'Current list',
): ComparedDataset {
  return { side: { kind: 'dataset', datasetId }, name: savedAs, profileName, environment, practice, startedAt }
}

interface SaveFormProps {
  readonly summary: DatasetSummary
  readonly isBusy: boolean
  readonly onSave: (name: string) => void
}

function SaveForm({ summary, isBusy, onSave }: SaveFormProps): ReactElement {
  const [name, setName] = useState('')
  const parsed = snapshotNameSchema.safeParse(name)
  function submit(): void {
    if (parsed.success) onSave(parsed.data)
  }
  return (
    <InlineForm gap={10} wrap="nowrap" onSubmit={submit}>
      <TextInput
        flex={1}
        label="Snapshot name"
        data-autofocus
        description={saveScopeMessage(summary)}
        placeholder="Before the migration"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {/* Beside the field, below its label. */}
      <Button mt={27} type="submit" disabled={!parsed.success || isBusy}>
        Save snapshot
      </Button>
    </InlineForm>
  )
}

function SnapshotLine({
  snapshot,
  isPractice,
  current,
  onOpen,
  onCompare,
  onRename,
  onRemove,
}: {
  readonly snapshot: Snapshot
  /** Whether its profile is one of the practice service. */
  readonly isPractice: boolean
  readonly current: DatasetSummary
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
          <InlineForm
            gap={6}
            wrap="nowrap"
            onSubmit={() => {
              onRename(renamed)
              setRenamed(undefined)
            }}
          >
            <TextInput
              aria-label={`New name for ${name}`}
              size="xs"
              data-autofocus
              value={renamed}
              onChange={(event) => setRenamed(event.currentTarget.value)}
            />
            <Button size="xs" type="submit" disabled={!snapshotNameSchema.safeParse(renamed).success}>
              Rename
            </Button>
          </InlineForm>
        )}
        <ul className={classes['facts']} aria-label={`Details of ${name}`}>
          <li>
            <EnvironmentBadge environment={environment} isPractice={isPractice} />
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
        <Group gap={6}>
          <Button size="xs" color="red" onClick={onRemove}>
            Delete snapshot
          </Button>
          <SecondaryButton size="xs" onClick={() => setRemoving(false)}>
            Cancel
          </SecondaryButton>
        </Group>
      ) : (
        <Group gap={6}>
          {isCurrent ? (
            <Text size="sm" c="dimmed" px="xs">
              Currently open
            </Text>
          ) : (
            <>
              <SecondaryButton size="xs" onClick={onCompare} aria-label={`Compare ${name} with the current list`}>
                Compare
              </SecondaryButton>
              <SecondaryButton size="xs" onClick={onOpen} aria-label={`Open ${name}`}>
                Open
              </SecondaryButton>
            </>
          )}
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <IconButton
                label={`More actions for ${name}`}
                tooltip="More actions"
                icon={IconDots}
                variant="subtle"
                color="gray"
              />
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setRenamed(name)}>Rename</Menu.Item>
              <Menu.Item color="red" onClick={() => setRemoving(true)}>
                Delete…
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      )}
    </li>
  )
}
