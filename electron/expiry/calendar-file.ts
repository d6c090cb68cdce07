import { thresholdWords, warningTitle, warningWords } from '#shared/expiry/warning-messages.ts'
import type { WatchedCertificate } from '#shared/expiry/warning-schemas.ts'
import { endThreshold, orderedThresholds, thresholdMoment } from '#shared/expiry/warning-thresholds.ts'
import type { DateText } from '#shared/values/date-text.ts'

/** Start of the SEQUENCE numbers, which count seconds, so that a later file always updates an earlier one. */
const sequenceStart = Date.UTC(2025, 0, 1)

/** Maximum line length in octets, without the line break (RFC 5545 §3.1). */
const maxLineOctets = 75

/**
 * Creates a calendar file (RFC 5545) with one event in UTC for each threshold of each certificate. The UID of an event is
 * made of certificate and threshold, and SEQUENCE increases, so that importing a later file updates the events instead of
 * duplicating them (RFC 5546 §2.1.5).
 * @param now milliseconds since the epoch
 */
export function calendarFile(certificates: readonly WatchedCertificate[], now: number, dates: DateText): string {
  const seen = new Set<string>()
  const events = certificates.flatMap((certificate) =>
    orderedThresholds([...certificate.thresholds, endThreshold]).flatMap((threshold) => {
      const uid = `${certificate.fingerprint.toLowerCase()}-${threshold}@clavis.app`
      // Two profiles may have the same certificate.
      if (seen.has(uid)) return []
      seen.add(uid)
      return eventLines(certificate, threshold, uid, now, dates)
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

function eventLines(
  certificate: WatchedCertificate,
  threshold: number,
  uid: string,
  now: number,
  dates: DateText,
): string[] {
  const { notAfter, thumbprint, profileName, active } = certificate
  const moment = thresholdMoment(notAfter, threshold, dates.timeZone)
  // The text is relative to the day of the event.
  const then = threshold === endThreshold ? moment + 1 : moment
  // An event is about this certificate alone, not about its profile.
  const described = { ...certificate, quiet: !active }
  const { text, more } = warningWords(described, then, dates)
  const summary = `${warningTitle(described, then, dates.timeZone)} – ${profileName}`
  const description = [
    text,
    ...(more === undefined ? [] : [more]),
    `Thumbprint: ${thumbprint}`,
    `Clavis warning ${thresholdWords(threshold)}.`,
  ].join('\n')
  // No alarm for a past warning or an inactive certificate.
  const hasAlarm = active && now < then
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${dateTime(now)}`,
    `LAST-MODIFIED:${dateTime(now)}`,
    `SEQUENCE:${Math.max(0, Math.floor((now - sequenceStart) / 1000))}`,
    `DTSTART:${dateTime(moment)}`,
    'DURATION:PT15M',
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    'CATEGORIES:Clavis',
    'TRANSP:TRANSPARENT',
    'STATUS:CONFIRMED',
    ...(hasAlarm
      ? ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:PT0S', `DESCRIPTION:${escapeText(summary)}`, 'END:VALARM']
      : []),
    'END:VEVENT',
  ]
}

/** Formats a moment in UTC (RFC 5545 §3.3.5, form 2). */
function dateTime(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19).replaceAll(/[-:]/gu, '')}Z`
}

/** Escapes a TEXT value (RFC 5545 §3.3.11). Replaces control characters other than line breaks by spaces. */
function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll(/[\\;,]/gu, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
}

/** Folds a line at 75 octets, never inside a character (RFC 5545 §3.1). */
function foldLine(line: string): string {
  const folded: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > maxLineOctets) {
      folded.push(current)
      // A continuation line starts with a space, which counts.
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...folded, current].join('\r\n')
}
