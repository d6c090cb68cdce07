import { Autocomplete, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import type { ActivityLine } from '#shared/requests/activity.ts'
import { call } from '../platform/clavis.ts'
import { useReadOnly } from '../platform/queries.ts'
import { RequestErrorActions } from '../tokens/request-error-actions.tsx'
import { IconButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { InlineForm } from '../ui/controls/inline-form.tsx'
import { CallResponse } from './call-response.tsx'
import classes from './requests.module.css'

interface SendFieldProps {
  readonly profile: Profile
  /** Of the log, newest first: recent calls are suggested. */
  readonly entries: readonly ActivityLine[]
}

/** Sends a GET request below the profile’s addresses with its token, and shows the response. Read-only by design. */
export function SendField({ profile, entries }: SendFieldProps): ReactElement {
  const [path, setPath] = useState('')
  const [areCallsOffered, setCallsOffered] = useState(false)
  const readOnly = useReadOnly(profile)
  const get = useMutation({
    mutationFn: (asked: string) => call('connection.get', { profileId: profile.id, path: asked }),
  })
  function submit(): void {
    setCallsOffered(false)
    if (path.trim() !== '' && !get.isPending) get.mutate(path)
  }
  const base = profile.apiBaseUrl === '' ? profile.reportsBaseUrl : profile.apiBaseUrl
  return (
    <>
      <InlineForm gap={8} wrap="nowrap" align="center" onSubmit={submit}>
        <Autocomplete
          flex={1}
          aria-label="Path or URL"
          leftSection={<span className={classes['method']}>GET</span>}
          leftSectionWidth={52}
          placeholder={`${profile.helloPath}, below ${base}`}
          autoComplete="off"
          spellCheck={false}
          maxLength={8000}
          data={recentAddresses(entries)}
          // When the focus returns after Send, they would cover the response.
          openOnFocus={path === ''}
          dropdownOpened={areCallsOffered}
          onDropdownOpen={() => setCallsOffered(true)}
          onDropdownClose={() => setCallsOffered(false)}
          value={path}
          onChange={setPath}
        />
        <Button type="submit" loading={get.isPending} disabled={readOnly || path.trim() === ''}>
          Send
        </Button>
      </InlineForm>
      {get.isError && (
        <ErrorPanel
          error={get.error}
          onRetry={() => get.mutate(path)}
          actions={<RequestErrorActions profile={profile} error={get.error} />}
        />
      )}
      {get.data !== undefined && (
        <CallResponse
          key={get.submittedAt}
          result={get.data}
          close={<IconButton label="Close response" icon={IconX} onClick={() => get.reset()} />}
        />
      )}
    </>
  )
}

/** Number of recent calls that are offered. */
const offered = 8

/** Returns recently called addresses, newest first, each once. @param entries newest first */
export function recentAddresses(entries: readonly ActivityLine[]): string[] {
  const addresses = entries.flatMap(({ kind, what, address }) =>
    kind === 'call' && what === 'Call' && address !== undefined ? [address] : [],
  )
  return [...new Set(addresses)].slice(0, offered)
}
