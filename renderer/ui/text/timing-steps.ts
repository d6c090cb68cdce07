import type { RequestTimings } from '#shared/requests/activity.ts'

type TimedStep = Exclude<keyof RequestTimings, 'reused'>

export interface TimeStep {
  /** `preparation`: what was done before, such as signing an assertion. */
  readonly step: TimedStep | 'preparation'
  readonly label: string
  readonly milliseconds: number
  /** For example `0.4 ms`; the steps’ add up to the total’s. */
  readonly words: string
}

const labels: Readonly<Record<TimedStep, string>> = {
  resolveMs: 'DNS',
  connectMs: 'Connection',
  tlsMs: 'TLS',
  firstByteMs: 'First byte',
  bodyMs: 'Body',
}

/** Returns the existing steps in order, and the total. @param durationMs time outside of all steps is preparation */
export function timeSteps(
  timings: RequestTimings,
  durationMs: number,
): { readonly steps: readonly TimeStep[]; readonly total: string } {
  const timed = (Object.keys(labels) as TimedStep[]).flatMap((step) => {
    const milliseconds = timings[step]
    return milliseconds === undefined ? [] : [{ step, label: labels[step], milliseconds }]
  })
  const sum = timed.reduce((all, { milliseconds }) => all + milliseconds, 0)
  const total = Math.max(sum, durationMs)
  const preparation = { step: 'preparation', label: 'Preparation', milliseconds: total - sum } as const
  const digits = total < 100 ? 1 : 0
  let before = 0
  // What is rounded are the moments, not the durations between them: otherwise these would not add up.
  const steps = [preparation, ...timed].flatMap((draft): TimeStep[] => {
    const shown = rounded(before + draft.milliseconds, digits) - rounded(before, digits)
    before += draft.milliseconds
    return draft === preparation && shown === 0 ? [] : [{ ...draft, words: inWords(shown, digits) }]
  })
  return { steps, total: inWords(rounded(total, digits), digits) }
}

function rounded(milliseconds: number, digits: number): number {
  return Number(milliseconds.toFixed(digits))
}

function inWords(milliseconds: number, digits: number): string {
  const digitsOnly = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return `${milliseconds.toLocaleString(undefined, digitsOnly)} ms`
}

/** Formats `0.4 ms`, `12 ms`, `1,250 ms`: with a decimal only if it is meaningful. */
export function millisecondsWords(milliseconds: number): string {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds).toLocaleString()} ms`
}
