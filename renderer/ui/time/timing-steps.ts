import type { ExchangeTimings } from '../../../shared/model/activity/activity.ts'

type TimedStep = Exclude<keyof ExchangeTimings, 'reused'>

/** A step of a request, as drawn. */
export interface TimeStep {
  /** `preparation`: what was done before, such as signing an assertion. */
  readonly step: TimedStep | 'preparation'
  readonly label: string
  readonly milliseconds: number
}

const labels: Readonly<Record<TimedStep, string>> = {
  resolveMs: 'DNS',
  connectMs: 'Connection',
  tlsMs: 'TLS',
  firstByteMs: 'First byte',
  bodyMs: 'Body',
}

/**
 * Returns the existing steps in order.
 * @param durationMs total: time outside of all steps is preparation
 */
export function timeSteps(timings: ExchangeTimings, durationMs = 0): TimeStep[] {
  const steps = (Object.keys(labels) as TimedStep[]).flatMap((step): TimeStep[] => {
    const milliseconds = timings[step]
    return milliseconds === undefined ? [] : [{ step, label: labels[step], milliseconds }]
  })
  const rest = durationMs - steps.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  return rest < 1 ? steps : [{ step: 'preparation', label: 'Preparation', milliseconds: rest }, ...steps]
}

/** Formats `0.4 ms`, `12 ms`, `1,250 ms`: with a decimal only if it is meaningful. */
export function millisecondsWords(milliseconds: number): string {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds).toLocaleString()} ms`
}
