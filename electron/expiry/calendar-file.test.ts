import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import type { WatchedCertificate } from '#shared/expiry/warning-schemas.ts'
import { defaultThresholds } from '#shared/expiry/warning-thresholds.ts'
import { systemDates } from '#shared/values/date-text.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { calendarFile } from './calendar-file.ts'
import { emptyNoticeState } from './notice-store.ts'
import { credentialWith, fingerprintOf, idOf, profileWith } from './testing/stored-certificate.ts'
import { watchedCertificates } from './watched-certificates.ts'

const notAfter = '2027-03-28T00:59:59.000Z'
const now = Date.parse('2027-01-10T08:30:00Z')

function watched(profileName = 'Acme'): WatchedCertificate[] {
  return watchedCertificates(
    [profileWith(profileName, [credentialWith(profileName, 'acme', notAfter)])],
    { thresholds: [...defaultThresholds] },
    emptyNoticeState,
  )
}

/** Parses the events with an independent library. */
function read(text: string): ICAL.Event[] {
  return new ICAL.Component(ICAL.parse(text) as unknown[])
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component))
}

describe('calendarFile', () => {
  it('has one event in UTC for each threshold', () => {
    const events = read(calendarFile(watched(), now, systemDates))
    expect(events.map(({ startDate }) => startDate.toJSDate().toISOString())).toEqual(
      [90, 60, 30, 14, 7, 3, 1, 0].map((days) => new Date(Date.parse(notAfter) - days * dayMs).toISOString()),
    )
    expect(events.every(({ startDate }) => startDate.zone === ICAL.Timezone.utcTimezone)).toBe(true)
    expect(events.map(({ uid }) => uid)).toEqual(
      [90, 60, 30, 14, 7, 3, 1, 0].map((days) => `${fingerprintOf('acme').toLowerCase()}-${days}@clavis.app`),
    )
    const seven = events[4]
    expect(seven?.summary).toBe('Production: 7 days left – Acme')
    expect(seven?.description).toContain('Acme (Production): certificate expires')
    expect(seven?.description).toContain('\nThumbprint: ')
    expect(events.at(-1)?.summary).toBe('Production: certificate expired – Acme')
  })

  it('has an alarm for each upcoming warning, and none for past ones', () => {
    const alarms = read(calendarFile(watched(), now, systemDates)).map((event) =>
      event.component
        .getAllSubcomponents('valarm')
        .map((alarm) => [alarm.getFirstPropertyValue('action'), String(alarm.getFirstPropertyValue('trigger'))]),
    )
    expect(alarms).toEqual([[], ...Array.from({ length: 7 }, () => [['DISPLAY', 'PT0S']])])
  })

  it('updates the events when it is imported again', () => {
    const [first, second] = [now, now + 1000].map((moment) => read(calendarFile(watched(), moment, systemDates)))
    const known = new Map(first?.map((event) => [event.uid, event]))
    expect(second).toHaveLength(known.size)
    for (const event of second ?? []) {
      const before = known.get(event.uid)
      expect(event.sequence).toBeGreaterThan(before?.sequence ?? Number.POSITIVE_INFINITY)
      for (const name of ['dtstamp', 'last-modified'])
        expect(String(event.component.getFirstPropertyValue(name))).not.toBe(
          String(before?.component.getFirstPropertyValue(name)),
        )
    }
  })

  it('lists a certificate of two profiles once, and an inactive one without alarms', () => {
    const [certificate] = watched()
    if (certificate === undefined) throw new Error('nothing is watched')
    const twice = [certificate, { ...certificate, profileId: idOf('Beta'), profileName: 'Beta' }]
    expect(read(calendarFile(twice, now, systemDates))).toHaveLength(8)
    expect(calendarFile([{ ...certificate, active: false, quiet: true }], now, systemDates)).not.toContain('VALARM')
  })

  it('is an empty calendar without certificates', () => {
    expect(calendarFile([], now, systemDates).split('\r\n')).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Clavis//Expiry warnings//EN',
      'CALSCALE:GREGORIAN',
      'END:VCALENDAR',
      '',
    ])
  })

  it('folds lines at 75 octets, never inside a character, and escapes text (RFC 5545 §3.1, §3.3.11)', () => {
    const names = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
      fc.string({
        unit: fc.constantFrom('ä', '€', '😀', ';', ',', '\\', '\n', '\r', 'BEGIN:VEVENT', ' '),
        minLength: 1,
      }),
    )
    fc.assert(
      fc.property(names, (name) => {
        const text = calendarFile(watched(name), now, systemDates)
        const lines = text.split('\r\n')
        expect(lines.at(-1)).toBe('')
        for (const line of lines) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
          expect(line).not.toMatch(/[\r\n]/u)
          // A split character would change here.
          expect(Buffer.from(line).toString()).toBe(line)
        }
        const expected = name.replaceAll(/\r\n?/gu, '\n').replaceAll(/[^\P{Cc}\n]/gu, ' ')
        expect(read(text)[0]?.summary).toBe(`Production: 90 days left – ${expected}`)
      }),
    )
  })
})
