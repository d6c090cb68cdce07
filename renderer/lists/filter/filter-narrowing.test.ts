import { expect, test } from 'vitest'
import type { ColumnFilter, FilterCondition } from '#shared/lists/list-filter.ts'
import { ZoneClock } from '#shared/values/zone-clock.ts'
import { replaces as replacesBy } from './filter-narrowing.ts'

const now = Date.parse('2026-11-04T12:00:00Z')
const replaces = (newer: ColumnFilter, older: ColumnFilter, timeZone = 'UTC'): boolean =>
  replacesBy(newer, older, { zone: new ZoneClock(timeZone), now })

const filter = (condition: FilterCondition, excludes = false): ColumnFilter => ({ path: 'a', excludes, condition })

/** A range written as its bounds: `[1,5)`; an end without one is left empty. */
function range(written: string): FilterCondition {
  const {
    open,
    from = '',
    to = '',
    close,
  } = /^(?<open>[[(])(?<from>.*),(?<to>.*)(?<close>[\])])$/u.exec(written)?.groups ?? {}
  return {
    kind: 'range',
    ...(from === '' ? {} : { from: { value: from, inclusive: open === '[' } }),
    ...(to === '' ? {} : { to: { value: to, inclusive: close === ']' } }),
  }
}

test.each([
  ['[50,60)', '[45,)', true],
  ['[45,50)', '[45,)', true],
  ['[40,50)', '[45,)', false],
  ['[45,50)', '(45,)', false],
  ['(45,50)', '(45,)', true],
  ['[45,50]', '[45,50)', false],
  ['[45,50)', '[45,50]', true],
  ['[45,)', '[40,50]', false],
  ['[0.10,1)', '[0.1,1]', true],
  ['[1e2,2e2)', '[99,200]', true],
  // Doubles do not tell these apart.
  ['[123456789012345678,123456789012345690)', '[123456789012345679,)', false],
  ['[123456789012345678,123456789012345690)', '[123456789012345678,)', true],
  ['[2026-02-02T00:00:00Z,2026-02-09T00:00:00Z)', '[2026-02-01,2026-02-28]', true],
  ['[2026-01-26T00:00:00Z,2026-02-02T00:00:00Z)', '[2026-02-01,2026-02-28]', false],
  ['[2026-02-23T00:00:00Z,2026-03-02T00:00:00Z)', '[2026-02-01,2026-02-28]', false],
  ['[2026-02-23T00:00:00Z,2026-03-01T00:00:00Z)', '[2026-02-01,2026-02-28]', true],
  ['[2026-02-28T23:00:00Z,2026-03-01T00:00:00Z)', '[2026-02-01,2026-02-28)', false],
  ['[2026-02-02T00:00:00+01:00,)', '[2026-02-01T23:00:00.000Z,)', true],
  ['[2026-02-02T00:00:00+01:00,)', '[2026-02-01T23:00:00.001Z,)', false],
  ['[2026-03-01,)', '(2026-02-28,)', true],
  ['[2026,2027)', '[2026-01-01,)', false],
  ['[2026-02-01,2026-03-01)', '[2026,2027)', true],
  ['[1500,1600)', '[1000,)', true],
  ['[5,)', '[1000,)', false],
])('replaces: %s takes the place of %s, %s', (newer, older, expected) => {
  expect(replaces(filter(range(newer)), filter(range(older)))).toBe(expected)
  // What leaves out more takes the place of what leaves out less.
  expect(replaces(filter(range(older), true), filter(range(newer), true))).toBe(expected)
})

test('replaces: an excluding filter stays unless the newer one excludes all of it', () => {
  const oneOf = (...texts: string[]): ColumnFilter => filter({ kind: 'one-of', texts }, true)
  expect(replaces(oneOf('c', 'd'), oneOf('a', 'b'))).toBe(false)
  expect(replaces(oneOf('a', 'b', 'c'), oneOf('a', 'b'))).toBe(true)
  const not = (text: string): ColumnFilter => filter({ kind: 'equals', text }, true)
  expect(replaces(not('a'), not('b'))).toBe(false)
  expect(replaces(not('a'), not('a'))).toBe(true)
})

test('replaces: a value replaces another, and a text only one that it contains', () => {
  expect(replaces(filter({ kind: 'equals', text: '1' }), filter({ kind: 'equals', text: '1.0' }))).toBe(true)
  const holds = (text: string): ColumnFilter => filter({ kind: 'contains', text })
  expect(replaces(holds('the Whole text'), holds('whole'))).toBe(true)
  expect(replaces(holds('another'), holds('whole'))).toBe(false)
  expect(replaces(filter(range('[2026-02-01,2026-02-02)')), filter({ kind: 'equals', text: '2026' }))).toBe(true)
  expect(replaces(filter({ kind: 'empty' }), filter({ kind: 'equals', text: '' }))).toBe(false)
})

test.each([
  ['[2026-11-04T04:00:00Z,2026-11-04T05:00:00Z)', '[2026-11-03,2026-11-03]', 'America/New_York', true],
  ['[2026-11-04T04:00:00Z,2026-11-04T05:00:00Z)', '[2026-11-03,2026-11-03]', 'UTC', false],
  ['[2026-11-03T04:00:00Z,2026-11-03T06:00:00Z)', '[2026-11-03,2026-11-03]', 'America/New_York', false],
  ['[2026-11-03T23:30,2026-11-04T00:00)', '[,2026-11-04T05:00:00Z]', 'America/New_York', true],
  ['[2026-11-04T00:00:00.5,)', '[2026-11-04T05:00:00.6Z,)', 'America/New_York', false],
  ['[2026-11-03T05:00:00Z,2026-11-04T05:00:00Z)', '[yesterday,yesterday]', 'America/New_York', true],
])('filter narrowing: days are of the person’s zone, %s in %s, %s', (newer, older, timeZone, expected) => {
  expect(replaces(filter(range(newer)), filter(range(older)), timeZone)).toBe(expected)
})
