import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { ReactElement } from 'react'
import type { BackupChoice, BackupEntry } from '#shared/backup/backup.ts'
import { EnvironmentBadge } from '../ui/controls/environment-badge.tsx'
import { ProductionSign } from '../ui/controls/production-sign.tsx'
import { PreviewedNetwork } from '../ui/layout/previewed-network.tsx'
import { entryMessage, replaceMessage, retiredMessage } from './messages.ts'
import { choiceOfKind, concernsProduction, kindsFor } from './restore-choice.ts'
import classes from './backup.module.css'

/** Renders a profile of a backup: what it is, its counterpart on this computer, and what to do with it. */
export function RestoreEntry({
  entry,
  choice,
  problem,
  keepsNetwork,
  onChange,
}: {
  readonly entry: BackupEntry
  readonly choice: BackupChoice
  readonly problem: string | undefined
  /** Whether trusted CAs and proxies are restored. */
  readonly keepsNetwork: boolean
  readonly onChange: (choice: BackupChoice) => void
}): ReactElement {
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
