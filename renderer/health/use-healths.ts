import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Health, HealthCheck, ProfileHealth } from '#shared/health/health-schemas.ts'
import type { Profile, ProfileId } from '#shared/profiles/profile.ts'
import { queries } from '../platform/queries.ts'

/** A profile with what is remembered of it, and its health. */
export interface JudgedHealth extends ProfileHealth {
  readonly profile: Profile
}

/** Returns every profile with its health as main judges it, the most urgent first. */
export function useHealths(): readonly JudgedHealth[] {
  const { data: profiles } = useQuery(queries.profiles)
  const { data: statuses } = useQuery(queries.health)
  return useMemo(() => {
    const profileOf = new Map(profiles?.map((profile) => [profile.id, profile]))
    return (statuses ?? []).flatMap((status) => {
      const profile = profileOf.get(status.profileId)
      return profile === undefined ? [] : [{ ...status, profile }]
    })
  }, [profiles, statuses])
}

/** Returns what is remembered of a profile and its health; undefined until it is loaded. */
export function useHealth(profileId: ProfileId): ProfileHealth | undefined {
  const { data } = useQuery(queries.health)
  return data?.find((status) => status.profileId === profileId)
}

/** Returns how one part of a profile stands; undefined if it has none. */
export function checkOf({ checks }: Pick<Health, 'checks'>, subject: HealthCheck['subject']): HealthCheck | undefined {
  return checks.find((check) => check.subject === subject)
}
