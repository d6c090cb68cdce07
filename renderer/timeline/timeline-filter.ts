import { judgeExpiry } from '../../shared/model/expiry/expiry.ts'
import type { TimelineCertificate } from '../../shared/model/expiry/timeline.ts'

/** Which certificates the timeline shows. */
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
): TimelineCertificate[] {
  const wanted = text.trim().toLowerCase()
  const isWanted = ({ profileName, subject }: TimelineCertificate): boolean =>
    profileName.toLowerCase().includes(wanted) || subject.toLowerCase().includes(wanted)
  return [...Map.groupBy(certificates, ({ profileId }) => profileId).values()].flatMap((own) =>
    own.some(isWanted) && (!onlyProblems || own.some((each) => isProblem(each, own, now))) ? own : [],
  )
}

/**
 * Whether a certificate interrupts its profile's service within 30 days, or has: the active one, or any expired one of a
 * profile that has no active one.
 * @param own all certificates of its profile
 */
function isProblem(certificate: TimelineCertificate, own: readonly TimelineCertificate[], now: number): boolean {
  const { level } = judgeExpiry(certificate.notBefore, certificate.notAfter, now)
  if (certificate.state === 'active') return level === 'ended' || level === 'critical' || level === 'soon'
  return certificate.state !== 'retired' && level === 'ended' && own.every(({ state }) => state !== 'active')
}

/** Columns of the table by which certificates are sorted. */
export const timelineColumns = ['profile', 'subject', 'state', 'notBefore', 'notAfter'] as const
export type TimelineColumn = (typeof timelineColumns)[number]

export interface TimelineSort {
  readonly column: TimelineColumn
  readonly isDescending: boolean
}

const compareNames = new Intl.Collator(undefined, { numeric: true }).compare

/** Sorts certificates; equal ones by expiry. */
export function sortCertificates(
  certificates: readonly TimelineCertificate[],
  { column, isDescending }: TimelineSort,
): TimelineCertificate[] {
  const valueOf = (certificate: TimelineCertificate): string =>
    column === 'profile' ? certificate.profileName : certificate[column]
  const compare =
    column === 'notBefore' || column === 'notAfter'
      ? (one: string, other: string) => Date.parse(one) - Date.parse(other)
      : compareNames
  const sorted = certificates.toSorted(
    (one, other) =>
      compare(valueOf(one), valueOf(other)) * (isDescending ? -1 : 1) ||
      Date.parse(one.notAfter) - Date.parse(other.notAfter),
  )
  return sorted
}
