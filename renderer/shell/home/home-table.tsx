import { Button } from '@mantine/core'
import { VisuallyHidden } from '@mantine/core'
import type { ReactElement } from 'react'
import { dayCount, urgencyTones } from '#shared/expiry/warning-messages.ts'
import { environmentNames } from '#shared/profiles/environment.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { calendarDays } from '#shared/values/local-day.ts'
import { RouteLink, useNavigation } from '../../platform/navigation.tsx'
import { nextActionLabel, routeOfAction } from '../../profiles/next-action.ts'
import { EnvironmentShape } from '../../ui/controls/environment-badge.tsx'
import { useDates } from '../../ui/text/dates.tsx'
import type { HomeRow } from './home-rows.ts'
import { useFailedReports, type FailedCount } from './use-failed-reports.ts'
import classes from './home.module.css'

/** Renders the profiles as a table: one line each, whose name leads to the profile. */
export function HomeTable({
  rows,
  now,
}: {
  readonly rows: readonly HomeRow[]
  /** Milliseconds since the epoch. */
  readonly now: number
}): ReactElement {
  const failed = useFailedReports()
  const dates = useDates()
  return (
    <table className={classes['table']} aria-label="Profiles">
      <thead>
        <tr>
          <th scope="col">Profile</th>
          <th scope="col" colSpan={2}>
            What’s next
          </th>
          <th scope="col" className={classes['number']}>
            Certificate
          </th>
          <th scope="col" className={classes['third']}>
            Last token
          </th>
          <th scope="col" className={classes['fourth']}>
            Last failure
          </th>
          <th scope="col" className={classes['number']} data-priority="third">
            Failed reports
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Row
            key={row.profile.id}
            row={row}
            isFirst={index === 0}
            failed={failed.get(row.profile.id)}
            now={now}
            dates={dates}
          />
        ))}
      </tbody>
    </table>
  )
}

function Row({
  row: { profile, next, urgency, judged, daysLeft, status },
  isFirst,
  failed,
  now,
  dates,
}: {
  readonly row: HomeRow
  readonly isFirst: boolean
  readonly failed: FailedCount | undefined
  readonly now: number
  readonly dates: DateText
}): ReactElement {
  const { go } = useNavigation()
  const label = nextActionLabel(next.action)
  const { lastToken, lastFailure } = status ?? {}
  return (
    <tr>
      <th scope="row">
        <RouteLink className={classes['profile']} to={{ page: 'overview', profileId: profile.id }}>
          <span className={classes['shape']} data-environment={profile.practice ? undefined : profile.environment}>
            <EnvironmentShape environment={profile.environment} size={11} />
          </span>
          <span className={classes['name']}>{profile.name}</span>
          <VisuallyHidden>
            {profile.practice
              ? `Practice ${environmentNames[profile.environment]}`
              : environmentNames[profile.environment]}
          </VisuallyHidden>
        </RouteLink>
      </th>
      <td className={classes['next']} data-urgency={urgency}>
        <span>{next.sentence}</span>
      </td>
      <td className={classes['action']}>
        {label !== undefined && (
          <Button
            size="xs"
            variant={isFirst && urgency === 'now' ? 'filled' : 'default'}
            aria-label={`${label} ${profile.name}`}
            onClick={() => go(routeOfAction(next.action, profile.id))}
          >
            {label}
          </Button>
        )}
      </td>
      <td className={classes['number']} data-tone={judged && urgencyTones[judged.expiry.urgency]}>
        {daysLeft === undefined ? <None /> : daysLeft < 0 ? 'Expired' : dayCount(daysLeft)}
      </td>
      <td className={classes['third']}>
        {lastToken === undefined ? <None /> : <Moment at={lastToken.at} now={now} dates={dates} />}
      </td>
      <td className={classes['fourth']}>
        {lastFailure === undefined ? <None /> : <Moment at={lastFailure.at} now={now} dates={dates} />}
      </td>
      <td className={classes['number']} data-priority="third">
        {failed === undefined ? <None /> : <Failed profileId={profile.id} failed={failed} />}
      </td>
    </tr>
  )
}

function None(): ReactElement {
  return <span className={classes['nothing']}>–</span>
}

/** Renders a time of today, “Yesterday”, or a date. */
function Moment({
  at,
  now,
  dates,
}: {
  /** ISO 8601. */
  readonly at: string
  readonly now: number
  readonly dates: DateText
}): ReactElement {
  const moment = Date.parse(at)
  const days = calendarDays(moment, now, dates.timeZone)
  const words = days === 0 ? dates.parts(moment, { timeStyle: 'short' }) : days === 1 ? 'Yesterday' : dates.date(moment)
  return <time dateTime={at}>{words}</time>
}

function Failed({ profileId, failed }: { readonly profileId: ProfileId; readonly failed: FailedCount }): ReactElement {
  const { count, filterLine } = failed
  if (count === 0) return <>0</>
  const to = { page: 'lists', profileId, list: 'reports' } as const
  return (
    <RouteLink to={filterLine === undefined ? to : { ...to, filterLine }} className={classes['failed']}>
      {count.toLocaleString()}
      <VisuallyHidden> failed reports</VisuallyHidden>
    </RouteLink>
  )
}
