import type { TimeRange } from './time-range.ts'

/** A mark on the axis, and where its word stands: at the mark, or at the range's edge where the period began before. */
export interface Tick {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly label: string
}

/** The axis's two lines: parts (days, months) above what they are part of (months, years). */
export interface Ticks {
  readonly minor: readonly Tick[]
  readonly major: readonly Tick[]
}

interface Step {
  readonly unit: 'day' | 'month' | 'year'
  readonly count: number
  /** About how long one is, in days. */
  readonly days: number
  /** Room that its word takes, in pixels. */
  readonly room: number
}

const steps: readonly Step[] = [
  { unit: 'day', count: 1, days: 1, room: 20 },
  { unit: 'day', count: 7, days: 7, room: 22 },
  { unit: 'month', count: 1, days: 30.4, room: 30 },
  { unit: 'month', count: 3, days: 91.3, room: 30 },
  ...[1, 2, 5, 10, 20, 50].map((count): Step => ({ unit: 'year', count, days: 365.25 * count, room: 36 })),
]

const day = 86_400_000

/**
 * Days, weeks, months, quarters or years: the finest whose words have room. All begin at the person's own midnight, so
 * that a day of 23 or 25 hours moves nothing.
 * @param width the axis's, in pixels
 * @param locale a BCP 47 tag; the person's own unless given
 */
export function ticksOf(range: TimeRange, width: number, locale?: string): Ticks {
  const length = (range.to - range.from) / day
  const step = steps.find(({ days, room }) => (length / days) * room <= width) ?? lastOf(steps)
  if (step.unit === 'year') return { minor: marks(range, step, { year: 'numeric' }, locale), major: [] }
  const [minor, part, whole] =
    step.unit === 'day'
      ? ([{ day: 'numeric' }, { unit: 'month', count: 1 }, { month: 'long', year: 'numeric' }] as const)
      : ([{ month: 'short' }, { unit: 'year', count: 1 }, { year: 'numeric' }] as const)
  const major = marks({ from: startBefore(range.from, part), to: range.to }, part, whole, locale)
  return {
    minor: marks(range, step, minor, locale),
    major: major.map(({ at, label }) => ({ at: Math.max(at, range.from), label })),
  }
}

function marks(
  { from, to }: TimeRange,
  step: Pick<Step, 'unit' | 'count'>,
  format: Intl.DateTimeFormatOptions,
  locale: string | undefined,
): Tick[] {
  const words = new Intl.DateTimeFormat(locale, format)
  const ticks: Tick[] = []
  for (let at = startBefore(from, step); at < to; at = following(at, step))
    if (at >= from) ticks.push({ at, label: words.format(at) })
  return ticks
}

/** The last start of such a step that is not after `at`. Weeks begin on Monday (ISO 8601). */
function startBefore(at: number, { unit, count }: Pick<Step, 'unit' | 'count'>): number {
  const date = new Date(at)
  const year = date.getFullYear()
  const month = date.getMonth()
  switch (unit) {
    case 'day': {
      const back = count === 7 ? (date.getDay() + 6) % 7 : 0
      return new Date(year, month, date.getDate() - back).getTime()
    }
    case 'month':
      return new Date(year, month - (month % count), 1).getTime()
    case 'year':
      return new Date(year - (year % count), 0, 1).getTime()
  }
}

function following(at: number, { unit, count }: Pick<Step, 'unit' | 'count'>): number {
  const date = new Date(at)
  const [years, months, days] = [unit === 'year', unit === 'month', unit === 'day'].map((is) => (is ? count : 0)) as [
    number,
    number,
    number,
  ]
  return new Date(date.getFullYear() + years, date.getMonth() + months, date.getDate() + days).getTime()
}

function lastOf(all: readonly Step[]): Step {
  const last = all.at(-1)
  if (last === undefined) throw new Error('There are no steps.')
  return last
}
