import { judge, urgencies } from '#shared/expiry/expiry.ts'
import type { TimelineCertificate } from '#shared/expiry/warning-schemas.ts'

export interface TimelineFilter {
  /** Part of a profile's name or of a certificate's subject, in any letter case. */
  readonly text: string
  readonly onlyProblems: boolean
}

/** Returns all certificates of the profiles that the filter keeps, so that their gaps and overlaps stay right. */
export function filterProfiles(
  certificates: readonly TimelineCertificate[],
  { text, onlyProblems }: TimelineFilter,
  now: number,
  timeZone: string,
): TimelineCertificate[] {
  const wanted = text.trim().toLowerCase()
  const isWanted = ({ profileName, subject }: TimelineCertificate): boolean =>
    profileName.toLowerCase().includes(wanted) || subject.toLowerCase().includes(wanted)
  return [...Map.groupBy(certificates, ({ profileId }) => profileId).values()].flatMap((own) =>
    own.some(isWanted) && (!onlyProblems || hasProblem(own, now, timeZone)) ? own : [],
  )
}

/** Whether a profile has no usable certificate, or its active one is not fine. @param own all of its certificates */
function hasProblem(own: readonly TimelineCertificate[], now: number, timeZone: string): boolean {
  const active = own.find(({ state }) => state === 'active')
  if (active === undefined) return true
  const { urgency, isNotYetValid } = judge(active, active.thresholds, now, timeZone)
  return isNotYetValid || urgency !== 'fine'
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
