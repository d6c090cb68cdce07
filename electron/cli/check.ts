import { resolve } from 'node:path'
import { ClavisError } from '#shared/errors.ts'
import { judge, urgentDays, validityOf } from '#shared/expiry/expiry.ts'
import { judgeProfileExpiry, usableCredentials } from '#shared/expiry/profile-expiry.ts'
import type { Health } from '#shared/health/health-schemas.ts'
import { needsCertificate } from '#shared/profiles/environment.ts'
import { timeZoneOf } from '#shared/values/date-text.ts'
import { writeFileAtomically } from '../files/atomic-file.ts'
import { requireSaveTarget } from '../files/save-target.ts'
import { withTimeLimit } from '../http/time-limits.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import type { Services } from '../services.ts'
import { type CheckedProfile, metricsOf, type ProfileCheck } from './check-metrics.ts'
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
  const checked = new Map<StoredProfile, Omit<CheckedProfile, 'watches'>>()
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
    const watches = (await services.watches.list(() => false)).filter(({ isOn }) => isOn)
    const inOrder = profiles.flatMap((stored) => {
      const each = checked.get(stored)
      const own = watches.filter(({ profileId }) => profileId === stored.profile.id)
      return each === undefined ? [] : [{ ...each, watches: own }]
    })
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
