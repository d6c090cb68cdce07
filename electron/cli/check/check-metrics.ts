import type { ErrorValue } from '#shared/errors.ts'
import type { Environment } from '#shared/profiles/environment.ts'
import { visibleLine } from '#shared/values/visible-text.ts'

/** What the check of a profile found; also printed with `--json`. */
export interface ProfileCheck {
  readonly token: {
    readonly success: boolean
    /** From the request to its result, with retries, seconds. */
    readonly durationSeconds: number
    /** When the last token was received, ISO 8601; `null` if that is not known. */
    readonly lastSuccessAt: string | null
    readonly error?: ErrorValue
  }
  /** Those of all credentials that are not retired. */
  readonly certificates: readonly {
    readonly thumbprint: string
    readonly active: boolean
    /** ISO 8601 instant. */
    readonly notAfter: string
    readonly daysLeft: number
  }[]
}

export interface CheckedProfile {
  readonly name: string
  readonly environment: Environment
  readonly check: ProfileCheck
}

/**
 * Formats the results of a check as metrics. Times are points in time, so that what is computed from them is right whenever it is read.
 * @param now when the check ended, milliseconds since the epoch
 */
export function metricsOf(profiles: readonly CheckedProfile[], now: number): string {
  const each = (samplesOf: (check: ProfileCheck) => readonly Sample[]): Sample[] =>
    profiles.flatMap(({ name: profile, environment, check }) =>
      samplesOf(check).map(({ labels, value }) => ({ labels: { profile, environment, ...labels }, value })),
    )
  const gauges: Gauge[] = [
    {
      name: 'clavis_certificate_not_after_timestamp_seconds',
      help: 'When a certificate, or the first of its chain, expires.',
      samples: each(({ certificates }) =>
        certificates.map(({ thumbprint, active, notAfter }) => ({
          labels: { thumbprint, active: String(active) },
          value: Date.parse(notAfter) / 1000,
        })),
      ),
    },
    {
      name: 'clavis_token_success',
      help: 'Whether the last token request succeeded.',
      samples: each(({ token }) => [{ labels: {}, value: token.success ? 1 : 0 }]),
    },
    {
      name: 'clavis_token_duration_seconds',
      help: 'How long the last token request took, with its retries.',
      samples: each(({ token }) => [{ labels: {}, value: token.durationSeconds }]),
    },
    {
      name: 'clavis_token_last_success_timestamp_seconds',
      help: 'When the last token was received.',
      samples: each(({ token: { lastSuccessAt } }) =>
        lastSuccessAt === null ? [] : [{ labels: {}, value: Date.parse(lastSuccessAt) / 1000 }],
      ),
    },
    {
      name: 'clavis_check_timestamp_seconds',
      help: 'When clavis check last ended.',
      samples: [{ labels: {}, value: now / 1000 }],
    },
  ]
  return formatGauges(gauges)
}

interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** A gauge of Prometheus with its samples. */
interface Gauge {
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
