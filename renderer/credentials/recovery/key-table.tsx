import { Group, Table, VisuallyHidden, Button, Select } from '@mantine/core'
import { useMutation, useQueryClient, useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import {
  isRemovalInterrupted,
  keyStateWords,
  originWords,
  removalInterrupted,
} from '#shared/credentials/recovery-messages.ts'
import type { KeyRecord, KeyState } from '#shared/credentials/recovery.ts'
import { environmentNames, needsCertificate } from '#shared/profiles/environment.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import { call } from '../../platform/clavis.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { queries } from '../../platform/queries.ts'
import { SecondaryButton } from '../../ui/controls/buttons.tsx'
import { EnvironmentBadge } from '../../ui/controls/environment-badge.tsx'
import { DialogForm } from '../../ui/dialog/dialog-form.tsx'
import { openDialog } from '../../ui/dialog/open-dialog.tsx'
import { showError } from '../../ui/dialog/show-error.tsx'
import { useDates } from '../../ui/text/dates.tsx'
import { Mono } from '../../ui/text/mono.tsx'
import classes from './key-table.module.css'

/** How each state looks, and what it means. */
const states: Readonly<Record<KeyState, { readonly tone?: 'warn' | 'bad'; readonly explanation?: string }>> = {
  unassigned: { tone: 'warn' },
  unreadable: { tone: 'warn', explanation: 'Only part of the key is left. It can’t be used.' },
  'marked-deleted': { tone: 'warn', explanation: 'Marked as deleted in the profile, but still in your keychain.' },
  missing: { tone: 'bad', explanation: 'Not in your keychain. Import the key again, or create a new one.' },
  'in-progress': { explanation: 'Clavis is working with this key.' },
  assigned: {},
}

function explanationOf(key: KeyRecord): string | undefined {
  return isRemovalInterrupted(key) ? removalInterrupted : states[key.state].explanation
}

interface KeyTableProps {
  readonly keys: readonly KeyRecord[]
  readonly label: string
}

/** Renders a table of keys with what is known of each and its next step. */
export function KeyTable({ keys, label }: KeyTableProps): ReactElement {
  return (
    <Table className={classes['table'] ?? ''} aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th className={classes['key'] ?? ''}>Key</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Profile</Table.Th>
          <Table.Th>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map((key) => (
          <Table.Tr key={key.keyId} data-key={key.keyId}>
            <Table.Td className={classes['key'] ?? ''}>
              <Mono>{key.keyId.slice(0, 8)}</Mono>
            </Table.Td>
            <Table.Td>
              <span className={classes['state']} data-tone={states[key.state].tone}>
                {keyStateWords[key.state]}
              </span>
              {explanationOf(key) !== undefined && <p className={classes['note']}>{explanationOf(key)}</p>}
            </Table.Td>
            <Table.Td>
              <Owner record={key} />
            </Table.Td>
            <Table.Td className={classes['actions'] ?? ''}>
              <KeyActions record={key} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Owner({ record: { profile, origin } }: { readonly record: KeyRecord }): ReactElement {
  const { timeZone } = useDates()
  if (profile !== undefined)
    return (
      <>
        <Group component="span" gap={6}>
          {visibleLine(profile.name)}{' '}
          <EnvironmentBadge environment={profile.environment} isPractice={profile.practice} />
        </Group>
        <p className={classes['note']}>{visibleLine(profile.credentialName)}</p>
      </>
    )
  return origin === undefined ? <>–</> : <p className={classes['note']}>{visibleLine(originWords(origin, timeZone))}</p>
}

/** Renders the actions for a key: first those that use it, then deleting it, which main confirms. */
function KeyActions({ record }: { readonly record: KeyRecord }): ReactElement | null {
  const { keyId, state, profile } = record
  const { go } = useNavigation()
  const client = useQueryClient()
  const reload = (): Promise<void> => client.invalidateQueries({ queryKey: queries.recoverableKeys.queryKey })
  const restore = useMutation({
    mutationFn: (profileId: string) => call('recovery.attach', { keyId, profileId }),
    onSuccess: reload,
    onError: (error) => showError('Couldn’t restore the key', error),
  })
  const remove = useMutation({
    mutationFn: () => call('recovery.delete', { keyId }),
    onSuccess: reload,
    onError: (error) => showError('Couldn’t delete the key', error),
  })
  if (state === 'assigned' || state === 'in-progress') return null
  if (state === 'missing')
    return profile === undefined ? null : (
      <SecondaryButton
        size="xs"
        onClick={() => go({ page: 'credentials', profileId: profile.id, credentialId: keyId })}
      >
        View credential
      </SecondaryButton>
    )
  return (
    <Group component="span" display="inline-flex" gap={6} wrap="nowrap">
      {state === 'unassigned' && (
        <SecondaryButton size="xs" onClick={() => openAttachKey(record, () => void reload())}>
          Attach to profile…
        </SecondaryButton>
      )}
      {state === 'marked-deleted' && profile !== undefined && (
        <SecondaryButton size="xs" loading={restore.isPending} onClick={() => restore.mutate(profile.id)}>
          Restore
        </SecondaryButton>
      )}
      <Button size="xs" variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
        Delete…
      </Button>
    </Group>
  )
}

function openAttachKey(record: KeyRecord, onDone: () => void): void {
  openDialog('Attach key to a profile', (close) => (
    <AttachKey
      record={record}
      onCancel={close}
      onDone={() => {
        close()
        onDone()
      }}
    />
  ))
}

interface AttachKeyProps {
  readonly record: KeyRecord
  readonly onCancel: () => void
  readonly onDone: () => void
}

function AttachKey({ record: { keyId, origin }, onCancel, onDone }: AttachKeyProps): ReactElement {
  const { data: profiles = [] } = useQuery(queries.profiles)
  const fitting = profiles.filter(needsCertificate)
  const [chosen, setChosen] = useState<string | null>(origin?.profileId ?? null)
  const profile = fitting.find(({ id }) => id === chosen)
  const attach = useMutation({
    mutationFn: (profileId: string) => call('recovery.attach', { keyId, profileId }),
    onSuccess: onDone,
  })
  return (
    <DialogForm
      description="Adds the key to the profile as a credential, with its certificate if that was imported before."
      work={attach}
      action="Attach key"
      isReady={profile !== undefined}
      onCancel={onCancel}
      onSubmit={() => profile !== undefined && attach.mutate(profile.id)}
    >
      <Select
        label="Profile"
        data-autofocus
        openOnFocus={false}
        data={fitting.map(({ id, name, environment }) => ({
          value: id,
          label: `${visibleLine(name)} (${environmentNames[environment]})`,
        }))}
        value={profile?.id ?? null}
        onChange={setChosen}
        placeholder={fitting.length === 0 ? 'No profile uses keys' : 'Select a profile'}
        searchable
      />
    </DialogForm>
  )
}
