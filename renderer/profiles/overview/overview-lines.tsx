import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { validityOf } from '#shared/expiry/expiry.ts'
import type { HealthCheck } from '#shared/health/health-schemas.ts'
import type { ProfileStatus } from '#shared/profiles/profile-status.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { TokenState } from '#shared/tokens/token.ts'
import { dayAndTime } from '#shared/values/day-and-time.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { queries } from '../../platform/queries.ts'
import type { Route } from '../../platform/route.ts'
import { CancelRequestButton } from '../../tokens/cancel-request-button.tsx'
import { checksMessage } from '../../tokens/checks-message.ts'
import { describeToken } from '../../tokens/messages.ts'
import { SubjectLine } from '../../ui/layout/subject-line.tsx'
import { useDates } from '../../ui/text/dates.tsx'
import { titleIfCut } from '../../ui/text/title-if-cut.ts'
import classes from './overview.module.css'

/** The plain button of a line, which opens a page. */
export function OpenButton({ to, children }: { readonly to: Route; readonly children: ReactNode }): ReactElement {
  const { go } = useNavigation()
  return (
    <Button size="xs" variant="transparent" px={0} onClick={() => go(to)}>
      {children}
    </Button>
  )
}

interface CheckLineProps {
  readonly title: string
  readonly check: HealthCheck
  readonly action?: ReactNode
  /** What is known besides, on one line that is cut; by default what the check says. */
  readonly more?: string | undefined
}

/** Renders how one part of the profile stands. */
export function CheckLine({ title, check, action, more }: CheckLineProps): ReactElement {
  const { level, words, detail } = check
  const tone = level === 'bad' || level === 'warn' ? level : undefined
  const rest = more ?? (detail === undefined ? undefined : withoutStop(detail))
  return (
    <SubjectLine title={title} action={action}>
      <span {...(more === undefined ? {} : { className: classes['oneLine'], ...titleIfCut(more) })}>
        <strong data-tone={tone}>{words}</strong>
        {rest !== undefined && ` · ${rest}`}
      </span>
    </SubjectLine>
  )
}

interface CertificateLineProps {
  readonly profile: Profile
  readonly check: HealthCheck
  readonly credential: Credential | undefined
  readonly action: ReactNode
}

/** Says when the leading credential's certificate expires. @param action what is next for it, if anything is */
export function CertificateLine({ profile, check, credential, action }: CertificateLineProps): ReactElement {
  const dates = useDates()
  const certificate = credential !== undefined && 'certificate' in credential ? credential.certificate : undefined
  const open = <OpenButton to={{ page: 'credentials', profileId: profile.id }}>Open</OpenButton>
  return (
    <CheckLine
      title="Certificate"
      check={check}
      action={action ?? open}
      more={certificate && `${dates.minutes(new Date(validityOf(certificate).notAfter))} · ${certificate.subject}`}
    />
  )
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/u, '')
}

interface TokenLineProps {
  readonly profile: Profile
  readonly check: HealthCheck
  readonly token: TokenState
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Says whether there is a token, and how its request was checked; else how the token stands. */
export function TokenLine({ profile, check, token, now }: TokenLineProps): ReactElement {
  const { data: log } = useQuery(queries.requestLog(profile.id))
  const { title, detail } = describeToken(token, now)
  const checks = token.kind === 'held' && log?.[0] !== undefined ? checksMessage(log[0].rules) : undefined
  // What failed before is said above, and until it works only there.
  const isLive =
    token.kind === 'held' || token.kind === 'requesting' || (token.kind === 'none' && check.level === 'good')
  return (
    <SubjectLine
      title="Token"
      action={
        token.kind === 'requesting' ? (
          <CancelRequestButton profileId={profile.id} />
        ) : (
          <OpenButton to={{ page: 'token', profileId: profile.id }}>
            {log?.[0] === undefined ? 'Open' : 'Request & response'}
          </OpenButton>
        )
      }
    >
      <strong>{isLive ? title : check.words}</strong>
      {isLive && ` · ${withoutStop(detail)}`}
      {checks !== undefined && ` · ${withoutStop(checks.words)}`}
    </SubjectLine>
  )
}

/** Says what failed last and what came after it; nothing if nothing did, or it is what is wrong now. */
export function LastFailureLine({
  profile,
  status: { lastFailure: failure, problem, failedList },
  now,
}: {
  readonly profile: Profile
  readonly status: ProfileStatus
  /** Milliseconds since the epoch. */
  readonly now: number
}): ReactElement | null {
  const dates = useDates()
  if (failure === undefined || [problem, failedList].some((each) => each?.at === failure.at)) return null
  const { what, message, at, recoveredAt } = failure
  const after =
    recoveredAt === undefined ? 'not tried again since' : `succeeded again ${dayAndTime(recoveredAt, now, dates)}`
  return (
    <SubjectLine
      title="Last failure"
      action={<OpenButton to={{ page: 'requests', profileId: profile.id, show: 'failures' }}>Show</OpenButton>}
    >
      {what}, {dayAndTime(at, now, dates)}: {withoutStop(message)} · {after}
    </SubjectLine>
  )
}
