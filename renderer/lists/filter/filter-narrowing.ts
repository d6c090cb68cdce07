import { readDatetime } from '../../../shared/model/values/datetime-text.ts'
import { rangeKind } from '../../../shared/model/filter-line/filter-bounds.ts'
import type { ColumnFilter, FilterCondition } from '../../../shared/model/query/list-filter.ts'

type Range = Extract<FilterCondition, { kind: 'range' }>
type Bound = NonNullable<Range['from']>

/**
 * Whether a filter chosen among the rows of another one includes it, so that replacing it brings back no hidden rows.
 */
export function replaces(newer: ColumnFilter, older: ColumnFilter): boolean {
  if (newer.path !== older.path || newer.excludes !== older.excludes) return false
  return newer.excludes
    ? isWithin(older.condition, newer.condition)
    : // A value that is shown where the column is another value is that one, spelled otherwise.
      isWithin(newer.condition, older.condition) || areValues(newer.condition, older.condition)
}

function areValues(one: FilterCondition, other: FilterCondition): boolean {
  return one.kind === other.kind && (one.kind === 'equals' || one.kind === 'week-hour')
}

function isWithin(inner: FilterCondition, outer: FilterCondition): boolean {
  if (inner.kind === 'range' && outer.kind === 'range') return isRangeWithin(inner, outer)
  if (inner.kind === 'contains' && outer.kind === 'contains')
    return inner.text.toLowerCase().includes(outer.text.toLowerCase())
  if (inner.kind === 'one-of' && outer.kind === 'one-of')
    return isPartOf(inner.texts, outer.texts) && isPartOf(inner.periods ?? [], outer.periods ?? [])
  return JSON.stringify(inner) === JSON.stringify(outer)
}

function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  return part.every((text) => whole.includes(text))
}

function isRangeWithin(inner: Range, outer: Range): boolean {
  const kind = rangeKind(inner)
  if (kind === undefined || kind !== rangeKind(outer)) return false
  const distance = kind === 'numbers' ? numberDistance : dateDistance
  const isInside = (end: 'from' | 'to', inwards: 1 | -1): boolean => {
    const [own, limit] = [inner[end], outer[end]]
    if (limit === undefined) return true
    if (own === undefined) return false
    const [at, bound] = kind === 'numbers' ? [own, limit] : [wholeDay(own, end), wholeDay(limit, end)]
    const from = inwards * distance(at.value, bound.value)
    return from > 0 || (from === 0 && (bound.inclusive || !at.inclusive))
  }
  return isInside('from', 1) && isInside('to', -1)
}

/** Digits that every double keeps. */
const exactDigits = 15

/** Positive if `one` is larger; NaN if doubles can't tell. */
function numberDistance(one: string, other: string): number {
  const distance = Number(one) - Number(other)
  if (distance !== 0 || one === other) return distance
  const isExact = [one, other].every((text) => text.replace(/[eE].*$|\D/gu, '').length <= exactDigits)
  return isExact ? 0 : Number.NaN
}

/** Positive if `one` is later. */
function dateDistance(one: string, other: string): number {
  const [at, bound] = [readDatetime(one), readDatetime(other)]
  if (at === undefined || bound === undefined) return Number.NaN
  if (at.seconds !== bound.seconds) return at.seconds - bound.seconds
  const length = Math.max(at.fraction.length, bound.fraction.length)
  const [fraction, limit] = [at.fraction.padEnd(length, '0'), bound.fraction.padEnd(length, '0')]
  return fraction === limit ? 0 : fraction < limit ? -1 : 1
}

/** Returns the bound as an instant. A day without a time means the whole day, as in main. */
function wholeDay(bound: Bound, end: 'from' | 'to'): Bound {
  const { seconds, precision } = readDatetime(bound.value) ?? {}
  if (seconds === undefined || precision !== 'date') return bound
  const isFromItsStart = bound.inclusive === (end === 'from')
  const instant = new Date((isFromItsStart ? seconds : seconds + 86_400) * 1000)
  return { value: instant.toISOString(), inclusive: end === 'from' }
}
