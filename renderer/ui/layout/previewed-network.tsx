import { Checkbox, Text } from '@mantine/core'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import type { ProfilePreview } from '#shared/profiles/profile-preview.ts'
import { fingerprintInPairs } from '#shared/profiles/trust.ts'
import { Mono } from '../text/mono.tsx'
import classes from './previewed-network.module.css'

type Network = Pick<ProfilePreview, 'hosts' | 'parameters' | 'authorities' | 'proxy'>

/** Returns whether a profile of a file has trusted CAs or a proxy, which are left out unless the person keeps them. */
export function hasNetwork({ authorities, proxy }: Pick<Network, 'authorities' | 'proxy'>): boolean {
  return authorities.length > 0 || proxy !== undefined
}

interface KeepNetworkProps {
  readonly isChecked: boolean
  readonly onChange: (isChecked: boolean) => void
}

/** Renders the choice to keep the trusted CAs and proxies of a file. */
export function KeepNetwork({ isChecked, onChange }: KeepNetworkProps): ReactElement {
  return (
    <Checkbox
      label="Keep trusted CAs and proxies"
      description="They can read what these profiles send. Compare the fingerprints with your network administrator."
      checked={isChecked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** Renders where a profile of a file sends data, with its trusted CAs and proxy. */
export function PreviewedNetwork({
  profile: { hosts, parameters, authorities, proxy },
  isKept,
}: {
  readonly profile: Network
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

interface ImportedItemProps {
  readonly label: string
  readonly isKept: boolean
  readonly children: ReactNode
}

/** Renders what is left out unless the person keeps it. */
function ImportedItem({ label, isKept, children }: ImportedItemProps): ReactElement {
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
