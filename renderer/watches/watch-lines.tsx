import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { Profile } from '#shared/profiles/profile.ts'
import { dayAndTime } from '#shared/values/day-and-time.ts'
import { watchTitle } from '#shared/watches/watch-messages.ts'
import { scheduleWords } from '#shared/watches/watch-schedule.ts'
import type { Watch } from '#shared/watches/watch.ts'
import { RouteLink } from '../platform/navigation.tsx'
import { queries, useReadOnly } from '../platform/queries.ts'
import { SubjectLine } from '../ui/layout/subject-line.tsx'
import { useDates } from '../ui/text/dates.tsx'
import { useNow } from '../ui/text/use-now.ts'
import { Sparkline } from './sparkline.tsx'
import { useLoadNow } from './use-watch-actions.ts'
import { isWatchSnoozed } from './use-watch-snooze.ts'
import { nextWords, stateWords } from './watch-words.ts'
import lines from '../ui/layout/subject-line.module.css'
import classes from './watches.module.css'

/** Renders the watches of a profile, a line each. */
export function WatchLines(line: Omit<WatchLineProps, 'watch'>): ReactElement[] {
  const { data: watches = [] } = useQuery(queries.watches)
  return watches
    .filter(({ profileId }) => profileId === line.profile.id)
    .map((watch) => <WatchLine key={watch.id} {...line} watch={watch} />)
}

/** Renders the watches of several profiles, in their order, under a heading; nothing if there are none. */
export function WatchedLists({ profiles }: { readonly profiles: readonly Profile[] }): ReactElement | null {
  const { data: watches = [] } = useQuery(queries.watches)
  const watched = profiles.filter(({ id }) => watches.some(({ profileId }) => profileId === id))
  if (watched.length === 0) return null
  return (
    <section className={classes['watches']}>
      <h2>Watched lists</h2>
      <div className={lines['lines']}>
        {watched.map((profile) => (
          <WatchLines key={profile.id} profile={profile} namesProfile />
        ))}
      </div>
    </section>
  )
}

interface WatchLineProps {
  readonly profile: Profile
  readonly watch: Watch
  readonly namesProfile?: boolean
}

/** Says what a watch’s last load brought and when it is loaded next, with its counts as a small chart. */
function WatchLine({ profile, watch, namesProfile = false }: WatchLineProps): ReactElement {
  const readOnly = useReadOnly(profile)
  const { label, run } = useLoadNow(watch)
  const now = useNow(undefined, watch.nextAt === undefined ? [] : [watch.nextAt])
  const dates = useDates()
  const { words, tone } = stateWords(watch)
  const { lastLoad } = watch
  const rest = [
    ...(lastLoad === undefined ? [] : [`last load ${dayAndTime(lastLoad.at, now, dates)}`]),
    nextWords(watch, now, dates),
    ...(isWatchSnoozed(watch, now) ? ['warnings snoozed'] : []),
  ]
  return (
    <SubjectLine
      title={
        <>
          <RouteLink className={classes['title']} to={{ page: 'watch', profileId: profile.id, watchId: watch.id }}>
            {watchTitle(watch)}
          </RouteLink>
          <span className={classes['below']}>
            {namesProfile ? profile.name : `Watched ${scheduleWords(watch.settings.schedule)}`}
          </span>
        </>
      }
      action={
        <>
          <Sparkline counts={watch.counts} />
          <Button
            className={classes['load'] ?? ''}
            size="xs"
            variant="transparent"
            px={0}
            justify="flex-end"
            disabled={readOnly}
            onClick={run}
          >
            {label}
          </Button>
        </>
      }
    >
      <strong data-tone={tone}>{words}</strong> · {rest.join(' · ')}
    </SubjectLine>
  )
}
