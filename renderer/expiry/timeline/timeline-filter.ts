import { judge, urgencies } from '#shared/expiry/expiry.ts'
import type { TimelineCertificate } from '#shared/expiry/warning-schemas.ts'
import type { HealthCheck } from '#shared/health/health-schemas.ts'

/**
 * Returns all certificates of the profiles that the filter keeps, so that their gaps and overlaps stay right.
 * @param text part of a profile's name or of a certificate's subject, in any letter case
 * @param only the profiles to keep; undefined for all
 */
export function filterProfiles(
  certificates: readonly TimelineCertificate[],
  text: string,
  only?: ReadonlySet<string>,
): TimelineCertificate[] {
  const wanted = text.trim().toLowerCase()
  const isWanted = ({ profileName, subject }: TimelineCertificate): boolean =>
    profileName.toLowerCase().includes(wanted) || subject.toLowerCase().includes(wanted)
  return [...Map.groupBy(certificates, ({ profileId }) => profileId).values()].flatMap((own) =>
    own.some(isWanted) && (only === undefined || own.some(({ profileId }) => only.has(profileId))) ? own : [],
  )
}

/** Returns whether a certificate needs attention, or will after its warnings were snoozed. @param check undefined if none is needed */
export function isProblem(check: HealthCheck | undefined): boolean {
  return check !== undefined && (check.level !== 'good' || check.sentence !== undefined)
}

/** Columns of the table by which certificates are sorted. */
export const timelineColumns = ['profile', 'subject', 'state', 'notBefore', 'notAfter', 'urgency'] as const
export type TimelineColumn = (typeof timelineColumns)[number]

export interface TimelineSort {
  readonly column: TimelineColumn
  readonly isDescending: boolean
}

/** How the table is sorted at first: the most urgent first. */
export const byUrgency: TimelineSort = { column: 'urgency', isDescending: false }

const compareNames = new Intl.Collator(undefined, { numeric: true }).compare

/**
 * Sorts certificates; equal ones by expiry. Active ones are more urgent than those whose expiry stops nothing.
 * @param now milliseconds since the epoch
 */
export function sortCertificates(
  certificates: readonly TimelineCertificate[],
  { column, isDescending }: TimelineSort,
  now: number,
  timeZone: string,
): TimelineCertificate[] {
  const rankOf = (certificate: TimelineCertificate): number => {
    const { urgency } = judge(certificate, certificate.thresholds, now, timeZone)
    return urgencyGroups[certificate.state] * urgencies.length + urgencies.indexOf(urgency)
  }
  const compare = (one: TimelineCertificate, other: TimelineCertificate): number => {
    switch (column) {
      case 'urgency':
        return rankOf(one) - rankOf(other)
      case 'notBefore':
      case 'notAfter':
        return Date.parse(one[column]) - Date.parse(other[column])
      case 'profile':
        return compareNames(one.profileName, other.profileName)
      case 'subject':
      case 'state':
        return compareNames(one[column], other[column])
    }
  }
  return certificates.toSorted(
    (one, other) =>
      compare(one, other) * (isDescending ? -1 : 1) || Date.parse(one.notAfter) - Date.parse(other.notAfter),
  )
}

const urgencyGroups = { active: 0, confirmed: 1, 'certificate-imported': 1, retired: 2 } as const
