import { dayMs } from '#shared/values/local-day.ts'
import { onFirstUse } from '../../platform/on-first-use.ts'

const relative = onFirstUse(() => new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }))

const units = [
  ['day', dayMs],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** Says how long ago an instant was, in its largest whole unit: `3 hours ago`. Both in milliseconds since the epoch. */
export function agoText(at: number, now: number): string {
  const passed = Math.max(0, now - at)
  const unit = units.find(([, length]) => passed >= length)
  return unit === undefined ? 'just now' : relative().format(-Math.floor(passed / unit[1]), unit[0])
}
