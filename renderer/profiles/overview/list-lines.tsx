import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactElement } from 'react'
import type { DatasetSummary } from '#shared/lists/list.ts'
import { listNames, listTitles } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { RouteLink } from '../../platform/navigation.tsx'
import { queries } from '../../platform/queries.ts'
import { SubjectLine } from '../../ui/layout/subject-line.tsx'
import { recordCount } from '../../ui/text/count.ts'
import { agoText } from '../../ui/text/use-now.ts'
import { OpenButton } from './overview-lines.tsx'

interface ListLinesProps {
  readonly profile: Profile
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** Renders a line for each list: what is loaded, since when, and the reports that failed. */
export function ListLines({ profile, now }: ListLinesProps): ReactElement {
  const { data: loaded = [] } = useQuery(queries.loadedLists)
  return (
    <>
      {listNames.map((list) => {
        const summary = loaded.find((each) => each.profileId === profile.id && each.list === list && each.pages > 0)
        return (
          <SubjectLine
            key={list}
            title={listTitles[list]}
            action={
              <OpenButton to={{ page: 'lists', profileId: profile.id, list }}>
                {summary === undefined ? 'Load' : 'Open'}
              </OpenButton>
            }
          >
            {summary === undefined ? (
              'Not loaded'
            ) : (
              <>
                {recordCount(summary.records)}, loaded {agoText(Date.parse(summary.startedAt), now)}
                {list === 'reports' && summary.records > 0 && <FailedReports profile={profile} reports={summary} />}
              </>
            )}
          </SubjectLine>
        )
      })}
    </>
  )
}

interface FailedReportsProps {
  readonly profile: Profile
  readonly reports: DatasetSummary
}

/** Links to the loaded reports with each state that reads as a failure. */
function FailedReports({ profile, reports }: FailedReportsProps): ReactElement {
  const { data: failed = [] } = useQuery({
    queryKey: ['report-states', reports.datasetId, reports.records],
    // Its code is large for the first page, and often not needed.
    queryFn: async () => (await import('./failed-reports.ts')).failedReports(reports),
    gcTime: 0,
  })
  return (
    <>
      {failed.map(({ text, count, filterLine }) => (
        <Fragment key={text}>
          {' · '}
          <RouteLink to={{ page: 'lists', profileId: profile.id, list: 'reports', filterLine }}>
            {count.toLocaleString()} {text}
          </RouteLink>
        </Fragment>
      ))}
    </>
  )
}
