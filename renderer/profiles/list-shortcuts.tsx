import { Group } from '@mantine/core'
import { IconChevronRight, IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import type { DatasetSummary } from '#shared/lists/list.ts'
import { listNames, listTitles } from '#shared/profiles/list-name.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import { call } from '../platform/clavis.ts'
import { RouteLink } from '../platform/navigation.tsx'
import { Panel } from '../ui/layout/panel.tsx'
import { recordCount } from '../ui/text/count.ts'
import { agoText, useNow } from '../ui/text/use-now.ts'
import classes from './list-shortcuts.module.css'

/** How often the state of the lists is read while the page is shown, milliseconds. */
const refreshInterval = 5000

/** The way to each of the three lists, with the age of what is loaded, and to the reports that failed. */
export function ListShortcuts({ profile }: { readonly profile: Profile }): ReactElement {
  const now = useNow()
  const { data: loaded = [] } = useQuery({
    queryKey: ['loaded-lists', profile.id],
    queryFn: () => call('lists.loaded', { profileId: profile.id }),
    refetchInterval: refreshInterval,
    gcTime: 0,
  })
  const reports = loaded.find(({ list, records }) => list === 'reports' && records > 0)
  return (
    <Panel title="Lists">
      <div className={classes['shortcuts']}>
        {listNames.map((list) => (
          <RouteLink key={list} className={classes['shortcut']} to={{ page: 'lists', profileId: profile.id, list }}>
            <IconTable size={16} aria-hidden />
            <span className={classes['words']}>
              {listTitles[list]}
              <small className={classes['age']}>
                {ageText(
                  loaded.find((each) => each.list === list),
                  now,
                )}
              </small>
            </span>
            <IconChevronRight size={15} aria-hidden />
          </RouteLink>
        ))}
      </div>
      {reports !== undefined && <FailedReports profile={profile} reports={reports} />}
    </Panel>
  )
}

function ageText(summary: DatasetSummary | undefined, now: number): string {
  if (summary === undefined || summary.pages === 0) return 'Not loaded'
  return `${recordCount(summary.records)}, loaded ${agoText(Date.parse(summary.startedAt), now)}`
}

/** Links to the loaded reports with each state that reads as a failure. */
function FailedReports({
  profile,
  reports,
}: {
  readonly profile: Profile
  readonly reports: DatasetSummary
}): ReactElement | null {
  const { data: failed = [] } = useQuery({
    queryKey: ['report-states', reports.datasetId, reports.records],
    // Its code is large for the first page, and often not needed.
    queryFn: async () => (await import('./failed-reports.ts')).failedReports(reports),
    gcTime: 0,
  })
  if (failed.length === 0) return null
  return (
    <Group component="p" gap="4px 14px" mt={14} fz="sm" c="dimmed">
      Failed reports:
      {failed.map(({ text, count, filterLine }) => (
        <RouteLink
          key={text}
          className={classes['failure']}
          to={{ page: 'lists', profileId: profile.id, list: 'reports', filterLine }}
        >
          {count.toLocaleString()} {text}
        </RouteLink>
      ))}
    </Group>
  )
}
