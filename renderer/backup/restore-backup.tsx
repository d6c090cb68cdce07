import { Group, PasswordInput, Stack, Text, NativeSelect, TextInput } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { BackupChoice, BackupEntry, BackupPreview, RestoredProfile } from '#shared/backup/backup.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { EnvironmentBadge } from '../ui/controls/environment-badge.tsx'
import { ProductionSign } from '../ui/controls/production-sign.tsx'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'
import { hasNetwork, KeepNetwork, PreviewedNetwork } from '../ui/layout/previewed-network.tsx'
import { count } from '../ui/text/count.ts'
import { Instant } from '../ui/text/dates.tsx'
import { entryMessage, replaceMessage, retiredMessage } from './backup-messages.ts'
import { firstChoice, problemOf, choiceOfKind, concernsProduction, kindsFor } from './restore-choice.ts'
import classes from './backup.module.css'

interface ChosenBackup {
  readonly backupId: string
  readonly fileName: string
}

interface RestoreBackupProps {
  readonly backup: ChosenBackup
  readonly onDone: () => void
}

/** Asks for the passphrase, previews the backup, asks what to restore, and shows the result. */
export function RestoreBackup({ backup, onDone }: RestoreBackupProps): ReactElement {
  const [passphrase, setPassphrase] = useState('')
  const open = useMutation({ mutationFn: () => call('backup.preview', { backupId: backup.backupId, passphrase }) })
  if (open.data !== undefined)
    return <Choices backupId={backup.backupId} passphrase={passphrase} preview={open.data} onDone={onDone} />
  return (
    <DialogForm
      description={`${backup.fileName}. You’ll review the contents before anything changes.`}
      work={open}
      action="Open"
      isReady={passphrase !== ''}
      onCancel={onDone}
      onSubmit={() => open.mutate()}
    >
      <PasswordInput
        label="Passphrase"
        data-autofocus
        autoComplete="off"
        value={passphrase}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show passphrase' }}
      />
    </DialogForm>
  )
}

interface ChoicesProps {
  readonly backupId: string
  readonly passphrase: string
  readonly preview: BackupPreview
  readonly onDone: () => void
}

function Choices({ backupId, passphrase, preview: { createdAt, entries }, onDone }: ChoicesProps): ReactElement {
  const client = useQueryClient()
  const [choices, setChoices] = useState<ReadonlyMap<ProfileId, BackupChoice>>(
    () => new Map(entries.map((entry) => [entry.profileId, firstChoice(entry)])),
  )
  const [withNetwork, setWithNetwork] = useState(false)
  const chosen = entries.map((entry) => ({ entry, choice: choices.get(entry.profileId) ?? firstChoice(entry) }))
  const selected = chosen.filter(({ choice }) => choice.kind !== 'skip').length
  const isReady = selected > 0 && chosen.every(({ entry, choice }) => problemOf(entry, choice, chosen) === undefined)
  const restore = useMutation({
    mutationFn: () =>
      call('backup.restore', {
        backupId,
        passphrase,
        choices: chosen.map(({ entry: { profileId }, choice }) => ({ profileId, choice })),
        withNetwork,
      }),
    onSuccess: () => client.invalidateQueries(),
  })
  if (restore.data !== undefined) return <Restored profiles={restore.data} />
  return (
    <DialogForm
      description={
        <>
          {count(entries.length, 'profile')}, backed up <Instant value={createdAt} />.
        </>
      }
      work={restore}
      action={submitLabel(entries, selected)}
      isReady={isReady}
      isDangerous={chosen.some(({ choice }) => choice.kind === 'replace')}
      onCancel={onDone}
      onSubmit={() => restore.mutate()}
    >
      <Stack component="ul" gap={10} aria-label="Profiles in the backup">
        {chosen.map(({ entry, choice }) => (
          <RestoreEntry
            key={entry.profileId}
            entry={entry}
            choice={choice}
            problem={problemOf(entry, choice, chosen)}
            keepsNetwork={withNetwork}
            onChange={(next) => setChoices((before) => new Map(before).set(entry.profileId, next))}
          />
        ))}
      </Stack>
      {entries.some(hasNetwork) && <KeepNetwork isChecked={withNetwork} onChange={setWithNetwork} />}
    </DialogForm>
  )
}

function Restored({ profiles }: { readonly profiles: readonly RestoredProfile[] }): ReactElement {
  return (
    <Stack>
      <Stack component="ul" gap={10} className={classes['restored'] ?? ''} aria-label="Restored profiles">
        {profiles.map(({ profileId, name, environment, kind, keys, notes }) => (
          <li key={profileId}>
            <IconCircleCheck size={17} aria-hidden />
            <Group component="span" flex={1} gap="4px 10px" fw={600}>
              <span>{name}</span>
              <EnvironmentBadge environment={environment} />
            </Group>
            <span>
              {kind === 'added' ? 'Restored' : 'Replaced'} with {count(keys, 'key')}
            </span>
            {notes.length > 0 && (
              <Text size="sm" c="dimmed" w="100%">
                {notes.join(' ')}
              </Text>
            )}
          </li>
        ))}
      </Stack>
      <Text size="sm" c="dimmed">
        All keys were read back from your keychain and verified. Get a token to check that the service accepts them.
      </Text>
    </Stack>
  )
}

function submitLabel(entries: readonly BackupEntry[], selected: number): string {
  if (selected > 0) return `Restore ${count(selected, 'profile')}`
  return entries.every(({ place }) => place.kind === 'same') ? 'Nothing to restore' : 'Nothing selected'
}

interface RestoreEntryProps {
  readonly entry: BackupEntry
  readonly choice: BackupChoice
  readonly problem: string | undefined
  /** Whether trusted CAs and proxies are restored. */
  readonly keepsNetwork: boolean
  readonly onChange: (choice: BackupChoice) => void
}

function RestoreEntry({ entry, choice, problem, keepsNetwork, onChange }: RestoreEntryProps): ReactElement {
  const { name, environment, place } = entry
  const kinds = kindsFor(entry)
  return (
    <li className={classes['entry']} data-choice={choice.kind}>
      <Group justify="space-between" gap="10px 16px">
        <Stack flex="1 1 260px" gap={3} miw={0}>
          <Group component="span" gap="4px 10px">
            <strong>{name}</strong>
            <EnvironmentBadge environment={environment} />
          </Group>
          <Text size="sm" c="dimmed">
            {entryMessage(entry)}
          </Text>
          {choice.kind !== 'skip' && entry.stayRetired.length > 0 && (
            <Text size="sm">{retiredMessage(entry.stayRetired)}</Text>
          )}
        </Stack>
        <NativeSelect
          aria-label={`Action for ${name}`}
          w={150}
          value={choice.kind}
          data={[...kinds]}
          onChange={(event) => {
            const kind = kinds.find(({ value }) => value === event.currentTarget.value)?.value
            if (kind !== undefined)
              onChange(kind === 'add' && place.kind === 'new' ? { kind, name } : choiceOfKind(entry, kind))
          }}
        />
      </Group>
      <PreviewedNetwork profile={entry} isKept={keepsNetwork} />
      {choice.kind === 'add' && place.kind !== 'new' && (
        <TextInput
          label={`New name for ${name}`}
          value={choice.name}
          error={problem}
          onChange={(event) => onChange({ kind: 'add', name: event.currentTarget.value })}
        />
      )}
      {choice.kind === 'add' && concernsProduction({ environment, place: { kind: 'new' } }) && (
        <ProductionSign profile={{ name: choice.name, environment: 'production' }} />
      )}
      {choice.kind === 'replace' && (place.kind === 'differs' || place.kind === 'name-taken') && (
        <>
          {concernsProduction(entry) && <ProductionSign profile={{ name: place.name, environment: 'production' }} />}
          <Text size="sm">{replaceMessage(place)}</Text>
        </>
      )}
    </li>
  )
}
