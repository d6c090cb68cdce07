import { Button, EmptyState, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconExternalLink, IconPlayerPlay, IconPlayerStop, IconTargetArrow, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { PracticeState } from '#shared/practice/practice.ts'
import { flavorNames } from '#shared/profiles/environment.ts'
import { call } from '../platform/clavis.ts'
import { askFirst, RouteLink } from '../platform/navigation.tsx'
import { queries } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { EnvironmentBadge } from '../ui/controls/environment-badge.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { notifySuccess } from '../ui/controls/notify.tsx'
import { showError } from '../ui/dialog/show-error.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { PageBody } from '../ui/layout/page-body.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { Copyable } from '../ui/text/copy-button.tsx'
import { DataChoice, FaultSwitches, RecordCount } from './practice-settings.tsx'
import classes from './practice-page.module.css'

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
        description="A local simulator of the payments service. It checks every rule of the service’s document and names the one that failed. Nothing leaves this computer."
        actions={
          state !== undefined && (
            <>
              {state.kind === 'running' ? (
                <SecondaryButton icon={IconPlayerStop} loading={stop.isPending} onClick={() => stop.mutate()}>
                  Stop
                </SecondaryButton>
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
            title="Try Clavis end to end"
            description="Starts the simulator and creates profiles for Mock, Client Testing, Production and Legacy OAuth, with their own keys and certificates."
          >
            <EmptyState.Actions>
              <Button loading={setUp.isPending} onClick={() => setUp.mutate()}>
                Set up practice profiles
              </Button>
            </EmptyState.Actions>
          </EmptyState>
        </Panel>
      )}
      {state?.kind === 'running' && <Running state={state} onChange={keep} />}
      {state !== undefined && state.profiles > 0 && (
        <Panel
          order={2}
          title="Practice profiles"
          description={state.kind === 'running' ? undefined : 'Start the practice service to use them.'}
        >
          <PracticeProfiles />
          <Group justify="space-between" mt="md" gap="sm">
            <span className={classes['quiet']}>
              Deletes all practice profiles with their keys and secrets, and stops the service.
            </span>
            <SecondaryButton icon={IconTrash} onClick={() => askToTearDown(() => client.invalidateQueries())}>
              Remove practice data
            </SecondaryButton>
          </Group>
        </Panel>
      )}
    </PageBody>
  )
}

interface RunningProps {
  readonly state: Extract<PracticeState, { kind: 'running' }>
  readonly onChange: (state: PracticeState) => void
}

function Running({ state, onChange }: RunningProps): ReactElement {
  async function openPortal(): Promise<void> {
    try {
      await call('app.openExternal', { url: state.portalUrl })
    } catch (error) {
      showError('Couldn’t open the portal', error)
    }
  }
  return (
    <>
      <Panel
        order={2}
        title="Addresses"
        actions={
          <SecondaryButton rightSection={<IconExternalLink size={15} />} onClick={() => void openPortal()}>
            Open portal
          </SecondaryButton>
        }
      >
        <Facts
          items={[
            { label: 'Portal', value: <Copyable text={state.portalUrl} label="Copy portal address" /> },
            { label: 'API and tokens', value: <Copyable text={state.httpOrigin} label="Copy API address" /> },
            { label: 'Mutual TLS', value: <Copyable text={state.httpsOrigin} label="Copy mutual TLS address" /> },
          ]}
        />
      </Panel>
      <Panel
        order={2}
        title="Data"
        description={
          state.data.isAwkward
            ? 'Number of records in each list.'
            : 'Number of reports, over the last six months. Report configurations and reporting groups are fewer.'
        }
      >
        <RecordCount key={state.records} records={state.records} onChange={onChange} />
        <DataChoice data={state.data} onChange={onChange} />
      </Panel>
      <Panel
        order={2}
        title="Simulated faults"
        description="See how Clavis and your code handle errors. Each fault stays on until you turn it off."
      >
        <FaultSwitches faults={state.faults} onChange={onChange} />
      </Panel>
    </>
  )
}

function PracticeProfiles(): ReactElement {
  const { data: profiles = [] } = useQuery(queries.profiles)
  return (
    <ul>
      {profiles
        .filter(({ practice }) => practice)
        .map((profile) => (
          <li key={profile.id} className={classes['profile']}>
            <EnvironmentBadge environment={profile.environment} isPractice />
            <RouteLink to={{ page: 'overview', profileId: profile.id }}>{profile.name}</RouteLink>
            <span className={classes['flavor']}>{flavorNames[profile.flavor]}</span>
          </li>
        ))}
    </ul>
  )
}

function askToTearDown(refresh: () => Promise<void>): void {
  askFirst({
    title: 'Remove practice data?',
    text: 'This deletes the practice profiles with their keys, certificates, secrets and snapshots. Your own profiles are not affected.',
    action: 'Remove',
    run: () => {
      call('practice.tearDown').then(
        async () => {
          await refresh()
          notifications.show({ title: 'Practice data removed', message: 'You can set it up again at any time.' })
        },
        (error: unknown) => showError('Couldn’t remove all practice data', error),
      )
    },
  })
}
