import { Button, Checkbox, EmptyState, Group, Select, VisuallyHidden } from '@mantine/core'
import { IconRefresh, IconArrowRight } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { keySizes, type KeySize } from '#shared/credentials/credential.ts'
import { judge } from '#shared/expiry/expiry.ts'
import type { WatchedCertificate } from '#shared/expiry/warning-schemas.ts'
import { nextActionLabel } from '#shared/health/next-action.ts'
import { needsCertificate } from '#shared/profiles/environment.ts'
import { replacementProgress } from '#shared/replacements/replacement-messages.ts'
import type { ReplacementView } from '#shared/replacements/replacement.ts'
import { routeOfAction } from '../health/route-of-action.ts'
import { checkOf, type JudgedHealth, useHealths } from '../health/use-healths.ts'
import { call } from '../platform/clavis.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { queries } from '../platform/queries.ts'
import { SecondaryButton } from '../ui/controls/buttons.tsx'
import { EnvironmentBadge } from '../ui/controls/environment-badge.tsx'
import { ErrorPanel } from '../ui/controls/error-panel.tsx'
import { toggled } from '../ui/controls/toggled.ts'
import { PageBody } from '../ui/layout/page-body.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { useDates } from '../ui/text/dates.tsx'
import { ExpiryBadge } from '../ui/text/expiry-badge.tsx'
import { TogetherButtons, type StepFailures } from './together-buttons.tsx'
import classes from './replacements-page.module.css'

/** Replacements that are under way, and active certificates that could be replaced, several in one go. */
export function ReplacementsPage(): ReactElement {
  const replacements = useQuery(queries.replacements)
  const expiry = useQuery(queries.expiry)
  const healths = useHealths()
  const failed = replacements.error ?? expiry.error
  const underWay = replacements.data ?? []
  const isInProgress = underWay.some(({ step }) => step !== 'done')
  const others = healths.filter(
    ({ profile }) => needsCertificate(profile) && underWay.every((view) => view.profileId !== profile.id),
  )
  const activeOf = ({ profile }: JudgedHealth): WatchedCertificate | undefined =>
    expiry.data?.certificates.find(({ active, profileId }) => active && profileId === profile.id)
  const candidates = others.flatMap((each) => activeOf(each) ?? [])
  const dead = expiry.data === undefined ? [] : others.filter((each) => activeOf(each) === undefined)
  return (
    <PageBody>
      <VisuallyHidden component="h2">Replacements</VisuallyHidden>
      {failed !== null && <ErrorPanel error={failed} onRetry={() => void replacements.refetch()} />}
      {/* From the button that starts several, the focus goes on to their next step. */}
      <div className={classes['steps']} data-focus-scope>
        {underWay.length > 0 && <Replacements title={isInProgress ? 'In progress' : 'Finished'} views={underWay} />}
        {dead.length > 0 && <DeadProfiles profiles={dead} />}
        {candidates.length > 0 && <Candidates certificates={candidates} isNext={!isInProgress} />}
      </div>
      {expiry.data !== undefined && underWay.length === 0 && others.length === 0 && (
        <EmptyState icon={<IconRefresh />} title="Nothing to replace" description="No profile needs a certificate." />
      )}
    </PageBody>
  )
}

/** Returns the profiles whose certificates warn; practice profiles only if there are no others. */
export function preselected(
  certificates: readonly WatchedCertificate[],
  now: number,
  timeZone: string | undefined,
): ReadonlySet<string> {
  const urgent = certificates.filter((each) => judge(each, each.thresholds, now, timeZone).urgency !== 'fine')
  const real = urgent.filter(({ practice }) => !practice)
  const hasReal = certificates.some(({ practice }) => !practice)
  return new Set((hasReal ? real : urgent).map(({ profileId }) => profileId))
}

function Candidates({
  certificates,
  isNext,
}: {
  readonly certificates: readonly WatchedCertificate[]
  /** Whether to start is what is next, and no step of one in progress. */
  readonly isNext: boolean
}): ReactElement {
  const client = useQueryClient()
  const { go } = useNavigation()
  const [keySize, setKeySize] = useState<KeySize>(2048)
  const { timeZone } = useDates()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => preselected(certificates, Date.now(), timeZone))
  const [started, setStarted] = useState(0)
  const begin = useMutation({
    mutationFn: async (profileIds: readonly string[]) => {
      // One after the other: each creates a key, and if one fails, those before it are in progress.
      for (const profileId of profileIds) await call('replacements.start', { profileId, keySize })
    },
    onSettled: () => client.invalidateQueries({ queryKey: queries.replacements.queryKey }),
  })
  const wanted = certificates.map(({ profileId }) => profileId).filter((profileId) => chosen.has(profileId))

  async function start(): Promise<void> {
    const [first] = wanted
    await begin.mutateAsync(wanted)
    // Several go on together, on this page.
    if (first !== undefined && wanted.length === 1) go({ page: 'replacement', profileId: first })
    else setStarted((count) => count + 1)
  }
  return (
    <Panel title="Active certificates" order={2} description="Choose which to replace. Each gets a new key.">
      <ul className={classes['rows']}>
        {certificates.map((each) => (
          <li key={each.profileId} className={classes['row']}>
            <span className={classes['choice']}>
              <Checkbox
                aria-label={`Replace the certificate of ${each.profileName}`}
                checked={chosen.has(each.profileId)}
                onChange={(event) => setChosen(toggled(chosen, each.profileId, event.currentTarget.checked))}
              />
              <span className={classes['name']}>{each.profileName}</span>
            </span>
            <EnvironmentBadge environment={each.environment} isPractice={each.practice} />
            <span className={classes['progress']} />
            <ExpiryBadge validity={each} thresholds={each.thresholds} />
          </li>
        ))}
      </ul>
      {begin.isError && <ErrorPanel error={begin.error} />}
      <Group justify="flex-end" gap="xs" mt="md">
        <Select
          aria-label="Key size"
          w={130}
          allowDeselect={false}
          data={keySizes.map((value) => ({ value, label: `RSA ${value}` }))}
          value={keySize}
          onChange={(value) => setKeySize(value ?? 2048)}
        />
        <Button
          // Another one after each start, so that the focus goes on to the next step.
          key={started}
          variant={isNext ? 'filled' : 'default'}
          disabled={wanted.length === 0}
          loading={begin.isPending}
          onClick={() => void start().catch(() => undefined)}
        >
          {wanted.length > 1 ? `Start ${wanted.length} replacements` : 'Start replacement'}
        </Button>
      </Group>
    </Panel>
  )
}

interface ReplacementsProps {
  readonly title: string
  readonly views: readonly ReplacementView[]
}

/** Renders replacements with the steps that they can take together and why one failed. */
function Replacements({ title, views }: ReplacementsProps): ReactElement {
  const { go } = useNavigation()
  const [failures, setFailures] = useState<StepFailures>(new Map())
  return (
    <Panel title={title} order={2} actions={<TogetherButtons views={views} onFailures={setFailures} />}>
      <ul className={classes['rows']}>
        {views.map((view) => {
          const failure = failures.get(view.profileId) ?? failureOf(view)
          const action = view.step === 'done' ? 'View' : 'Continue'
          return (
            <li key={view.profileId} className={classes['row']}>
              <span className={classes['name']}>{view.profileName}</span>
              <EnvironmentBadge environment={view.environment} isPractice={view.practice} />
              <span className={classes['progress']}>
                {replacementProgress(view.step)}
                {failure !== undefined && <span className={classes['failure']}>{failure}</span>}
              </span>
              <SecondaryButton
                size="xs"
                rightSection={<IconArrowRight size={14} />}
                onClick={() => go({ page: 'replacement', profileId: view.profileId })}
                aria-label={`${action} ${view.profileName}`}
              >
                {action}
              </SecondaryButton>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

/** Returns why the service refused the new key, if that is stored. */
function failureOf({ replacement: { trial, refusal } }: ReplacementView): string | undefined {
  return trial?.kind === 'failed' ? trial.message : refusal?.message
}

/** Renders the profiles that get no token: there is nothing active to replace, so that each needs its own page. */
function DeadProfiles({ profiles }: { readonly profiles: readonly JudgedHealth[] }): ReactElement {
  const { go } = useNavigation()
  return (
    <Panel title="No active certificate" order={2} description="These profiles can’t request tokens.">
      <ul className={classes['rows']}>
        {profiles.map(({ profile, health }) => {
          const { words, action = { kind: 'set-up', step: 'key' } } = checkOf(health, 'certificate') ?? {}
          const label = nextActionLabel(action)
          return (
            <li key={profile.id} className={classes['row']}>
              <span className={classes['name']}>{profile.name}</span>
              <EnvironmentBadge environment={profile.environment} isPractice={profile.practice} />
              <span className={classes['progress']}>{words}</span>
              <SecondaryButton
                size="xs"
                rightSection={<IconArrowRight size={14} />}
                onClick={() => go(routeOfAction(action, profile.id))}
                aria-label={`${label} ${profile.name}`}
              >
                {label}
              </SecondaryButton>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
