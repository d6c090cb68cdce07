import { Button, Group, TextInput } from '@mantine/core'
import { IconWorldSearch } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import type { ActivityEntry } from '#shared/requests/activity.ts'
import { call } from '../platform/clavis.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { TrustButton } from '../tokens/trust-button.tsx'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { EmptyState } from '../ui/controls/empty-state.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { InlineForm } from '../ui/controls/inline-form.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { CallResponse } from './call-answer.tsx'

/** Number of recent calls that are offered. */
const offered = 8

/** Returns recently called addresses, newest first, each once. @param entries newest first */
export function recentCalls(entries: readonly ActivityEntry[]): string[] {
  const addresses = entries.flatMap(({ kind, what, address }) =>
    kind === 'call' && what === 'Call' && address !== undefined ? [address] : [],
  )
  return [...new Set(addresses)].slice(0, offered)
}

/** Sends GET requests below the profile’s addresses with its token. Read-only by design. */
export function CallsPage({ profile }: { readonly profile: Profile }): ReactElement {
  const client = useQueryClient()
  const { go } = useNavigation()
  const [path, setPath] = useState('')
  const queryKey = ['calls', profile.id]
  const recent = useQuery({
    queryKey,
    queryFn: async () => recentCalls(await call('activity.list', { profileId: profile.id, limit: 5000 })),
  })
  const get = useMutation({
    mutationFn: (asked: string) => call('connection.get', { profileId: profile.id, path: asked }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  function submit(): void {
    if (path.trim() !== '' && !get.isPending) get.mutate(path)
  }
  const header = <PageHeader title="Calls" description="Send read-only GET requests with this profile’s token." />
  if (profile.apiBaseUrl === '' && profile.reportsBaseUrl === '')
    return (
      <>
        {header}
        <EmptyState
          icon={<IconWorldSearch />}
          title="No base address"
          action={<Button onClick={() => go({ page: 'edit-profile', profileId: profile.id })}>Edit profile</Button>}
        >
          This profile has no API or reporting base address.
        </EmptyState>
      </>
    )
  return (
    <>
      {header}
      <Panel>
        <InlineForm gap={10} wrap="nowrap" onSubmit={submit}>
          <TextInput
            flex={1}
            label="Path or URL"
            description={`Relative to ${profile.apiBaseUrl === '' ? profile.reportsBaseUrl : profile.apiBaseUrl}`}
            placeholder={profile.helloPath}
            autoComplete="off"
            spellCheck={false}
            maxLength={8000}
            value={path}
            onChange={(event) => setPath(event.currentTarget.value)}
          />
          <Button type="submit" mt={24} loading={get.isPending} disabled={path.trim() === ''}>
            Send
          </Button>
        </InlineForm>
        {recent.data !== undefined && recent.data.length > 0 && (
          <Group gap={6} mt="sm" fz="xs" c="dimmed">
            <span>Recent</span>
            {recent.data.map((address) => (
              <SecondaryButton
                key={address}
                size="compact-xs"
                title={address}
                onClick={() => {
                  setPath(address)
                  get.mutate(address)
                }}
              >
                {shortAddress(address, profile)}
              </SecondaryButton>
            ))}
          </Group>
        )}
      </Panel>
      {get.isError && (
        <ErrorPanel
          error={get.error}
          onRetry={() => get.mutate(path)}
          actions={<TrustButton profile={profile} error={get.error} />}
        />
      )}
      {get.data !== undefined && <CallResponse key={get.submittedAt} result={get.data} />}
    </>
  )
}

/** Returns an address relative to the base that it is below. */
function shortAddress(address: string, { apiBaseUrl, reportsBaseUrl }: Profile): string {
  const base = [apiBaseUrl, reportsBaseUrl].find((each) => each !== '' && address.startsWith(each))
  const rest = base === undefined ? address : address.slice(base.length).replace(/^\//u, '')
  return rest === '' ? address : rest
}
