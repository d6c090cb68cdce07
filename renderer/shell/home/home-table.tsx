import { Button, VisuallyHidden } from '@mantine/core'
import { useDeferredValue, type ReactElement } from 'react'
import { dayCount } from '#shared/expiry/warning-messages.ts'
import { nextActionLabel } from '#shared/health/next-action.ts'
import { environmentNames } from '#shared/profiles/environment.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { calendarDays } from '#shared/values/local-day.ts'
import { routeOfAction } from '../../health/route-of-action.ts'
import { checkOf, type JudgedHealth } from '../../health/use-healths.ts'
import { RouteLink, useNavigation } from '../../platform/navigation.tsx'
import { EnvironmentShape } from '../../ui/controls/environment-badge.tsx'
import { useDates } from '../../ui/text/dates.tsx'
import { useFailedReports, type FailedCount } from './use-failed-reports.ts'
import classes from './home.module.css'

/** Height of a row, pixels. */
const rowHeight = 44

interface HomeTableProps {
  readonly rows: readonly JudgedHealth[]
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Renders the profiles as a table: one line each, whose name leads to the profile. */
export function HomeTable({ rows, now }: HomeTableProps): ReactElement {
  const failed = useFailedReports()
  const dates = useDates()
  // The first picture has the rows in view; the others follow at once.
  const isWhole = useDeferredValue(true, false)
  const later = isWhole ? [] : rows.slice(Math.ceil(window.innerHeight / rowHeight))
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
        {rows.slice(0, rows.length - later.length).map((row, index) => (
          <Row
            key={row.profile.id}
            row={row}
            isFirst={index === 0}
            failed={failed.get(row.profile.id)}
            now={now}
            dates={dates}
          />
        ))}
        {later.length > 0 && <Room rows={later} now={now} dates={dates} />}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly row: JudgedHealth
  readonly isFirst: boolean
  readonly failed: FailedCount | undefined
  readonly now: number
  readonly dates: DateText
}

function Row({ row, isFirst, failed, now, dates }: RowProps): ReactElement {
  const { go } = useNavigation()
  const { profile, health, lastToken, lastFailure } = row
  const { next, urgency } = health
  const label = nextActionLabel(next.action)
  const moment = (at: string | undefined): ReactElement =>
    at === undefined ? <None /> : <time dateTime={at}>{momentText(at, now, dates)}</time>
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
            variant={isFirst && (urgency === 'stopped' || urgency === 'urgent') ? 'filled' : 'default'}
            aria-label={`${label} ${profile.name}`}
            onClick={() => go(routeOfAction(next.action, profile.id))}
          >
            {label}
          </Button>
        )}
      </td>
      <td className={classes['number']} data-tone={toneOf(row)}>
        {certificateText(row) ?? <None />}
      </td>
      <td className={classes['third']}>{moment(lastToken?.at)}</td>
      <td className={classes['fourth']}>{moment(lastFailure?.at)}</td>
      <td className={classes['number']} data-priority="third">
        {failed === undefined ? <None /> : <Failed profileId={profile.id} failed={failed} />}
      </td>
    </tr>
  )
}

interface RoomProps {
  readonly rows: readonly JudgedHealth[]
  readonly now: number
  readonly dates: DateText
}

/** Takes the place of rows that are not drawn yet, so that nothing moves when they are: their height, and each column's width. */
function Room({ rows, now, dates }: RoomProps): ReactElement {
  return (
    <>
      {[...Map.groupBy(rows, toneOf)].map(([tone, same]) => {
        const lines = (textOf: (row: JudgedHealth) => string | undefined): string =>
          [...new Set(same.flatMap((row) => textOf(row) ?? []))].join('\n')
        return (
          <tr key={tone} className={classes['room']} aria-hidden>
            <th>
              <span className={classes['profile']}>
                <span className={classes['shape']}>
                  <EnvironmentShape environment="mock" size={11} />
                </span>
                <span className={classes['name']}>{lines(({ profile }) => profile.name)}</span>
              </span>
            </th>
            <td className={classes['next']} />
            <td className={classes['action']}>
              <Button size="xs" variant="default" tabIndex={-1}>
                {lines(({ health }) => nextActionLabel(health.next.action))}
              </Button>
            </td>
            <td className={classes['number']} data-tone={tone}>
              {lines(certificateText)}
            </td>
            <td className={classes['third']}>{lines(({ lastToken }) => momentText(lastToken?.at, now, dates))}</td>
            <td className={classes['fourth']}>{lines(({ lastFailure }) => momentText(lastFailure?.at, now, dates))}</td>
            <td className={classes['number']} data-priority="third" />
          </tr>
        )
      })}
      <tr aria-hidden>
        <td colSpan={7} style={{ height: rows.length * rowHeight }} />
      </tr>
    </>
  )
}

function toneOf({ health }: JudgedHealth): string | undefined {
  return checkOf(health, 'certificate')?.level
}

/** Says how long a profile's certificate is valid; undefined if it has none. */
function certificateText({ health: { daysLeft } }: JudgedHealth): string | undefined {
  return daysLeft === undefined ? undefined : daysLeft < 0 ? 'Expired' : dayCount(daysLeft)
}

function None(): ReactElement {
  return <span className={classes['nothing']}>–</span>
}

/** Says a time of today, “Yesterday”, or a date. @param at ISO 8601 */
function momentText(at: string | undefined, now: number, dates: DateText): string | undefined {
  if (at === undefined) return undefined
  const moment = Date.parse(at)
  const days = calendarDays(moment, now, dates.timeZone)
  return days === 0 ? dates.parts(moment, { timeStyle: 'short' }) : days === 1 ? 'Yesterday' : dates.date(moment)
}

function Failed({ profileId, failed }: { readonly profileId: ProfileId; readonly failed: FailedCount }): ReactElement {
  const { count, part, filterLine } = failed
  const to = { page: 'lists', profileId, list: 'reports' } as const
  return (
    <>
      {count === 0 ? (
        '0'
      ) : (
        <RouteLink to={filterLine === undefined ? to : { ...to, filterLine }} className={classes['failed']}>
          {count.toLocaleString()}
          <VisuallyHidden> failed reports</VisuallyHidden>
        </RouteLink>
      )}
      {part !== undefined && (
        <span className={classes['part']} title="Loaded so far">
          {' '}
          of {part.toLocaleString()}
          <VisuallyHidden> loaded so far</VisuallyHidden>
        </span>
      )}
    </>
  )
}
