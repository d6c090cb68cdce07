import type { ErrorValue } from '#shared/errors.ts'
import type { Health } from '#shared/health/health-schemas.ts'
import type { Environment } from '#shared/profiles/environment.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import type { Watch } from '#shared/watches/watch.ts'

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
  /** How key, certificate, token and lists stand, in the words of the window; failed ones first. */
  readonly checks: Health['checks']
}

export interface CheckedProfile {
  readonly name: string
  readonly environment: Environment
  readonly check: ProfileCheck
  /** Those that are on. */
  readonly watches: readonly Watch[]
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
  const ofWatches = (valueOf: (watch: Watch) => number | undefined): Sample[] =>
    profiles.flatMap(({ name: profile, environment, watches }) =>
      watches.flatMap((watch) => {
        const { list, viewName: view = '' } = watch
        const value = valueOf(watch)
        return value === undefined ? [] : [{ labels: { profile, environment, list, view }, value }]
      }),
    )
  const gauges: Gauge[] = [
    {
      name: 'clavis_certificate_not_after_timestamp_seconds',
      help: 'When the first certificate that is sent expires.',
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
      name: 'clavis_watch_last_load_timestamp_seconds',
      help: 'When the last load of a watched list started.',
      samples: ofWatches(({ lastLoad }) => lastLoad && Date.parse(lastLoad.at) / 1000),
    },
    {
      name: 'clavis_watch_load_success',
      help: 'Whether the last load of a watched list succeeded, and nothing keeps it from being loaded.',
      samples: ofWatches(({ lastLoad, paused }) => {
        if (paused !== undefined) return 0
        return lastLoad && (lastLoad.kind === 'loaded' ? 1 : 0)
      }),
    },
    {
      name: 'clavis_watch_records',
      help: 'Records that matched in the last complete load of a watched list.',
      samples: ofWatches(({ counts }) => counts.at(-1)?.matching),
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
