import { endThreshold, isReached, orderedThresholds, thresholdMoment } from '../../shared/model/expiry/warning.ts'
import type { WatchedCertificate } from '../../shared/model/expiry/warning.ts'
import { thresholdWords, warningTitle, warningWords } from '../../shared/model/expiry/warning-messages.ts'

/** Revisions count the seconds from here on, so that a later file always updates an earlier one. */
const revisionsBegin = Date.UTC(2025, 0, 1)

/** The longest line, octets without its line break (RFC 5545 §3.1). */
const longestLine = 75

/**
 * A calendar file (RFC 5545) with one event for each threshold of each certificate, at the moment the threshold is
 * reached, in UTC. An event's UID is made of certificate and threshold: importing a later file again updates the
 * events (a higher SEQUENCE takes the place of a lower one, RFC 5546 §2.1.5) and makes none twice.
 * @param now milliseconds since the epoch
 */
export function calendarFile(certificates: readonly WatchedCertificate[], now: number): string {
  const seen = new Set<string>()
  const events = certificates.flatMap((certificate) =>
    orderedThresholds([...certificate.thresholds, endThreshold]).flatMap((threshold) => {
      const uid = `${certificate.fingerprint.toLowerCase()}-${threshold}@clavis.app`
      // One certificate may be in two profiles: its days are the same.
      if (seen.has(uid)) return []
      seen.add(uid)
      return eventLines(certificate, threshold, uid, now)
    }),
  )
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Clavis//Expiry warnings//EN',
    'CALSCALE:GREGORIAN',
    ...events,
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

function eventLines(certificate: WatchedCertificate, threshold: number, uid: string, now: number): string[] {
  const { notAfter, thumbprint, profileName, quiet } = certificate
  const moment = thresholdMoment(notAfter, threshold)
  // The words are those of that day, not of today.
  const then = threshold === endThreshold ? moment + 1 : moment
  const { text, more } = warningWords(certificate, then)
  const summary = `${warningTitle(certificate, then)} – ${profileName}`
  const description = [
    text,
    ...(more === undefined ? [] : [more]),
    `Thumbprint: ${thumbprint}`,
    `Clavis warning ${thresholdWords(threshold)}.`,
  ].join('\n')
  // A warning of the past, or one about a certificate that interrupts nothing, rings no bell.
  const rings = !quiet && !isReached(notAfter, threshold, now)
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${dateTime(now)}`,
    `LAST-MODIFIED:${dateTime(now)}`,
    `SEQUENCE:${Math.max(0, Math.floor((now - revisionsBegin) / 1000))}`,
    `DTSTART:${dateTime(moment)}`,
    'DURATION:PT15M',
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    'CATEGORIES:Clavis',
    'TRANSP:TRANSPARENT',
    'STATUS:CONFIRMED',
    ...(rings
      ? ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:PT0S', `DESCRIPTION:${escapeText(summary)}`, 'END:VALARM']
      : []),
    'END:VEVENT',
  ]
}

/** A moment in UTC (RFC 5545 §3.3.5, form 2). */
function dateTime(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19).replaceAll(/[-:]/gu, '')}Z`
}

/** A TEXT value (RFC 5545 §3.3.11). Control characters but the line break have no place in one. */
function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll(/[\\;,]/gu, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
}

/** Breaks a line so that none is longer than 75 octets, never inside a character (RFC 5545 §3.1). */
function foldLine(line: string): string {
  const folded: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > longestLine) {
      folded.push(current)
      // Each continuation begins with a space, which counts.
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...folded, current].join('\r\n')
}
