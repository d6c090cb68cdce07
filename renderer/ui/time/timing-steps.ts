import type { ExchangeTimings } from '../../../shared/model/activity/activity.ts'

type TimedStep = Exclude<keyof ExchangeTimings, 'reused'>

/** One step of an exchange, as it is drawn. */
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
 * The steps that there were, in order.
 * @param durationMs of the whole: what no step took was preparation
 */
export function timeSteps(timings: ExchangeTimings, durationMs = 0): TimeStep[] {
  const steps = (Object.keys(labels) as TimedStep[]).flatMap((step): TimeStep[] => {
    const milliseconds = timings[step]
    return milliseconds === undefined ? [] : [{ step, label: labels[step], milliseconds }]
  })
  const rest = durationMs - steps.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  return rest < 1 ? steps : [{ step: 'preparation', label: 'Preparation', milliseconds: rest }, ...steps]
}

/** `0.4 ms`, `12 ms`, `1,250 ms`: a digit after the point only where it says something. */
export function millisecondsWords(milliseconds: number): string {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds).toLocaleString()} ms`
}
