import { Group, Table, VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'
import {
  isRemovalInterrupted,
  keyStateWords,
  originWords,
  removalInterrupted,
} from '#shared/credentials/recovery-messages.ts'
import type { KeyRecord, KeyState } from '#shared/credentials/recovery.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import { EnvironmentBadge } from '../../ui/controls/environment-badge.tsx'
import { useDates } from '../../ui/text/dates.tsx'
import { Mono } from '../../ui/text/mono.tsx'
import { KeyActions } from './key-actions.tsx'
import classes from './key-table.module.css'

/** How each state looks, and what it means. */
const states: Readonly<Record<KeyState, { readonly tone?: 'warn' | 'bad'; readonly explanation?: string }>> = {
  unassigned: { tone: 'warn', explanation: 'No profile uses this key.' },
  unreadable: { tone: 'warn', explanation: 'Only part of the key is left. It can’t be used.' },
  'marked-deleted': { tone: 'warn', explanation: 'Marked as deleted in the profile, but still in your keychain.' },
  missing: { tone: 'bad', explanation: 'Not in your keychain. Import the key again, or create a new one.' },
  'in-progress': { explanation: 'Clavis is working with this key.' },
  assigned: {},
}

function explanationOf(key: KeyRecord): string | undefined {
  return isRemovalInterrupted(key) ? removalInterrupted : states[key.state].explanation
}

/** Renders a table of keys with what is known of each and its next step. */
export function KeyTable({
  keys,
  label,
}: {
  readonly keys: readonly KeyRecord[]
  readonly label: string
}): ReactElement {
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
  return (
    <p className={classes['note']}>{origin === undefined ? 'Unknown' : visibleLine(originWords(origin, timeZone))}</p>
  )
}
