import { useQuery } from '@tanstack/react-query'
import { needsEye, type WatchedCertificate } from '../../shared/model/expiry/warning.ts'
import { queries } from '../platform/calls/queries.ts'
import { useNow } from '../ui/time/use-now.ts'

/** The certificates that need the person's eye now: those whose end interrupts something first, nearest end first. */
export function useWarnings(): readonly WatchedCertificate[] {
  const { data } = useQuery(queries.expiry)
  const now = useNow()
  const shown = data?.certificates.filter((certificate) => needsEye(certificate, now)) ?? []
  return [...shown.filter(({ quiet }) => !quiet), ...shown.filter(({ quiet }) => quiet)]
}

/** What is watched of a credential; undefined where it has no certificate or is retired. */
export function useWatchedCertificate(credentialId: string): WatchedCertificate | undefined {
  const { data } = useQuery(queries.expiry)
  return data?.certificates.find((certificate) => certificate.credentialId === credentialId)
}
