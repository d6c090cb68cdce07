import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { EventPayload } from '#shared/contract.ts'
import type { WatchedCertificate } from '#shared/expiry/warning-schemas.ts'
import type { ProfileId } from '#shared/profiles/profile.ts'
import { call, useClavisEvent } from '../platform/clavis.ts'
import { useNavigation } from '../platform/navigation.tsx'
import { queries } from '../platform/queries.ts'
import { showError } from '../ui/dialog/show-error.tsx'

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

/** Opens the credential or watch whose notification, or the profile whose tray item was clicked, also if that opened the window. */
export function useOpenPlace(): void {
  const { go } = useNavigation()
  function open({ profileId, credentialId, watchId }: EventPayload<'app.openPlace'>): void {
    if (watchId !== undefined) go({ page: 'watch', profileId, watchId })
    else if (credentialId !== undefined) go({ page: 'credentials', profileId, credentialId })
    else go({ page: 'overview', profileId })
  }
  const openTaken = useEffectEvent((place: Parameters<typeof open>[0] | undefined) => {
    if (place !== undefined) open(place)
  })
  useClavisEvent('app.openPlace', open)
  useEffect(() => {
    call('app.takePlaceToOpen')
      .then((place) => openTaken(place))
      .catch((error: unknown) => showError('Couldn’t open the warning', error))
  }, [])
}
