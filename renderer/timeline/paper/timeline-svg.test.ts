import { SaxesParser } from 'saxes'
import { describe, expect, it } from 'vitest'
import type { TimelineCertificate } from '../../../shared/model/expiry/timeline.ts'
import { dateTextOf } from '../../../shared/model/values/date-text.ts'
import { timelineSvg } from './timeline-svg.tsx'

const range = { from: Date.parse('2026-01-01T00:00:00Z'), to: Date.parse('2027-01-01T00:00:00Z') }

function svgOf(changes: Partial<TimelineCertificate>, shown = range, now = Date.parse('2026-02-01T00:00:00Z')): string {
  const certificate: TimelineCertificate = {
    profileId: '7c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11',
    profileName: 'Acme',
    environment: 'production',
    practice: true,
    credentialId: '0a3a7c0d-8e55-4d6f-8a39-92f8f7b4b1de',
    state: 'active',
    subject: 'CN=acme, O=Acme Ltd',
    notBefore: '2026-01-01T00:00:00Z',
    notAfter: '2026-06-30T23:59:59Z',
    ...changes,
  }
  const dates = dateTextOf({ format: 'year-first', timeZone: 'utc' })
  return timelineSvg(
    { certificates: [certificate], range: shown, showRetired: true, now, dates },
    (text) => text.length * 6,
  )
}

/** The texts of a well-formed document; throws where it is none. */
function textsOf(svg: string): string[] {
  const texts: string[] = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('text', (text) => texts.push(text))
  parser.write(svg).close()
  return texts
}

describe('timelineSvg', () => {
  it('names what it shows', () => {
    const texts = textsOf(svgOf({}))
    expect(texts[0]).toBe('Certificate timeline')
    expect(texts).toContain('Active · acme')
    expect(texts).toContain('1 certificate of 1 profile, from 2026-01-01 to 2027-01-01. As of 2026-02-01.')
  })

  it('writes dates in the person’s format and time zone', () => {
    const texts = textsOf(svgOf({}))
    expect(texts).toContain('Today, Sun 2026-02-01')
    expect(texts).toContain('No certificate after Tue 2026-06-30')
    expect(texts.join('\n')).toContain('From 2026-01-01 00:00 UTC to 2026-06-30 23:59 UTC')
  })

  it('has a year on its axis, also if today is above its beginning', () => {
    const wide = { from: Date.parse('2026-11-11T00:00:00Z'), to: Date.parse('2027-12-20T00:00:00Z') }
    expect(textsOf(svgOf({}, wide, Date.parse('2026-11-25T12:00:00Z')))).toContain('2027')
  })

  it('takes its colors with it', () => {
    const svg = svgOf({})
    expect(svg).not.toContain('var(')
    expect(svg).not.toContain('class=')
    expect(svg).not.toContain('style')
  })

  it('is well-formed whatever a profile is called', () => {
    const name = `<script>"&amp;' ]]> url(https://example.com) \\ \u0000\u0001\ufffe\ud800 支払い`
    expect(textsOf(svgOf({ profileName: name })).join('')).toContain('支払い')
  })
})
