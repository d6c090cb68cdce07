import { Checkbox, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Fragment, useState, type ReactElement, type ReactNode } from 'react'
import type { Profile } from '../../shared/model/profile/profile.ts'
import type { ProfilePreview } from '../../shared/model/profile/profile-preview.ts'
import { fingerprintInPairs } from '../../shared/model/profile/trust.ts'
import { call } from '../platform/calls/clavis.ts'
import { EnvironmentBadge } from '../ui/environment/environment-badge.tsx'
import { DialogForm } from '../ui/dialog/dialog-form.tsx'
import { Mono } from '../ui/text/mono.tsx'
import classes from './import-preview.module.css'

/** Shows what a profile file would bring, and imports it; its authorities and proxies only if the person wants them. */
export function ImportPreview({
  fileId,
  profiles,
  onCancel,
  onDone,
}: {
  readonly fileId: string
  readonly profiles: readonly ProfilePreview[]
  readonly onCancel: () => void
  readonly onDone: (imported: readonly Profile[]) => Promise<void>
}): ReactElement {
  const [withNetwork, setWithNetwork] = useState(false)
  const hasNetwork = profiles.some(({ authorities, proxy }) => authorities.length > 0 || proxy !== undefined)
  const run = useMutation({
    mutationFn: () => call('profiles.importFile', { fileId, withNetwork }),
    onSuccess: onDone,
  })
  return (
    <DialogForm work={run} action="Import" takesFocus onCancel={onCancel} onSubmit={() => run.mutate()}>
      <ul className={classes['profiles']} aria-label="Profiles in the file" tabIndex={0}>
        {profiles.map((profile) => (
          <li key={profile.name}>
            <Group component="span" gap="4px 10px">
              <strong>{profile.name}</strong>
              <EnvironmentBadge environment={profile.environment} />
            </Group>
            <PreviewFacts profile={profile} isKept={withNetwork} />
          </li>
        ))}
      </ul>
      {hasNetwork && (
        <Checkbox
          label="Keep trusted CAs and proxies"
          description="They can read what these profiles send. Compare the fingerprints with your network administrator."
          checked={withNetwork}
          onChange={(event) => setWithNetwork(event.currentTarget.checked)}
        />
      )}
    </DialogForm>
  )
}

function PreviewFacts({
  profile: { hosts, parameters, authorities, proxy },
  isKept,
}: {
  readonly profile: ProfilePreview
  readonly isKept: boolean
}): ReactElement {
  return (
    <dl className={classes['facts']}>
      <dt>Hosts</dt>
      <dd>{hosts.join(', ')}</dd>
      {parameters.map(({ name, value }) => (
        <Fragment key={name}>
          <dt>Token parameter</dt>
          <dd>
            <Mono>
              {name}={value}
            </Mono>
          </dd>
        </Fragment>
      ))}
      {authorities.map(({ subject, sha256 }) => (
        <ImportedItem key={sha256} label="Trusted CA" isKept={isKept}>
          {subject} <Mono>SHA-256 {fingerprintInPairs(sha256.slice(0, 16))}…</Mono>
        </ImportedItem>
      ))}
      {proxy !== undefined && (
        <ImportedItem label="Proxy" isKept={isKept}>
          {proxy}
        </ImportedItem>
      )}
    </dl>
  )
}

/** Renders what is left out unless the person keeps it. */
function ImportedItem({
  label,
  isKept,
  children,
}: {
  readonly label: string
  readonly isKept: boolean
  readonly children: ReactNode
}): ReactElement {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {children}
        {!isKept && (
          <Text span size="sm" c="dimmed">
            {' '}
            (left out)
          </Text>
        )}
      </dd>
    </>
  )
}
