import { Button, Group } from '@mantine/core'
import { modals } from '@mantine/modals'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconExternalLink, IconPlayerPlay, IconPlayerStop, IconTargetArrow, IconTrash } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type { PracticeState } from '../../shared/model/practice/practice.ts'
import { call } from '../platform/calls/clavis.ts'
import { PageBody } from '../ui/layout/page-body.tsx'
import { queries } from '../platform/calls/queries.ts'
import { CopyButton } from '../ui/text/copy-button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../ui/feedback/error-panel.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { Mono } from '../ui/text/mono.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { notifySuccess } from '../ui/feedback/notify.ts'
import { showError } from '../ui/feedback/show-error.tsx'
import { FaultSwitches } from './fault-switches.tsx'
import { PracticeProfiles } from './practice-profiles.tsx'
import { RecordCount } from './record-count.tsx'
import classes from './practice-page.module.css'

/** The practice service: on and off, what it plays, and the way to be rid of it. */
export function PracticePage(): ReactElement {
  const practice = useQuery(queries.practice)
  const client = useQueryClient()
  const keep = (state: PracticeState): void => {
    client.setQueryData(queries.practice.queryKey, state)
  }
  const start = useMutation({ mutationFn: () => call('practice.start'), onSuccess: keep })
  const stop = useMutation({ mutationFn: () => call('practice.stop'), onSuccess: keep })
  const setUp = useMutation({
    mutationFn: () => call('practice.setUp'),
    onSuccess: async (profiles) => {
      await Promise.all([
        client.invalidateQueries({ queryKey: queries.profiles.queryKey }),
        client.invalidateQueries({ queryKey: queries.practice.queryKey }),
      ])
      notifySuccess('Practice profiles are ready', profiles.map(({ name }) => name).join(', '))
    },
  })
  const failure = [start, stop, setUp].find(({ isError }) => isError)
  const state = practice.data

  return (
    <PageBody>
      <PageHeader
        order={1}
        title="Practice service"
        description="A strict stand-in for the payments service on this computer. It checks every rule of the service’s document and says which one was broken. Nothing leaves this machine."
        actions={
          state !== undefined && (
            <>
              {state.kind === 'running' ? (
                <Button
                  variant="default"
                  leftSection={<IconPlayerStop size={15} />}
                  loading={stop.isPending}
                  onClick={() => stop.mutate()}
                >
                  Stop
                </Button>
              ) : (
                state.profiles > 0 && (
                  <Button
                    leftSection={<IconPlayerPlay size={15} />}
                    loading={start.isPending}
                    onClick={() => start.mutate()}
                  >
                    Start
                  </Button>
                )
              )}
            </>
          )
        }
      />
      {failure !== undefined && <ErrorPanel error={failure.error} />}
      {practice.isError && <ErrorPanel error={practice.error} onRetry={() => void practice.refetch()} />}
      {state?.kind === 'stopped' && state.profiles === 0 && (
        <Panel>
          <EmptyState
            icon={<IconTargetArrow />}
            title="See the whole thing work"
            action={
              <Button loading={setUp.isPending} onClick={() => setUp.mutate()}>
                Set up practice profiles
              </Button>
            }
          >
            One click starts the service and makes profiles for Mock, Client Testing, Production and the legacy flavor,
            with keys and certificates of their own.
          </EmptyState>
        </Panel>
      )}
      {state?.kind === 'running' && <Running state={state} onChange={keep} />}
      {state !== undefined && state.profiles > 0 && (
        <Panel
          order={2}
          title="Practice profiles"
          description={
            state.kind === 'running' ? undefined : 'They have nobody to talk to until the service is started.'
          }
        >
          <PracticeProfiles />
          <Group justify="space-between" mt="md" gap="sm">
            <span className={classes['quiet']}>
              Removing takes every practice profile with its keys and secrets, and stops the service.
            </span>
            <Button
              variant="default"
              leftSection={<IconTrash size={15} />}
              onClick={() => askToTearDown(() => client.invalidateQueries())}
            >
              Remove everything practice
            </Button>
          </Group>
        </Panel>
      )}
    </PageBody>
  )
}

function Running({
  state,
  onChange,
}: {
  readonly state: Extract<PracticeState, { kind: 'running' }>
  readonly onChange: (state: PracticeState) => void
}): ReactElement {
  async function openPortal(): Promise<void> {
    try {
      await call('app.openExternal', { url: state.portalUrl })
    } catch (error) {
      showError('The portal was not opened', error)
    }
  }
  return (
    <>
      <Panel
        order={2}
        title="Where it listens"
        actions={
          <Button variant="default" rightSection={<IconExternalLink size={15} />} onClick={() => void openPortal()}>
            Open portal
          </Button>
        }
      >
        <Facts
          items={[
            { label: 'Portal', value: <Address text={state.portalUrl} label="Copy portal address" /> },
            { label: 'API and tokens', value: <Address text={state.httpOrigin} label="Copy API address" /> },
            { label: 'Mutual TLS', value: <Address text={state.httpsOrigin} label="Copy mutual TLS address" /> },
          ]}
        />
      </Panel>
      <Panel
        order={2}
        title="Records"
        description="How many each list holds. Records come in the shapes that hurt: missing and nested fields, changing types, numbers of 18 digits, text in many scripts."
      >
        <RecordCount key={state.records} records={state.records} onChange={onChange} />
      </Panel>
      <Panel
        order={2}
        title="Faults"
        description="What goes wrong on request, so that you see how Clavis and your own code take it. Each stays on until you turn it off."
      >
        <FaultSwitches faults={state.faults} onChange={onChange} />
      </Panel>
    </>
  )
}

function Address({ text, label }: { readonly text: string; readonly label: string }): ReactElement {
  return (
    <span className={classes['address']}>
      <Mono>{text}</Mono>
      <CopyButton text={text} label={label} />
    </span>
  )
}

function askToTearDown(refresh: () => Promise<void>): void {
  modals.openConfirmModal({
    title: 'Remove everything practice?',
    children: 'The practice profiles go with their keys, certificates and secrets. Your own profiles are not touched.',
    labels: { cancel: 'Cancel', confirm: 'Remove' },
    confirmProps: { color: 'red' },
    onConfirm: () => {
      call('practice.tearDown').then(
        async () => {
          await refresh()
          notifications.show({ title: 'Practice is gone', message: 'Set it up again whenever you like.' })
        },
        (error: unknown) => showError('Not everything was removed', error),
      )
    },
  })
}
