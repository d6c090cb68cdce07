import { Table, VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'
import { keyStateWords, originWords } from '../../shared/model/credential/recovery-messages.ts'
import type { KeyRecord, KeyState } from '../../shared/model/credential/recovery.ts'
import { visibleLine } from '../../shared/model/values/visible-text.ts'
import { EnvironmentBadge } from '../ui/environment/environment-badge.tsx'
import { Mono } from '../ui/text/mono.tsx'
import { KeyActions } from './key-actions.tsx'
import classes from './key-table.module.css'

/** Explanations of the states. */
const explanations: Readonly<Record<KeyState, string | undefined>> = {
  unassigned: 'No profile uses this key.',
  unreadable: 'Only part of the key is left. It can’t be used.',
  'marked-deleted': 'Marked as deleted in the profile, but still in your keychain.',
  missing: 'Not in your keychain. Import the key again, or create a new one.',
  'in-progress': 'Clavis is working with this key.',
  assigned: undefined,
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
              <span className={classes['state']} data-state={key.state}>
                {keyStateWords[key.state]}
              </span>
              {explanations[key.state] !== undefined && <p className={classes['note']}>{explanations[key.state]}</p>}
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
  if (profile !== undefined)
    return (
      <>
        <span className={classes['profile']}>
          {visibleLine(profile.name)} <EnvironmentBadge environment={profile.environment} />
        </span>
        <p className={classes['note']}>{visibleLine(profile.credentialName)}</p>
      </>
    )
  return <p className={classes['note']}>{origin === undefined ? 'Unknown' : visibleLine(originWords(origin))}</p>
}
