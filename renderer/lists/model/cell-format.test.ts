import { describe, expect, test } from 'vitest'
import type { Cell } from '#shared/lists/list.ts'
import { dateTextOf } from '#shared/values/date-text.ts'
import { cellText, cellTooltip, formatsOf, withSeparators } from './cell-format.ts'

const number = (text: string): Cell => ({ kind: 'number', text })
const text = (value: string): Cell => ({ kind: 'text', text: value })
const local = (milliseconds: number): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }).format(milliseconds)

describe('cells', () => {
  test('cellText: as sent, shows every digit, and nothing for an absent value', () => {
    expect(cellText(number('900000000000000001'))).toBe('900000000000000001')
    expect(cellText({ ...text('abc'), cut: true })).toBe('abc…')
    expect(cellText(null)).toBe('')
    expect(cellText(undefined)).toBe('')
  })

  test.each([
    ['900000000000000001', '900,000,000,000,000,001'],
    ['-1234567.10', '-1,234,567.10'],
    ['123456789012345678901234567890', '123,456,789,012,345,678,901,234,567,890'],
    ['0.10', '0.10'],
    ['999', '999'],
    ['-0', '-0'],
    ['1e400', undefined],
  ])('withSeparators: %s is %s', (sent, shown) => {
    expect(withSeparators(sent)).toBe(shown)
    expect(cellText(number(sent), 'thousands')).toBe(shown ?? sent)
  })

  test('cellText: shows only dates with a time zone in local time', () => {
    expect(cellText(text('2026-11-20T12:00:00.5+02:00'), 'local-time')).toBe(local(Date.parse('2026-11-20T10:00:00Z')))
    for (const sent of ['2026-11-20', '2026-11-20T12:00:00', 'soon'])
      expect(cellText(text(sent), 'local-time')).toBe(sent)
  })

  test('cellText: shows dates as sent that local time would change to another date', () => {
    // The year before 0001 in some of the zones, and 1 March in all of them.
    for (const sent of ['0000-12-30T12:00:00Z', '2024-02-30T12:00:00Z', '2025-02-29T00:00:00+01:00']) {
      expect(cellText(text(sent), 'local-time')).toBe(sent)
      expect(cellTooltip(text(sent), 'as-sent') ?? '').not.toContain('Local time')
    }
    expect(cellText(text('0001-01-03T12:00:00Z'), 'local-time')).not.toBe('0001-01-03T12:00:00Z')
    expect(cellText(number('-99999999999'), 'epoch-seconds')).toBe('-99999999999')
    expect(cellText(number('-62135300000'), 'epoch-seconds')).not.toBe('-62135300000')
  })

  test('cellText: shows numbers as times only if the person chooses that', () => {
    expect(cellText(number('1715000000000'))).toBe('1715000000000')
    expect(cellText(number('1715000000000'), 'epoch-milliseconds')).toBe(local(1_715_000_000_000))
    expect(cellText(number('1715000000'), 'epoch-seconds')).toBe(local(1_715_000_000_000))
    expect(cellText(number('1e300'), 'epoch-milliseconds')).toBe('1e300')
    expect(cellText(text('1715000000000'), 'epoch-milliseconds')).toBe('1715000000000')
  })

  test('cellText: raw text is JSON', () => {
    expect(cellText(text('a "b"\n'), 'raw')).toBe('"a \\"b\\"\\n"')
    expect(cellText(number('1.0'), 'raw')).toBe('1.0')
    expect(cellText({ kind: 'null', text: 'null' }, 'raw')).toBe('null')
  })
})

test('cellTooltip: shows what was sent or the local time, but not a text that the cell shows', () => {
  expect(cellTooltip(number('1234567'), 'thousands')).toBe('Raw: 1234567')
  expect(cellTooltip(text('2026-11-20T10:00:00Z'), 'as-sent')).toContain('Local time')
  const utc = dateTextOf({ format: 'year-first', timeZone: 'utc' })
  expect(cellTooltip(text('2026-11-20T10:00:00+02:00'), 'as-sent', utc)).toBe('UTC: 2026-11-20 08:00:00 UTC')
  expect(cellTooltip(text('2026-11-20'), 'as-sent')).toBeUndefined()
  expect(cellTooltip(text('short'), 'as-sent')).toBeUndefined()
  expect(cellTooltip(text('x'.repeat(40)), 'as-sent')).toBeUndefined()
  expect(cellTooltip(null, 'as-sent')).toBeUndefined()
})

test('formatsOf: every column can be shown as sent and raw', () => {
  for (const type of ['text', 'number', 'boolean', 'datetime', 'list', 'object', 'null', 'mixed'] as const) {
    expect(formatsOf(type)[0]).toBe('as-sent')
    expect(formatsOf(type)).toContain('raw')
  }
})
