import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAlerts } from '../expiry/use-warnings.ts'
import { queries } from '../platform/queries.ts'
import { useDates } from '../ui/text/dates.tsx'
import { homeRows, type HomeRow } from './home-rows.ts'

/** Returns every profile with what is next, the most urgent first. */
export function useHomeRows(): { readonly rows: readonly HomeRow[]; readonly now: number } {
  const { data: profiles } = useQuery(queries.profiles)
  const { data: replacements } = useQuery(queries.replacements)
  const { data: statuses } = useQuery(queries.statuses)
  const { judged, alerts, now } = useAlerts()
  const dates = useDates()
  const rows = useMemo(() => {
    const judgedOf = new Map(judged.map((each) => [each.profile.id, each]))
    const alerting = new Set(alerts.map(({ profile }) => profile.id))
    const replacementOf = new Map(replacements?.map((view) => [view.profileId, view]))
    const statusOf = new Map(statuses?.map((status) => [status.profileId, status]))
    const known = (profiles ?? []).map((profile) => ({
      profile,
      judged: judgedOf.get(profile.id),
      isAlert: alerting.has(profile.id),
      replacement: replacementOf.get(profile.id),
      status: statusOf.get(profile.id),
    }))
    return homeRows(known, now, dates)
  }, [profiles, replacements, statuses, judged, alerts, now, dates])
  return { rows, now }
}
