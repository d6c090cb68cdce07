import { useQuery } from '@tanstack/react-query'
import { needsEye, type WatchedCertificate } from '../../shared/model/expiry/warning.ts'
import { queries } from '../platform/calls/queries.ts'
import { useNow } from '../ui/time/use-now.ts'

/**
 * Returns the certificates that need attention now: those whose expiry interrupts something first, then by expiry date.
 */
export function useWarnings(): readonly WatchedCertificate[] {
  const { data } = useQuery(queries.expiry)
  const moments = data?.certificates.flatMap(({ notBefore, notAfter }) => [notBefore, notAfter])
  const now = useNow(undefined, moments)
  const shown = data?.certificates.filter((certificate) => needsEye(certificate, now)) ?? []
  return [...shown.filter(({ quiet }) => !quiet), ...shown.filter(({ quiet }) => quiet)]
}

/** Returns a credential's watched certificate; undefined if it has none or is retired. */
export function useWatchedCertificate(credentialId: string): WatchedCertificate | undefined {
  const { data } = useQuery(queries.expiry)
  return data?.certificates.find((certificate) => certificate.credentialId === credentialId)
}
