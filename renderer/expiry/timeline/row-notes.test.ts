import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateTextOf } from '#shared/values/date-text.ts'
import { dayMs } from '#shared/values/local-day.ts'
import { fitText } from '../../ui/drawing/text-width.ts'
import { plotOf, laneHeight, noteHeight, rowPadding } from './plot.ts'
import { placeRow } from './row-notes.ts'
import { layOutTimeline } from './timeline-layout.ts'

const from = Date.parse('2026-01-01T00:00:00Z')
const range = { from, to: from + 1000 * dayMs }
const measure = (text: string): number => text.length * 6
const dates = dateTextOf({ format: 'system', timeZone: 'utc' }, 'en-GB')

function placed(periods: readonly (readonly [number, number])[], width: number): ReturnType<typeof placeRow> {
  const certificates = periods.map(([start, end], index) => ({
    ...{ profileId: 'acme', profileName: 'Acme', environment: 'production' as const, practice: false },
    ...{ credentialId: String(index), state: 'confirmed' as const, subject: 'CN=acme', thresholds: [] },
    notBefore: new Date(from + start * dayMs).toISOString(),
    notAfter: new Date(from + end * dayMs).toISOString(),
  }))
  const row = layOutTimeline(certificates, { range, showRetired: true, now: from, dates, shortest: 0 })[0]!.rows[0]!
  return placeRow(row, plotOf({ range, width, now: from + 10 * dayMs, measure, dates }))
}

describe('placeRow', () => {
  it('puts words into a gap with room', () => {
    const { notes, height } = placed([[0, 100]], 1000)
    expect(notes).toMatchObject([{ line: -1, x: 100, width: 900, words: 'No certificate after Sat 11 April' }])
    expect(height).toBe(2 * rowPadding + laneHeight)
  })

  it('puts words below a gap without room', () => {
    const { notes, height } = placed(
      [
        [0, 100],
        [120, 1000],
      ],
      1000,
    )
    expect(notes).toMatchObject([{ line: 0, textX: 100, drawn: notes[0]?.words }])
    expect(height).toBe(2 * rowPadding + laneHeight + noteHeight)
  })

  it('keeps words within the picture and clear of each other', () => {
    const period = fc.tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 1, max: 80 }))
    fc.assert(
      fc.property(
        fc.array(period, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 200, max: 1500 }),
        (all, width) => {
          const { notes } = placed(
            all.map(([start, length]) => [start, start + length] as const),
            width,
          )
          for (const note of notes) {
            expect(note.textX).toBeGreaterThanOrEqual(0)
            expect(note.textX + measure(note.drawn)).toBeLessThanOrEqual(width)
            for (const other of notes)
              if (other !== note && other.line === note.line)
                expect(
                  other.textX + measure(other.drawn) <= note.textX || note.textX + measure(note.drawn) <= other.textX,
                ).toBe(true)
          }
        },
      ),
    )
  })
})

describe('fitText', () => {
  it('cuts between whole characters and says so', () => {
    expect(fitText('payments', 100, measure)).toBe('payments')
    expect(fitText('payments', 36, measure)).toBe('payme…')
    expect(fitText('payments', 12, measure)).toBe('')
    expect(fitText('👩‍👩‍👧 payments of the family', 80, measure)).toMatch(/^👩‍👩‍👧 \p{Letter}+…$/u)
  })
})
