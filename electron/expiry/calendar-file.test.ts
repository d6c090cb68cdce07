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
  /** When the alarms of events go off. */
  const alarmsOf = (events: ICAL.Event[]): unknown[] =>
    events.map((event) =>
      event.component.getAllSubcomponents('valarm').map((alarm) => {
        expect(alarm.getFirstPropertyValue('action')).toBe('DISPLAY')
        const at = event.startDate.clone()
        at.addDuration(alarm.getFirstPropertyValue('trigger') as ICAL.Duration)
        return at.toJSDate().toISOString()
      }),
    )

  it('has one event in UTC for each certificate, on its expiry', () => {
    const events = read(calendarFile(watched(), now, systemDates))
    expect(events).toHaveLength(1)
    const [event] = events
    expect(event?.startDate.toJSDate().toISOString()).toBe(notAfter)
    expect(event?.startDate.zone).toBe(ICAL.Timezone.utcTimezone)
    expect(event?.uid).toBe(`${fingerprintOf('acme').toLowerCase()}-0@clavis.app`)
    expect(event?.summary).toBe('Production: certificate expires – Acme')
    expect(event?.description).toContain('Acme (Production): certificate expires today')
    expect(event?.description).toContain('\nThumbprint: ')
  })

  it('has an alarm for each upcoming warning, and none for past ones', () => {
    // 90 days before is past.
    expect(alarmsOf(read(calendarFile(watched(), now, systemDates)))).toEqual([
      [60, 30, 14, 7, 3, 1, 0].map((days) => new Date(Date.parse(notAfter) - days * dayMs).toISOString()),
    ])
    const lastDay = Date.parse(notAfter) - dayMs / 2
    expect(alarmsOf(read(calendarFile(watched(), lastDay, systemDates)))).toEqual([[notAfter]])
  })

  it('has alarms at the hour of the expiry, also across a change of the clock', () => {
    const berlin = { ...systemDates, timeZone: 'Europe/Berlin' }
    const [certificate] = watched()
    if (certificate === undefined) throw new Error('nothing is watched')
    const summer = { ...certificate, notAfter: '2027-03-30T10:00:00.000Z', thresholds: [7] }
    expect(alarmsOf(read(calendarFile([summer], now, berlin)))).toEqual([
      ['2027-03-23T11:00:00.000Z', '2027-03-30T10:00:00.000Z'],
    ])
  })

  it('has no event of a certificate that has expired', () => {
    expect(read(calendarFile(watched(), Date.parse(notAfter), systemDates))).toEqual([])
    expect(read(calendarFile(watched(), Date.parse(notAfter) - 1, systemDates))).toHaveLength(1)
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
    expect(read(calendarFile(twice, now, systemDates))).toHaveLength(1)
    const unused = read(calendarFile([{ ...certificate, active: false, quiet: true }], now, systemDates))
    expect(unused.map(({ summary }) => summary)).toEqual(['Production: unused certificate expires – Acme'])
    expect(alarmsOf(unused)).toEqual([[]])
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
        expect(read(text)[0]?.summary).toBe(`Production: certificate expires – ${expected}`)
      }),
    )
  })
})
