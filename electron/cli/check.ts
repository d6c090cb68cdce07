import { resolve } from 'node:path'
import { ClavisError, type ErrorValue } from '#shared/errors.ts'
import { judge, urgentDays, validityOf } from '#shared/expiry/expiry.ts'
import { judgeProfileExpiry, usableCredentials } from '#shared/expiry/profile-expiry.ts'
import type { Health } from '#shared/health/health-schemas.ts'
import { needsCertificate, type Environment } from '#shared/profiles/environment.ts'
import { timeZoneOf } from '#shared/values/date-text.ts'
import { visibleLine } from '#shared/values/visible-text.ts'
import { writeFileAtomically } from '../files/atomic-file.ts'
import { requireSaveTarget } from '../files/save-target.ts'
import { withTimeLimit } from '../http/time-limits.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import type { Services } from '../services.ts'
import type { CommandContext } from './command-context.ts'
import { exitCodeFor, exitCodes } from './exit-codes.ts'
import { expiryExitCodes } from './expiry.ts'
import { resultsOf } from './terminal/profile-results.ts'
import { timeoutReached, type WaitOptions } from './terminal/wait-options.ts'

export interface CheckOptions extends WaitOptions {
  readonly metrics?: string
  readonly within: number
  readonly jobs: number
}

/**
 * Requests a token for each profile and checks when its certificates expire. Prints a line for each, writes metrics, and sets the
 * exit code by the worst. The tokens are discarded. Nothing is requested if the metrics could not be saved.
 * @param names IDs or exact names; none for all profiles
 */
export async function checkProfiles(
  context: CommandContext,
  names: readonly string[],
  { metrics, within, jobs, timeout, maxWait }: CheckOptions,
): Promise<void> {
  if (metrics !== undefined) await requireSaveTarget(resolve(metrics))
  const services = await context.services({ tokenMs: maxWait })
  const profiles = await chosenProfiles(services, names)
  const timeZone = timeZoneOf((await services.settings.read()).dates)
  const verified = new Map(
    (await services.statuses.list()).map((status) => [status.profileId, status.verified.token?.at] as const),
  )
  const checked = new Map<StoredProfile, CheckedProfile>()
  const { results, exitCode } = await resultsOf(
    context,
    { profiles, isSeveral: true, jobs: Math.max(1, jobs) },
    async (stored) => {
      const { id, name, environment } = stored.profile
      const token = await checkToken(services, id, timeout, verified.get(id))
      const now = Date.now()
      const certificates = certificatesOf(stored, now, timeZone)
      const health = await healthAfter(services, id)
      const check = { token, certificates, checks: health.checks }
      checked.set(stored, { name, environment, check })
      return {
        text: [describeToken(token), ...describeOthers(health)].join(' '),
        value: check,
        exitCode: Math.max(
          token.error === undefined ? exitCodes.fine : exitCodeFor(token.error.code),
          needsCertificate(stored.profile)
            ? expiryExitCodes[judgeProfileExpiry(stored.credentials, [within, urgentDays], now, timeZone).urgency]
            : exitCodes.fine,
        ),
      }
    },
  )
  if (metrics !== undefined) {
    const inOrder = profiles.flatMap((stored) => checked.get(stored) ?? [])
    // For node_exporter, which runs as another user.
    await writeFileAtomically(resolve(metrics), metricsOf(inOrder, Date.now()), 0o644)
  }
  context.printJson(results)
  context.setExitCode(exitCode)
}

/** @throws `profile-not-found` if one is unknown, or there is none */
async function chosenProfiles({ profiles }: Services, names: readonly string[]): Promise<readonly StoredProfile[]> {
  if (names.length > 0) {
    const found = await Promise.all(names.map((name) => profiles.find(name)))
    return [...new Map(found.map((stored) => [stored.profile.id, stored])).values()]
  }
  const all = await profiles.list()
  if (all.length > 0) return all
  throw new ClavisError('profile-not-found', 'There is no profile to check.', { hint: 'Create or import one first.' })
}

/** Requests a new token. @param lastSuccessAt when one was received before */
async function checkToken(
  { tokens }: Services,
  profileId: string,
  timeout: number,
  lastSuccessAt: string | undefined,
): Promise<ProfileCheck['token']> {
  const since = performance.now()
  const durationSeconds = (): number => Math.round(performance.now() - since) / 1000
  try {
    const limit = { limit: timeout, tooLong: () => timeoutReached(timeout) }
    const state = await withTimeLimit(limit, () => tokens.get(profileId, { renew: true }))
    const obtainedAt = state.kind === 'held' ? state.obtainedAt : new Date().toISOString()
    return { success: true, durationSeconds: durationSeconds(), lastSuccessAt: obtainedAt }
  } catch (error) {
    if (!(error instanceof ClavisError)) throw error
    const failed = { success: false, durationSeconds: durationSeconds(), lastSuccessAt: lastSuccessAt ?? null }
    return { ...failed, error: error.toValue() }
  }
}

async function healthAfter({ statuses, healths }: Services, profileId: string): Promise<Pick<Health, 'checks'>> {
  await statuses.end()
  return (await healths.list()).find((each) => each.profileId === profileId)?.health ?? { checks: [] }
}

function certificatesOf(
  { credentials }: StoredProfile,
  now: number,
  timeZone: string | undefined,
): ProfileCheck['certificates'] {
  return usableCredentials(credentials).map(({ state, certificate }) => {
    const validity = validityOf(certificate)
    return {
      thumbprint: certificate.thumbprint.sha1,
      active: state === 'active',
      notAfter: validity.notAfter,
      daysLeft: judge(validity, [], now, timeZone).daysLeft,
    }
  })
}

function describeToken({ durationSeconds, error }: ProfileCheck['token']): string {
  if (error === undefined) return `Token in ${durationSeconds} s.`
  const { code, message, hint, command } = error
  return [`FAILED ${code}: ${message}`, ...(command === undefined ? [] : [hint, command])].join(' ')
}

/** Describes what else the window says of the profile: its certificate, and a list that failed. */
function describeOthers({ checks }: Pick<Health, 'checks'>): string[] {
  return checks
    .filter(({ subject, level }) => subject === 'certificate' || (subject === 'lists' && level === 'warn'))
    .map(({ words }) => `${words}.`)
}

/** What the check of a profile found; also printed with `--json`. */
interface ProfileCheck {
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

interface CheckedProfile {
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
