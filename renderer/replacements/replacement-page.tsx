import { Button, EmptyState, Skeleton } from '@mantine/core'
import { IconArrowRight, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { ofIssuer } from '#shared/expiry/warning-messages.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import {
  missingWords,
  replacementProgress,
  replacementStepTitles,
  replacementSummary,
} from '#shared/replacements/replacement-messages.ts'
import { type ReplacementStep, replacementSteps, walkedSteps } from '#shared/replacements/replacement-steps.ts'
import type { ReplacementView } from '#shared/replacements/replacement.ts'
import { openCreateBackup } from '../backup/backup-panel.tsx'
import { KeySizeButton } from '../credentials/create-key-button.tsx'
import { useStartReplacement } from '../credentials/start-replacement.ts'
import { RouteLink, useNavigation } from '../platform/navigation.tsx'
import { queries } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { Later } from '../ui/controls/later.tsx'
import { confirmAction } from '../ui/dialog/confirm-action.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { StepList } from '../ui/layout/step-list.tsx'
import type { StepState } from '../ui/layout/step-mark.tsx'
import { Instant, useDates } from '../ui/text/dates.tsx'
import { useNow } from '../ui/text/use-now.ts'
import { StepAction } from './step-action.tsx'
import { isRepeatable, StepAgain } from './step-again.tsx'
import { stepFact, timeOrDate } from './step-facts.ts'
import { useReplacement } from './use-replacement.ts'
import classes from './replacement-page.module.css'

const stepDetails: Readonly<Record<ReplacementStep, string>> = {
  'make-key': 'Created next to the active one and stored in your keychain.',
  'make-request': 'Same subject as before, unless you change it.',
  'export-request': 'Save or copy it, then send it to the certificate authority.',
  'import-certificate': 'Import the signed certificate, or drop it here.',
  upload: 'Save the new certificate and upload it on the portal’s Security page, next to the old one.',
  confirm: 'Paste the Thumbprint that the portal shows for the new certificate.',
  try: 'A real token request with the new key. The old one stays active.',
  switch: 'New tokens use the new key; running requests are unaffected. You can roll back.',
  watch: 'Get the first token after the switch.',
  retire: 'Takes the old credential out of use. Its key stays in your keychain.',
  remove: 'Delete it on the portal’s Security page, so that only the new one is accepted.',
  done: 'The new credential is active and the old one is retired.',
}

export function stepDetail(
  step: ReplacementStep,
  { replacement, step: current, missingInRequest }: ReplacementView,
): string {
  if (step === 'make-request' && current === step && missingInRequest !== undefined)
    return `${stepDetails[step]} ${missingWords(missingInRequest) ?? ''}. If you need them, ask your certificate authority to add them.`
  if (step === 'try' && current === 'try' && replacement.trial?.kind === 'failed')
    return `Test failed: ${replacement.trial.message} The old credential is still active. Check that the portal has this certificate and shows this thumbprint.`
  if (step === 'try' && current === 'try' && replacement.refusal !== undefined)
    return `Rolled back because the service refused the client: ${replacement.refusal.message} Fix the cause, then test again.`
  if (step === 'watch' && current === 'watch' && replacement.refusal !== undefined)
    return `The service refused the client: ${replacement.refusal.message}`
  if (step === 'confirm' && replacement.confirmationSkippedAt !== undefined) return 'Skipped.'
  return stepDetails[step]
}

/** Walks through the replacement of a profile's active credential. */
export function ReplacementPage({ profile }: { readonly profile: Profile }): ReactElement {
  const replacements = useQuery(queries.replacements)
  const credentials = useQuery(queries.credentials(profile.id))
  const failed = replacements.error ?? credentials.error
  if (failed !== null) return <ErrorPanel error={failed} onRetry={() => void replacements.refetch()} />
  if (replacements.data === undefined || credentials.data === undefined)
    return (
      <Later>
        <Skeleton height={360} radius="lg" />
      </Later>
    )
  const view = replacements.data.find(({ profileId }) => profileId === profile.id)
  const others = replacements.data.filter(({ profileId, step }) => profileId !== profile.id && step !== 'done')
  return (
    <>
      <PageHeader
        title="Replacement"
        description="Create a new credential, test it with a real token, then switch. No downtime; resumes after a restart."
      />
      {view === undefined ? (
        <Beginning profile={profile} hasActive={credentials.data.some(({ state }) => state === 'active')} />
      ) : (
        <Walk profile={profile} view={view} />
      )}
      {others[0] !== undefined && <NextProfile next={others[0]} more={others.length - 1} />}
    </>
  )
}

function Beginning({ profile, hasActive }: { readonly profile: Profile; readonly hasActive: boolean }): ReactElement {
  const start = useStartReplacement(profile.id)
  const { go } = useNavigation()
  return (
    <>
      <EmptyState
        icon={<IconRefresh />}
        title={hasActive ? 'No replacement in progress' : 'Nothing to replace'}
        description={
          hasActive
            ? 'Creates a new key. The current credential stays active until you switch.'
            : 'This profile has no active credential. Create a key and a CSR on its Credentials page.'
        }
      >
        <EmptyState.Actions>
          {hasActive ? (
            <KeySizeButton label="Start" loading={start.isPending} onChoose={(keySize) => start.mutate({ keySize })} />
          ) : (
            <Button onClick={() => go({ page: 'credentials', profileId: profile.id })}>Go to credentials</Button>
          )}
        </EmptyState.Actions>
      </EmptyState>
    </>
  )
}

function Walk({ profile, view }: { readonly profile: Profile; readonly view: ReplacementView }): ReactElement {
  const { data: credentials = [] } = useQuery(queries.credentials(profile.id))
  const actions = useReplacement(profile)
  const { data: profiles = [] } = useQuery(queries.profiles)
  const { go } = useNavigation()
  const dates = useDates()
  const now = useNow()
  const isDone = view.step === 'done'
  const successor = credentials.find(({ id }) => id === view.replacement.newCredentialId)
  const words = {
    when: (instant: string) => timeOrDate(instant, dates, now),
    day: (instant: string) => dates.date(new Date(instant)),
  }
  return (
    <Panel
      title={
        isDone
          ? replacementSummary(profile.name, view.newNotAfter && words.day(view.newNotAfter))
          : replacementProgress(view.step)
      }
      description={
        <>
          Started <Instant value={view.replacement.startedAt} />
          {view.oldNotAfter !== undefined && (
            <>
              {` · old certificate${ofIssuer(view.oldExpiringIssuer)} expires `}
              <Instant value={view.oldNotAfter} />
            </>
          )}
          {view.newNotAfter !== undefined && (
            <>
              {` · new one${ofIssuer(view.newExpiringIssuer)} expires `}
              <Instant value={view.newNotAfter} />
            </>
          )}
        </>
      }
      actions={
        isDone ? (
          <>
            <SecondaryButton
              loading={actions.run.isPending}
              onClick={() =>
                actions.run.mutate(async () => {
                  await actions.end()
                  go({ page: 'credentials', profileId: profile.id })
                })
              }
            >
              Finish
            </SecondaryButton>
            <Button onClick={() => openCreateBackup(profiles)}>Make a backup…</Button>
          </>
        ) : (
          <SecondaryButton
            onClick={() =>
              confirmAction(profile, {
                question: () => ({
                  message: 'Cancel this replacement?',
                  details: ['Both credentials stay as they are. Nothing is deleted or switched.'],
                  action: 'Cancel replacement',
                }),
                isDangerous: false,
                run: actions.end,
              })
            }
          >
            Cancel replacement…
          </SecondaryButton>
        )
      }
    >
      <StepList
        steps={walkedSteps.map((step) => ({
          id: step,
          title: replacementStepTitles[step],
          detail: (isPast(step, view) ? stepFact(step, view, credentials, words) : undefined) ?? stepDetail(step, view),
          state: stateOf(step, view),
          again: isRepeatable(step, view.step) && successor !== undefined && (
            <StepAgain
              step={step}
              profile={profile}
              successor={successor}
              credentials={credentials}
              actions={actions}
            />
          ),
          action: <StepAction profile={profile} view={view} credentials={credentials} actions={actions} />,
        }))}
      />
      {actions.run.isError && <ErrorPanel error={actions.run.error} />}
    </Panel>
  )
}

function NextProfile({ next, more }: { readonly next: ReplacementView; readonly more: number }): ReactElement {
  return (
    <p className={classes['next']}>
      Also in progress: <strong>{next.profileName}</strong> ({replacementProgress(next.step)})
      {more > 0 && ` and ${more} more`}
      <RouteLink className={classes['link']} to={{ page: 'replacement', profileId: next.profileId }}>
        Continue
        <IconArrowRight size={14} aria-hidden />
      </RouteLink>
    </p>
  )
}

function isPast(step: ReplacementStep, { step: current }: ReplacementView): boolean {
  return replacementSteps.indexOf(step) < replacementSteps.indexOf(current)
}

function stateOf(step: ReplacementStep, { step: current, replacement }: ReplacementView): StepState {
  const [place, here] = [replacementSteps.indexOf(step), replacementSteps.indexOf(current)]
  if (place > here) return 'later'
  if (place < here) return step === 'confirm' && replacement.confirmationSkippedAt !== undefined ? 'skipped' : 'done'
  const isTroubled =
    (step === 'try' && replacement.trial?.kind === 'failed') || (step === 'watch' && replacement.refusal !== undefined)
  return isTroubled ? 'problem' : 'next'
}
