import { visibleLine } from '#shared/values/visible-text.ts'

export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A gauge of Prometheus with its samples. */
export interface Gauge {
  readonly name: string
  readonly help: string
  readonly samples: readonly Sample[]
}

/** Formats gauges in Prometheus' text exposition format, version 0.0.4. Leaves out those without samples. */
export function formatGauges(gauges: readonly Gauge[]): string {
  return gauges
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, help, samples }) => [
      `# HELP ${name} ${escaped(help)}`,
      `# TYPE ${name} gauge`,
      ...samples.map(({ labels, value }) => `${name}${formatLabels(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('')
}

function formatLabels(labels: Sample['labels']): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${escaped(visibleLine(value)).replaceAll('"', '\\"')}"`,
  )
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}
