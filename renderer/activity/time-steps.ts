import type { ExchangeTimings } from '../../shared/model/activity.ts'

/** One step of an exchange, as it is drawn. */
export interface TimeStep {
  readonly step: Exclude<keyof ExchangeTimings, 'reused'>
  readonly label: string
  readonly milliseconds: number
}

const labels: Readonly<Record<TimeStep['step'], string>> = {
  resolveMs: 'Name',
  connectMs: 'Connection',
  tlsMs: 'TLS',
  firstByteMs: 'First byte',
  bodyMs: 'Body',
}

/** The steps that there were, in order. */
export function timeSteps(timings: ExchangeTimings): TimeStep[] {
  return (Object.keys(labels) as TimeStep['step'][]).flatMap((step) => {
    const milliseconds = timings[step]
    return milliseconds === undefined ? [] : [{ step, label: labels[step], milliseconds }]
  })
}

/** `0.4 ms`, `12 ms`, `1,250 ms`: a digit after the point only where it says something. */
export function millisecondsWords(milliseconds: number): string {
  return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds).toLocaleString()} ms`
}
