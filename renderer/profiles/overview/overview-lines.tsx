import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { judge, validityOf } from '#shared/expiry/expiry.ts'
import { describeValidity, urgencyTones } from '#shared/expiry/warning-messages.ts'
import type { ProfileStatus } from '#shared/profiles/profile-status.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { TokenState } from '#shared/tokens/token.ts'
import { useNavigation } from '../../platform/navigation.tsx'
import { queries } from '../../platform/queries.ts'
import type { Route } from '../../platform/route.ts'
import { CancelRequestButton } from '../../tokens/cancel-request-button.tsx'
import { checksMessage } from '../../tokens/checks-message.ts'
import { describeToken } from '../../tokens/messages.ts'
import { useDates } from '../../ui/text/dates.tsx'
import { dayAndTime } from '../../ui/text/day-and-time.ts'
import { titleIfCut } from '../../ui/text/title-if-cut.ts'
import { OverviewLine } from './overview-line.tsx'
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

interface CertificateLineProps {
  readonly profile: Profile
  readonly credential: Credential | undefined
  readonly thresholds: readonly number[]
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly action: ReactNode
}

/** Says when the leading credential's certificate expires. @param action what is next for it, if anything is */
export function CertificateLine({ profile, credential, thresholds, now, action }: CertificateLineProps): ReactElement {
  const dates = useDates()
  const certificate = credential !== undefined && 'certificate' in credential ? credential.certificate : undefined
  const open = <OpenButton to={{ page: 'credentials', profileId: profile.id }}>Open</OpenButton>
  if (certificate === undefined)
    return (
      <OverviewLine title="Certificate" action={action ?? open}>
        {credential === undefined ? 'No key yet' : 'Waiting for the signed certificate'}
      </OverviewLine>
    )
  const validity = validityOf(certificate)
  const { urgency } = judge(validity, thresholds, now, dates.timeZone)
  const at = new Date(validity.notAfter)
  return (
    <OverviewLine title="Certificate" action={action ?? open}>
      <span className={classes['oneLine']} {...titleIfCut(certificate.subject)}>
        <strong data-tone={urgencyTones[urgency] === 'note' ? undefined : urgencyTones[urgency]}>
          {describeValidity(validity, now, dates.timeZone)}
        </strong>{' '}
        · {dates.minutes(at)} · {certificate.subject}
      </span>
    </OverviewLine>
  )
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/u, '')
}

interface TokenLineProps {
  readonly profile: Profile
  readonly token: TokenState
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Says whether there is a token, and how its request was checked. */
export function TokenLine({ profile, token, now }: TokenLineProps): ReactElement {
  const { data: log } = useQuery(queries.requestLog(profile.id))
  const { title, detail, tone } = describeToken(token, now)
  const checks = token.kind === 'held' && log?.[0] !== undefined ? checksMessage(log[0].rules) : undefined
  return (
    <OverviewLine
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
      <strong data-tone={tone === 'bad' ? tone : undefined}>{title}</strong> · {withoutStop(detail)}
      {checks !== undefined && ` · ${withoutStop(checks.words)}`}
    </OverviewLine>
  )
}

/** Says what failed last and what came after it; nothing if nothing did. */
export function LastFailureLine({
  profile,
  status: { lastFailure: failure, problem },
  now,
}: {
  readonly profile: Profile
  readonly status: ProfileStatus
  /** Milliseconds since the epoch. */
  readonly now: number
}): ReactElement | null {
  const dates = useDates()
  if (failure === undefined) return null
  const { what, message, at, recoveredAt } = failure
  const after =
    recoveredAt === undefined ? 'not tried again since' : `succeeded again ${dayAndTime(recoveredAt, now, dates)}`
  return (
    <OverviewLine
      title="Last failure"
      action={<OpenButton to={{ page: 'requests', profileId: profile.id, show: 'failures' }}>Show</OpenButton>}
    >
      {what}, {dayAndTime(at, now, dates)}
      {/* Above, it is what is wrong now. */}
      {problem?.message !== message && `: ${withoutStop(message)}`} · {after}
    </OverviewLine>
  )
}
