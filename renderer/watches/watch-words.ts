import type { DateText } from '#shared/values/date-text.ts'
import { dayAndTime } from '#shared/values/day-and-time.ts'
import { calendarDays } from '#shared/values/local-day.ts'
import { loadWords } from '#shared/watches/watch-messages.ts'
import type { Watch } from '#shared/watches/watch.ts'
import { count } from '../ui/text/count.ts'
import { sizeWords } from '../ui/text/size-words.ts'

/** Says how a watch stands: what keeps it from loading, or what its last load brought. */
export function stateWords({ isLoading, paused, lastLoad }: Watch): {
  readonly words: string
  readonly tone?: 'bad' | 'warn'
} {
  if (isLoading) return { words: 'Loading…' }
  if (paused !== undefined) return { words: `Paused: ${firstSentence(paused.error.message)}`, tone: 'warn' }
  if (lastLoad === undefined) return { words: 'Not loaded yet' }
  if (lastLoad.kind === 'failed') return { words: `Failed: ${firstSentence(lastLoad.error.message)}`, tone: 'bad' }
  return { words: loadWords(lastLoad) }
}

/** Says when a watch is loaded next. @param now milliseconds since the epoch */
export function nextWords({ isOn, nextAt }: Pick<Watch, 'isOn' | 'nextAt'>, now: number, dates: DateText): string {
  if (!isOn || nextAt === undefined) return 'off'
  const at = Date.parse(nextAt)
  if (at <= now) return 'next load due'
  if (calendarDays(now, at, dates.timeZone) !== 1) return `next ${dayAndTime(nextAt, now, dates)}`
  return `next tomorrow, ${dates.parts(at, { hour: 'numeric', minute: '2-digit' })}`
}

/** Describes the numbers that a small chart shows, e.g. `25 records, between 20 and 31 in 30 loads`. */
export function countsWords(counts: Watch['counts']): string {
  const numbers = counts.map(({ matching }) => matching)
  const last = count(numbers.at(-1) ?? 0, 'record')
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  if (numbers.length < 2) return `${last} in one load`
  const loads = `in ${numbers.length.toLocaleString()} loads`
  return least === most
    ? `${last} ${loads}`
    : `${last}, between ${least.toLocaleString()} and ${most.toLocaleString()} ${loads}`
}

/** Says how many loads are kept, and how much disk they use. */
export function keptWords({ loads, size }: Watch['kept']): string {
  return loads === 0 ? 'None' : `${count(loads, 'load')}, ${sizeWords(size)}`
}

/** Says how long a load took: `0.4 s`, `12 s`, `3 min`. @param ms milliseconds */
export function durationWords(ms: number): string {
  if (ms < 9950) return `${(ms / 1000).toLocaleString(undefined, { maximumFractionDigits: 1 })} s`
  return ms < 90_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000).toLocaleString()} min`
}

/** `every hour` → `Every hour`. */
export function asLabel(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns what happened, without what to do about it. */
function firstSentence(message: string): string {
  return message.replace(/\.(?:\s.*)?$/su, '')
}
