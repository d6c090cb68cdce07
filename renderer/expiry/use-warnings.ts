import { useQuery } from '@tanstack/react-query'
import { useMemo, useEffect, useEffectEvent } from 'react'
import { isAlert, judgeProfiles, type JudgedProfile, wasInUse } from '#shared/expiry/profile-expiry.ts'
import type { WatchedCertificate } from '#shared/expiry/warning-schemas.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { call, useClavisEvent } from '../platform/clavis.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { queries } from '../platform/queries.ts'
import { showError } from '../ui/dialog/show-error.tsx'
import { useDates } from '../ui/text/dates.tsx'
import { useNow } from '../ui/text/use-now.ts'

/** Returns every profile that needs a certificate, judged now, the most urgent first; nothing until they are loaded. */
export function useJudgedProfiles(): { readonly judged: readonly JudgedProfile[]; readonly now: number } {
  const { data: profiles } = useQuery(queries.profiles)
  const { data } = useQuery(queries.expiry)
  const moments = data?.certificates.flatMap(({ notBefore, notAfter }) => [notBefore, notAfter])
  const now = useNow(undefined, moments)
  const { timeZone } = useDates()
  const judged = useMemo(
    () =>
      profiles === undefined || data === undefined ? [] : judgeProfiles(profiles, data.certificates, now, timeZone),
    [profiles, data, now, timeZone],
  )
  return { judged, now }
}

/** Returns the profiles that need attention now, the most urgent first. */
export function useAlerts(): {
  readonly alerts: readonly JudgedProfile[]
  readonly judged: readonly JudgedProfile[]
  readonly now: number
} {
  const { judged, now } = useJudgedProfiles()
  const { data: timeline } = useQuery(queries.timeline)
  const { data: statuses } = useQuery(queries.health)
  const alerts = useMemo(() => {
    const used = new Set([
      ...(timeline ?? []).filter(wasInUse).map(({ profileId }) => profileId),
      ...(statuses ?? []).filter(({ wasVerified }) => wasVerified).map(({ profileId }) => profileId),
    ])
    return judged.filter((each) => isAlert(each, used.has(each.profile.id), now))
  }, [judged, timeline, statuses, now])
  return { alerts, judged, now }
}

/** Returns the thresholds of a profile's certificates; undefined if it has none that is watched. */
export function useThresholds(profileId: ProfileId): readonly number[] | undefined {
  const { data } = useQuery(queries.expiry)
  return data?.certificates.find((certificate) => certificate.profileId === profileId)?.thresholds
}

/** Returns a credential's watched certificate; undefined if it has none or is retired. */
export function useWatchedCertificate(credentialId: string): WatchedCertificate | undefined {
  const { data } = useQuery(queries.expiry)
  return data?.certificates.find((certificate) => certificate.credentialId === credentialId)
}

/** Opens the credential whose notification or tray item was clicked, also if the click opened the window. */
export function useOpenCredential(): void {
  const { go } = useNavigation()
  const open = useEffectEvent((place: { readonly profileId: string; readonly credentialId?: string } | undefined) => {
    if (place !== undefined) go({ page: 'credentials', ...place })
  })
  useClavisEvent('app.openCredential', (place) => go({ page: 'credentials', ...place }))
  useEffect(() => {
    call('app.takeCredentialToOpen')
      .then((place) => open(place))
      .catch((error: unknown) => showError('Couldn’t open the credential', error))
  }, [])
}
