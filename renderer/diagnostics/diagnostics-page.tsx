import { Button, UnstyledButton } from '@mantine/core'
import {
  IconArrowRight,
  IconChevronRight,
  IconStethoscope,
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { type DiagnosisCause, type DiagnosisStep, splitChecks, workingMessage } from '#shared/diagnostics/diagnosis.ts'
import { nextActionLabel } from '#shared/health/next-action.ts'
import { settings } from '#shared/profiles/profile-settings.ts'
import type { Profile, ProfileId } from '#shared/profiles/profile.ts'
import { openConfirmation } from '../credentials/confirm-credential.tsx'
import { call, useClavisEvent } from '../platform/clavis.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { usePageCommand } from '../platform/page-command.ts'
import { queries, useReadOnly } from '../platform/queries.ts'
import type { Route } from '../platform/route.ts'
import { ShowCertificateButton } from '../tokens/trust-button.tsx'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { Copyable } from '../ui/text/copy-button.tsx'
import { count } from '../ui/text/count.ts'
import classes from './diagnostics-page.module.css'

const placeWords: Readonly<Record<NonNullable<DiagnosisCause['place']>, string>> = {
  'edit-profile': 'Check settings',
  network: 'Check network settings',
  credentials: 'Go to credentials',
  confirmation: 'Confirm again…',
  token: 'Go to token',
  replacement: 'Start replacement',
}

/** Checks everything that a token and a call depend on, and shows what is wrong and where to fix it. */
export function DiagnosticsPage({ profile }: { readonly profile: Profile }): ReactElement {
  const [steps, setSteps] = useState<readonly DiagnosisStep[]>([])
  useClavisEvent('doctor.step', ({ profileId, step }) => {
    if (profileId === profile.id) setSteps((before) => [...before.filter(({ id }) => id !== step.id), step])
  })
  const diagnose = useMutation({
    onMutate: () => setSteps([]),
    mutationFn: () => call('doctor.diagnose', { profileId: profile.id }),
    onSuccess: (diagnosis) => setSteps(diagnosis.steps),
  })
  const readOnly = useReadOnly(profile)
  usePageCommand('diagnose', () => diagnose.mutate())
  const causes = diagnose.data?.causes
  return (
    <>
      <PageHeader
        title="Diagnostics"
        description="Checks keychain, certificate, network, token and lists, and explains what’s wrong. Requests a new token."
        actions={
          <Button
            leftSection={<IconStethoscope size={15} />}
            loading={diagnose.isPending}
            disabled={readOnly}
            onClick={() => diagnose.mutate()}
          >
            {diagnose.data === undefined ? 'Run diagnostics' : 'Run again'}
          </Button>
        }
      />
      {diagnose.isError && <ErrorPanel error={diagnose.error} onRetry={() => diagnose.mutate()} />}
      {steps.length > 0 && (
        <Panel>
          {causes !== undefined && (
            <p className={classes['verdict']} role="status" data-tone={verdictTone(causes, steps)}>
              {verdict(causes, steps)}
            </p>
          )}
          {causes !== undefined && causes.length > 0 && <Causes profile={profile} causes={causes} />}
          <Checks steps={steps} isDone={causes !== undefined} />
        </Panel>
      )}
    </>
  )
}

function verdictTone(causes: readonly DiagnosisCause[], steps: readonly DiagnosisStep[]): 'good' | 'warn' | 'bad' {
  if (causes.length > 0) return 'bad'
  return steps.some(({ outcome }) => outcome === 'warning' || outcome === 'bad') ? 'warn' : 'good'
}

function verdict(causes: readonly DiagnosisCause[], steps: readonly DiagnosisStep[]): string {
  if (causes.length === 0) return workingMessage(steps)
  return causes.length === 1 ? 'Likely cause' : 'Likely causes, most likely first'
}

interface CausesProps {
  readonly profile: Profile
  readonly causes: readonly DiagnosisCause[]
}

function Causes({ profile, causes }: CausesProps): ReactElement {
  const { go } = useNavigation()
  const { data: credentials = [] } = useQuery(queries.credentials(profile.id))
  const active = credentials.find(({ state }) => state === 'active')
  function fix({ place, field, suggestion }: DiagnosisCause): void {
    if (place === undefined) return
    if (place === 'confirmation' && active !== undefined) openConfirmation(profile, active, credentials)
    else if (field !== undefined)
      go({ page: 'edit-profile', profileId: profile.id, field, ...(suggestion === undefined ? {} : { suggestion }) })
    else go(routeOf(place, profile.id, active?.id))
  }
  return (
    <ol className={classes['causes']}>
      {causes.map((cause) => {
        const { id, what, evidence, remedy, place, command } = cause
        return (
          <li key={id} className={classes['cause']}>
            <div className={classes['words']}>
              <p className={classes['what']}>{what}</p>
              {evidence.length > 0 && <p className={classes['evidence']}>{evidence.join(' ')}</p>}
              <p className={classes['remedy']}>{remedy}</p>
              {command !== undefined && (
                <p className={classes['command']}>
                  <Copyable text={command} label="Copy command" />
                </p>
              )}
            </div>
            {(id === 'tls-intercepted' || id === 'tls-untrusted') && <ShowCertificateButton profile={profile} />}
            {place !== undefined && (
              <SecondaryButton size="xs" rightSection={<IconArrowRight size={14} />} onClick={() => fix(cause)}>
                {fixLabel(cause, place)}
              </SecondaryButton>
            )}
          </li>
        )
      })}
    </ol>
  )
}

type Place = NonNullable<DiagnosisCause['place']>

function fixLabel({ field }: DiagnosisCause, place: Place): string {
  if (field === undefined) return placeWords[place]
  return nextActionLabel({ kind: 'change-setting', field, label: settings[field].label }) ?? placeWords[place]
}

/** Returns the page where a problem is fixed. @param credentialId the active credential, shown first among the others */
function routeOf(place: Place, profileId: ProfileId, credentialId: string | undefined): Route {
  if (place === 'network') return { page: 'edit-profile', profileId, field: 'proxy' }
  if (place === 'credentials' || place === 'confirmation')
    return { page: 'credentials', profileId, ...(credentialId === undefined ? {} : { credentialId }) }
  return { page: place, profileId }
}

const outcomes = {
  good: { words: 'OK', icon: IconCircleCheck, tone: 'good' },
  warning: { words: 'Warning', icon: IconAlertTriangle, tone: 'warn' },
  bad: { words: 'Failed', icon: IconAlertCircle, tone: 'bad' },
  skipped: { words: 'Skipped', icon: IconCircleDashed, tone: 'plain' },
} as const satisfies Record<DiagnosisStep['outcome'], object>

interface ChecksProps {
  readonly steps: readonly DiagnosisStep[]
  readonly isDone: boolean
}

/** Renders the checks in order while they run; then what failed first, and what passed as one line that unfolds. */
function Checks({ steps, isDone }: ChecksProps): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const joined = [...Map.groupBy(steps, ({ sentence }) => sentence).values()].flatMap(together)
  const { others, passed } = splitChecks(joined)
  if (!isDone) return <DiagnosisLadder steps={steps} label="Checks" />
  return (
    <>
      {others.length > 0 && <DiagnosisLadder steps={others} label="Checks" />}
      {passed.length > 0 && (
        <UnstyledButton className={classes['passed'] ?? ''} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconCircleCheck className={classes['icon']} size={16} aria-hidden />
          {others.length === 0 ? `All ${passed.length} checks passed` : count(passed.length, 'check') + ' passed'}
          <IconChevronRight size={14} aria-hidden />
        </UnstyledButton>
      )}
      {isOpen && <DiagnosisLadder steps={passed} label="Passed checks" />}
    </>
  )
}

/** Joins checks that were skipped for one reason. */
function together(steps: readonly DiagnosisStep[]): readonly DiagnosisStep[] {
  const [first] = steps
  if (first?.outcome !== 'skipped' || steps.length === 1) return steps
  return [{ ...first, sentence: first.sentence.replace('Skipped', `${steps.length} checks skipped`) }]
}

interface DiagnosisLadderProps {
  readonly steps: readonly DiagnosisStep[]
  readonly label: string
}

/** Checks, in order: a sentence each, and what it rests on. */
function DiagnosisLadder({ steps, label }: DiagnosisLadderProps): ReactElement {
  return (
    <ol aria-label={label}>
      {steps.map(({ id, outcome, sentence, evidence }) => {
        const { words, icon: Icon, tone } = outcomes[outcome]
        return (
          <li key={id} className={classes['rung']} data-tone={tone}>
            <Icon className={classes['icon']} size={16} role="img" aria-label={words} />
            <div className={classes['words']}>
              <p className={classes['sentence']}>{sentence}</p>
              {evidence.length > 0 && (
                <dl className={classes['facts']}>
                  {evidence.map(({ label, value }, index) => (
                    <div key={`${label} ${index}`}>
                      <dt>{label}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
