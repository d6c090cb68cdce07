import { Box, Group, Loader, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { onFirstUse } from '../platform/on-first-use.ts'
import { useReadOnly } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { Later } from '../ui/controls/later.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { CodeBlock } from '../ui/text/code-block.tsx'
import { CopyButton } from '../ui/text/copy-button.tsx'
import { useDates } from '../ui/text/dates.tsx'
import { Mono } from '../ui/text/mono.tsx'
import { isAccepted, type ConnectionOutcome } from './connection.ts'
import { TrustButton } from './trust-button.tsx'
import classes from './connection-panel.module.css'

const milliseconds = onFirstUse(
  () => new Intl.NumberFormat(undefined, { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 }),
)
const bytes = onFirstUse(() => new Intl.NumberFormat(undefined, { style: 'unit', unit: 'byte', unitDisplay: 'long' }))

/** Renders the connection test (hello-world check) and the service's response. */
export function ConnectionPanel({
  profile,
  outcome,
  test,
  isOffered,
}: {
  readonly profile: Profile
  readonly outcome: ConnectionOutcome | undefined
  readonly test: UseMutationResult<ConnectionOutcome, Error, void>
  /** Whether a step of the setup already has the button. */
  readonly isOffered: boolean
}): ReactElement {
  const dates = useDates()
  const readOnly = useReadOnly(profile)
  return (
    <Panel
      title="Connection"
      description={
        <>
          Sends GET <Mono>{profile.helloPath}</Mono>. Requests a token first if needed.
        </>
      }
      actions={
        !isOffered && (
          <SecondaryButton
            icon={IconPlugConnected}
            loading={test.isPending}
            disabled={readOnly}
            onClick={() => test.mutate()}
          >
            Test connection
          </SecondaryButton>
        )
      }
    >
      <div aria-live="polite">
        {test.isPending && outcome === undefined && (
          <Later>
            <Group gap={10} c="dimmed">
              <Loader size={14} aria-hidden /> Waiting for the response…
            </Group>
          </Later>
        )}
        {!test.isPending && outcome === undefined && <Text c="dimmed">Not tested yet.</Text>}
        {outcome?.kind === 'failed' && (
          <ErrorPanel error={outcome.error} actions={<TrustButton profile={profile} error={outcome.error} />} />
        )}
        {outcome?.kind === 'response' && (
          <>
            <Group gap={10} c="dimmed" data-tone={isAccepted(outcome) ? 'good' : 'bad'}>
              <span className={classes['status']}>{outcome.result.status}</span>
              <span>
                {milliseconds().format(outcome.result.durationMs)} · {bytes().format(outcome.result.size)} · at{' '}
                {dates.clock(outcome.at)}
              </span>
            </Group>
            <Box my="xs" fz="sm">
              <Mono>{outcome.result.url}</Mono>
            </Box>
            {outcome.result.body === '' ? (
              <Text c="dimmed">The response has no body.</Text>
            ) : (
              <div className={classes['body']}>
                <CodeBlock label="Response body" mah={260} pr={44}>
                  {outcome.result.body}
                </CodeBlock>
                <span className={classes['copy']}>
                  <CopyButton text={outcome.result.body} label="Copy body" />
                </span>
              </div>
            )}
            {outcome.result.cut && <Text c="dimmed">Showing the first 256 KiB.</Text>}
          </>
        )}
      </div>
    </Panel>
  )
}
