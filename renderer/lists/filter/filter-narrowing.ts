import { isYearOrMonth, periodOf, rangeKinds, type FilterClock } from '#shared/lists/filter-line/filter-bounds.ts'
import type { ColumnFilter, FilterCondition } from '#shared/lists/list-filter.ts'
import { readDatetime } from '#shared/values/datetime-text.ts'

type Range = Extract<FilterCondition, { kind: 'range' }>
type Bound = NonNullable<Range['from']>

/**
 * Whether a filter chosen among the rows of another one includes it, so that replacing it brings back no hidden rows.
 */
export function replaces(newer: ColumnFilter, older: ColumnFilter, clock: FilterClock): boolean {
  if (newer.path !== older.path || newer.excludes !== older.excludes) return false
  return newer.excludes
    ? isWithin(older.condition, newer.condition, clock)
    : // A value that is shown where the column is another value is that one, spelled otherwise.
      isWithin(newer.condition, older.condition, clock) || areValues(newer.condition, older.condition)
}

function areValues(one: FilterCondition, other: FilterCondition): boolean {
  return one.kind === 'equals' && other.kind === 'equals'
}

function isWithin(inner: FilterCondition, outer: FilterCondition, clock: FilterClock): boolean {
  const [within, around] = [rangeOf(inner), rangeOf(outer)]
  if (within !== undefined && around !== undefined) return isRangeWithin(within, around, clock)
  if (inner.kind === 'contains' && outer.kind === 'contains')
    return inner.text.toLowerCase().includes(outer.text.toLowerCase())
  if (inner.kind === 'one-of' && outer.kind === 'one-of')
    return isPartOf(inner.texts, outer.texts) && isPartOf(inner.periods ?? [], outer.periods ?? [])
  return JSON.stringify(inner) === JSON.stringify(outer)
}

/** Returns a condition as a range; a year or a month is one of dates. */
function rangeOf(condition: FilterCondition): Range | undefined {
  if (condition.kind !== 'equals' || !isYearOrMonth(condition.text))
    return condition.kind === 'range' ? condition : undefined
  const bound = { value: condition.text, inclusive: true }
  return { kind: 'range', from: bound, to: bound }
}

function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  return part.every((text) => whole.includes(text))
}

function isRangeWithin(inner: Range, outer: Range, clock: FilterClock): boolean {
  const [kinds, limits] = [rangeKinds(inner), rangeKinds(outer)]
  return kinds.length > 0 && kinds.every((kind) => limits.includes(kind) && isKindWithin(kind, inner, outer, clock))
}

function isKindWithin(kind: 'numbers' | 'dates', inner: Range, outer: Range, clock: FilterClock): boolean {
  const distance = kind === 'numbers' ? numberDistance : dateDistance
  const isInside = (end: 'from' | 'to', inwards: 1 | -1): boolean => {
    const [own, limit] = [inner[end], outer[end]]
    if (limit === undefined) return true
    if (own === undefined) return false
    const [at, bound] = kind === 'numbers' ? [own, limit] : [inClock(own, end, clock), inClock(limit, end, clock)]
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

/** Returns the bound as an instant by the person's clock. A period means all of it, as in main. */
function inClock(bound: Bound, end: 'from' | 'to', clock: FilterClock): Bound {
  const period = periodOf(bound.value, clock)
  const { seconds = 0, fraction = '', precision } = readDatetime(bound.value) ?? {}
  if (period === undefined && precision !== 'local') return bound
  if (period === undefined) {
    const instant = new Date(clock.zone.instantOf(seconds * 1000)).toISOString()
    return { ...bound, value: fraction === '' ? instant : instant.replace('000Z', `${fraction}Z`) }
  }
  const { instant } = bound.inclusive === (end === 'from') ? period.start : period.end
  return { value: new Date(instant).toISOString(), inclusive: end === 'from' }
}
