import { warningWords } from '#shared/expiry/warning-messages.ts'
import type { WatchedCertificate } from '#shared/expiry/warning-schemas.ts'
import { endThreshold, orderedThresholds, thresholdMoment } from '#shared/expiry/warning-thresholds.ts'
import { environmentNames } from '#shared/profiles/environment.ts'
import type { DateText } from '#shared/values/date-text.ts'

/** Start of the SEQUENCE numbers, which count seconds, so that a later file always updates an earlier one. */
const sequenceStart = Date.UTC(2025, 0, 1)

/** Maximum line length in octets, without the line break (RFC 5545 §3.1). */
const maxLineOctets = 75

/**
 * Creates a calendar file (RFC 5545) with one event in UTC for each certificate that has not expired, and an alarm for each
 * threshold that is not reached. The UID of an event is made of the certificate, and SEQUENCE increases, so that importing
 * a later file updates the events instead of duplicating them (RFC 5546 §2.1.5).
 * @param now milliseconds since the epoch
 */
export function calendarFile(certificates: readonly WatchedCertificate[], now: number, dates: DateText): string {
  const upcoming = certificates.filter(({ notAfter }) => Date.parse(notAfter) > now)
  // Two profiles may have the same certificate.
  const byFingerprint = Map.groupBy(upcoming, ({ fingerprint }) => fingerprint)
  const events = [...byFingerprint.values()].flatMap(([first]) =>
    first === undefined ? [] : eventLines(first, now, dates),
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

function eventLines(certificate: WatchedCertificate, now: number, dates: DateText): string[] {
  const { notAfter, thumbprint, fingerprint, profileName, environment, practice, active, expiringIssuer } = certificate
  const end = Date.parse(notAfter)
  // An event is about this certificate alone, not about its profile; its text is read on its day.
  const { text, more } = warningWords({ ...certificate, quiet: !active }, end, dates)
  const place = `${practice ? 'Practice ' : ''}${environmentNames[environment]}`
  const subject = `${active ? '' : 'unused '}${expiringIssuer === undefined ? '' : 'issuer '}certificate`
  const summary = `${place}: ${subject} expires – ${profileName}`
  const description = [text, ...(more === undefined ? [] : [more]), `Thumbprint: ${thumbprint}`].join('\n')
  const alarms = active ? orderedThresholds([...certificate.thresholds, endThreshold]) : []
  return [
    'BEGIN:VEVENT',
    // Earlier releases had an event for each threshold: that of the expiry is updated.
    `UID:${fingerprint.toLowerCase()}-${endThreshold}@clavis.app`,
    `DTSTAMP:${dateTime(now)}`,
    `LAST-MODIFIED:${dateTime(now)}`,
    `SEQUENCE:${Math.max(0, Math.floor((now - sequenceStart) / 1000))}`,
    `DTSTART:${dateTime(end)}`,
    'DURATION:PT15M',
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    'CATEGORIES:Clavis',
    'TRANSP:TRANSPARENT',
    'STATUS:CONFIRMED',
    ...alarms
      .map((threshold) => thresholdMoment(notAfter, threshold, dates.timeZone))
      .filter((moment) => moment > now)
      .flatMap((moment) => [
        'BEGIN:VALARM',
        'ACTION:DISPLAY',
        // In minutes: a day may have 23 hours.
        `TRIGGER:-PT${Math.round((end - moment) / 60_000)}M`,
        `DESCRIPTION:${escapeText(summary)}`,
        'END:VALARM',
      ]),
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
