import { certificateOf } from '#shared/credentials/credential-parts.ts'
import { leadingCredential } from '#shared/credentials/set-up-step.ts'
import { usableValidity } from '#shared/expiry/expiry.ts'
import { judgeProfile, validityMoments, wasInUse } from '#shared/expiry/profile-expiry.ts'
import type { HealthFacts } from '#shared/health/finding.ts'
import { byHealth } from '#shared/health/health-order.ts'
import type { HealthCheck, ProfileHealth } from '#shared/health/health-schemas.ts'
import { healthOf } from '#shared/health/health.ts'
import { needsCertificate } from '#shared/profiles/environment.ts'
import type { ProfileStatus } from '#shared/profiles/profile-status.ts'
import { replacementStep } from '#shared/replacements/replacement.ts'
import { WorkQueue } from '../concurrency.ts'
import { refusedSetting } from '../diagnostics/refused-setting.ts'
import { readWatched, type Watched, type WarningStores } from '../expiry/due-warnings.ts'
import { startOfNextDay } from '../expiry/notice-schedule.ts'
import { clientSecretAccount, keyAccount, type Keychain } from '../keychain/keychain.ts'
import type { ProfileStatuses } from '../profiles/profile-statuses.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'

interface Options extends WarningStores {
  readonly statuses: Pick<ProfileStatuses, 'list' | 'noteSecret'>
  readonly keychain: Pick<Keychain, 'has'>
  readonly now: () => number
}

/** Judges the health of all profiles, for every place that shows it. Reads no key and parses no certificate. */
export class ProfileHealths {
  readonly #options: Options
  /** The secrets that were looked for since the start, by their accounts. */
  readonly #looked = new Set<string>()
  /** One after another: on Linux, each starts a process. */
  readonly #looks = new WorkQueue()
  #isEnded = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Returns what is remembered of every profile and its health, the most urgent first. @throws `store-…`, `disk-failed` */
  async list(): Promise<ProfileHealth[]> {
    return (await this.judged()).map(({ profile: _profile, ...health }) => health)
  }

  /** Returns what {@link list} does, with each profile. */
  async judged(): Promise<JudgedHealth[]> {
    const { statuses, now } = this.#options
    const [watched, remembered] = await Promise.all([readWatched(this.#options), statuses.list()])
    for (const status of remembered) {
      const stored = watched.profiles.find(({ profile }) => profile.id === status.profileId)
      if (stored !== undefined && status.key === undefined) void this.#look(stored)
    }
    return healthsOf(watched, remembered, now())
  }

  /** Returns how a profile's certificate stands; undefined if it needs none. */
  async certificateOf(profileId: string): Promise<HealthCheck | undefined> {
    const own = (await this.judged()).find((each) => each.profileId === profileId)
    return own?.health.checks.find(({ subject }) => subject === 'certificate')
  }

  /** Starts no further look and notes nothing more: that would open the closed database again. */
  end(): void {
    this.#isEnded = true
  }

  /** Looks once for a secret that no look has found yet, without asking the person. The status says what it found. */
  async #look({ profile, credentials }: StoredProfile): Promise<void> {
    const { keychain, statuses } = this.#options
    const credentialId = needsCertificate(profile) ? leadingCredential(credentials)?.id : undefined
    if (needsCertificate(profile) && credentialId === undefined) return
    const account = credentialId === undefined ? clientSecretAccount(profile.id) : keyAccount(credentialId)
    if (this.#looked.has(account)) return
    this.#looked.add(account)
    const found = await this.#looks.inSequence(async () =>
      this.#isEnded ? undefined : keychain.has(account).catch(() => undefined),
    )
    if (found === undefined || this.#isEnded) return
    const use = { profileId: profile.id, state: found ? 'found' : 'missing' } as const
    statuses.noteSecret(credentialId === undefined ? use : { ...use, credentialId }, true)
  }
}

interface JudgedHealth extends ProfileHealth {
  readonly profile: StoredProfile['profile']
}

/** Judges profiles as they were read, the most urgent first. @param now milliseconds since the epoch */
export function healthsOf(
  { profiles, certificates, dates }: Pick<Watched, 'profiles' | 'certificates' | 'dates'>,
  remembered: readonly ProfileStatus[],
  now: number,
): JudgedHealth[] {
  const { timeZone } = dates
  const statusOf = new Map(remembered.map((status) => [status.profileId, status]))
  const certificatesOf = Map.groupBy(certificates, ({ profileId }) => profileId)
  const midnight = startOfNextDay(now, timeZone)
  return profiles
    .flatMap((stored) => {
      const { profile, credentials } = stored
      const status = statusOf.get(profile.id)
      // Created since the statuses were read.
      if (status === undefined) return []
      const refused = refusedSetting(stored, profiles, status, now)
      const judged = judgeProfile(profile, certificatesOf.get(profile.id) ?? [], now, timeZone)
      const facts = { ...factsOf(stored, judged), status, refused }
      const health = healthOf(facts, now, dates)
      const moments = validityMoments(credentials).map((moment) => Date.parse(moment) + 1)
      const changesAt = Math.min(midnight, ...moments.filter((moment) => moment > now))
      return [{ ...status, health, changesAt: new Date(changesAt).toISOString(), profile }]
    })
    .sort(byHealth)
}

function factsOf(
  { profile, credentials, replacement }: StoredProfile,
  judged: HealthFacts['judged'],
): Omit<HealthFacts, 'status' | 'refused'> {
  const active = certificateOf(credentials.find(({ state }) => state === 'active'))
  const leading = leadingCredential(credentials)
  return {
    profile,
    judged,
    isLost: active === undefined && credentials.some((each) => wasInUse(each) && certificateOf(each) !== undefined),
    usable: active && usableValidity(active),
    key: leading && { size: leading.keySize, isActive: leading.state === 'active' },
    replacement: replacement && {
      step: replacementStep(replacement, credentials),
      isRefused: replacement.refusal !== undefined,
    },
  }
}
