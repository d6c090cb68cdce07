import { Anchor, Checkbox, Group, Table, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import type { LocalAddress } from '#shared/local-address/local-address.ts'
import { words } from '#shared/profiles/profile-settings.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { RouteLink } from '../platform/navigation.tsx'
import { queries, useReadOnly } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { Copyable } from '../ui/text/copy-button.tsx'
import { Instant } from '../ui/text/dates.tsx'
import { Mono } from '../ui/text/mono.tsx'

/** Opens and closes the profile's local address, and shows which programs use it. */
export function LocalAddressPanel({ profile }: { readonly profile: Profile }): ReactElement {
  const readOnly = useReadOnly(profile)
  const { data: open = [] } = useQuery(queries.localAddresses)
  const address = open.find(({ profileId }) => profileId === profile.id)
  const [hasPort, setHasPort] = useState(false)
  const { id: profileId } = profile
  const opening = useMutation({
    mutationFn: () => call('localAddress.open', { profileId, ...(hasPort && { port: 0 }) }),
  })
  const closing = useMutation({ mutationFn: () => call('localAddress.close', { profileId }) })
  const error = opening.error ?? closing.error
  return (
    <Panel
      title="Local address"
      description="Programs on this computer call the API here. Clavis adds the token; they see neither key nor token."
      actions={
        address === undefined ? (
          <SecondaryButton loading={opening.isPending} disabled={readOnly} onClick={() => opening.mutate()}>
            Open
          </SecondaryButton>
        ) : (
          <SecondaryButton loading={closing.isPending} onClick={() => closing.mutate()}>
            Close
          </SecondaryButton>
        )
      }
    >
      {error !== null && <ErrorPanel error={error} />}
      {address === undefined ? (
        <Checkbox
          size="sm"
          label="Also on a port"
          description="For programs that can’t use a socket, such as Postman. The address has a path that can’t be guessed."
          checked={hasPort}
          onChange={(event) => setHasPort(event.currentTarget.checked)}
        />
      ) : (
        <OpenAddress address={address} />
      )}
      <Text size="sm" c="dimmed" mt="sm">
        {ruleOf(profile)} {profile.environment === 'production' && 'Clavis asks you before a program’s first request. '}
        <Anchor
          component={RouteLink}
          inherit
          underline="always"
          to={{ page: 'edit-profile', profileId, field: 'localMethods' }}
        >
          Change…
        </Anchor>
      </Text>
    </Panel>
  )
}

function OpenAddress({ address }: { readonly address: LocalAddress }): ReactElement {
  const { profileId, socketPath, url, curl, openedAt, requestsLastMinute, programs } = address
  return (
    <>
      <Facts
        items={[
          ...(url === undefined ? [] : [{ label: 'Address', value: <Copyable text={url} label="Copy address" /> }]),
          { label: 'Socket', value: <Copyable text={socketPath} label="Copy socket" /> },
          { label: 'Try it', value: <Copyable text={curl} label="Copy curl command" /> },
          { label: 'Opened', value: <Instant value={openedAt} /> },
          {
            label: 'Requests',
            value: `${requestsLastMinute.toLocaleString()} in the last minute, refused ones included`,
          },
        ]}
      />
      {programs.length > 0 && <Programs profileId={profileId} programs={programs} />}
    </>
  )
}

function Programs({ profileId, programs }: Pick<LocalAddress, 'profileId' | 'programs'>): ReactElement {
  const isAsked = programs.some(({ consent }) => consent !== undefined)
  return (
    <>
      <Table aria-label="Programs" mt="sm" layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Program</Table.Th>
            <Table.Th>Requests</Table.Th>
            <Table.Th>Last request</Table.Th>
            {isAsked && <Table.Th>Your answer</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {programs.map(({ name, path, pid, requests, lastRequestAt, consent, agreedUntil }) => (
            <Table.Tr key={path ?? name}>
              <Table.Td title={path}>
                <Mono>{name}</Mono>
                {pid !== undefined && (
                  <Text span size="xs" c="dimmed" ml={6}>
                    process {pid}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{requests.toLocaleString()}</Table.Td>
              <Table.Td>
                <Instant value={lastRequestAt} />
              </Table.Td>
              {isAsked && (
                <Table.Td>
                  {consent === 'refused' && 'Refused'}
                  {agreedUntil !== undefined && (
                    <>
                      Allowed until <Instant value={agreedUntil} />
                    </>
                  )}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {isAsked && (
        <Group mt="xs">
          <SecondaryButton size="xs" onClick={() => void call('localAddress.revokeConsents', { profileId })}>
            Ask again
          </SecondaryButton>
        </Group>
      )}
    </>
  )
}

/** Says what programs may send. */
function ruleOf({ localMethods, localPaths }: Profile): string {
  const methods = ['GET', 'HEAD', ...words(localMethods)].join(', ')
  const paths = words(localPaths)
  return `${methods}${paths.length === 0 ? ', every path.' : ` below ${paths.join(' and ')}.`}`
}
