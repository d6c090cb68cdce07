import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAlerts } from '../expiry/use-warnings.ts'
import { queries } from '../platform/queries.ts'
import type { KnownProfile } from './what-is-next.ts'

/** Returns what is known of every profile, in their order. */
export function useKnownProfiles(): { readonly known: readonly KnownProfile[]; readonly now: number } {
  const { data: profiles } = useQuery(queries.profiles)
  const { data: replacements } = useQuery(queries.replacements)
  const { data: statuses } = useQuery(queries.statuses)
  const { judged, alerts, now } = useAlerts()
  const known = useMemo(() => {
    const judgedOf = new Map(judged.map((each) => [each.profile.id, each]))
    const alerting = new Set(alerts.map(({ profile }) => profile.id))
    const replacementOf = new Map(replacements?.map((view) => [view.profileId, view]))
    const statusOf = new Map(statuses?.map((status) => [status.profileId, status]))
    return (profiles ?? []).map((profile) => ({
      profile,
      judged: judgedOf.get(profile.id),
      isAlert: alerting.has(profile.id),
      replacement: replacementOf.get(profile.id),
      status: statusOf.get(profile.id),
    }))
  }, [profiles, replacements, statuses, judged, alerts])
  return { known, now }
}
