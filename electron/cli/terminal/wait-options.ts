import { InvalidArgumentError } from 'commander'
import { ClavisError } from '#shared/errors.ts'

/** Options that limit how long a command waits, milliseconds. */
export interface WaitOptions {
  readonly timeout: number
  readonly maxWait: number
}

const unitMs: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 }

/** A week, milliseconds; timers can't wait longer than 24 days. */
const maxMs = 604_800_000

/** Parses a duration such as `90`, `90s`, `5m` or `2h` to milliseconds; `0` is the longest. @throws InvalidArgumentError */
export function parseDuration(text: string): number {
  const { amount, unit = 's' } = /^(?<amount>\d{1,6})(?<unit>[smh])?$/u.exec(text)?.groups ?? {}
  const milliseconds = Number(amount) * (unitMs[unit] ?? Number.NaN)
  if (milliseconds <= maxMs) return milliseconds === 0 ? maxMs : milliseconds
  throw new InvalidArgumentError(
    'Enter a number with s, m or h, for example 90s, 5m or 2h (a week at most); 0 for no limit.',
  )
}

/** Formats milliseconds as {@link parseDuration} reads them: 300,000 as `5m`. */
export function durationText(milliseconds: number): string {
  const unit = Object.keys(unitMs).findLast((each) => milliseconds % (unitMs[each] ?? 1) === 0) ?? 's'
  return `${milliseconds / (unitMs[unit] ?? 1)}${unit}`
}

export function timeoutReached(timeout: number): ClavisError {
  return new ClavisError(
    'network-timeout',
    `The command was stopped after its time limit of ${durationText(timeout)}.`,
    {
      hint: 'Set a longer one with --timeout.',
    },
  )
}
