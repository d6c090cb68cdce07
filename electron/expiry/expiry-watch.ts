import { certificateOf } from '#shared/credentials/credential-parts.ts'
import { ClavisError } from '#shared/errors.ts'
import { urgentDays, validityOf } from '#shared/expiry/expiry.ts'
import type {
  DesktopChannel,
  ExpiryOverview,
  TimelineCertificate,
  WarningSettings,
} from '#shared/expiry/warning-schemas.ts'
import { isLastWeekInProduction, latestSnooze, orderedThresholds } from '#shared/expiry/warning-thresholds.ts'
import type { Health } from '#shared/health/health-schemas.ts'
import type { Environment } from '#shared/profiles/environment.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { DateText } from '#shared/values/date-text.ts'
import { refuseConfirmation, type Confirm, confirmInProduction } from '../confirmation.ts'
import { findCredential } from '../credentials/stored-credentials.ts'
import { Listeners } from '../events.ts'
import { lostThresholds, silenceQuestion } from '../profiles/guards/confirmation-messages.ts'
import { changedElsewhere } from '../profiles/store/profile-lookup.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import type { Transaction } from '../store/database.ts'
import { calendarFile } from './calendar-file.ts'
import {
  readWatched,
  recordDueWarnings,
  refusedNotices,
  type Watched,
  type ExpiryNotice,
  withRefused,
} from './due-warnings.ts'
import type { NoticeState, NoticeStore, CertificateNotices } from './notice-store.ts'
import type { Outbox } from './warning-outbox.ts'
import { thresholdsOf, certificateTimeline } from './watched-certificates.ts'
import { webhookBody, webhookTest, type PostWarning } from './webhook.ts'

/** Tells how the system received a warning. */
export interface Receipt {
  readonly shown: () => void
  /** @param why in a sentence */
  readonly refused: (notices: readonly ExpiryNotice[], why: string) => void
}

/** Sends each warning once, for example as a desktop notification. */
export interface NoticeChannel {
  readonly send: (notices: readonly ExpiryNotice[], now: number, dates: DateText, receipt: Receipt) => void
}

/** What displays show. */
export interface ExpiryStatus {
  /** How each profile stands, the most urgent first. */
  readonly healths: readonly { readonly profile: Profile; readonly health: Health }[]
  readonly settings: WarningSettings
}

/** Shows the current status permanently, for example in the tray. */
export interface StatusDisplay {
  readonly channel: DesktopChannel
  /** @returns why the system refused it, in a sentence; undefined if it did not */
  readonly show: (status: ExpiryStatus) => string | undefined
}

export interface DesktopChannels {
  readonly notifications: NoticeChannel
  readonly displays: readonly StatusDisplay[]
}

interface Options {
  readonly profiles: Pick<ProfileStore, 'database' | 'list' | 'get' | 'changeAll'>
  readonly settings: Pick<SettingsStore, 'read'>
  readonly notices: NoticeStore
  readonly healths: () => Promise<ExpiryStatus['healths']>
  readonly postWarning: PostWarning
  readonly now: () => number
  readonly outbox: Outbox
}

/**
 * Watches the certificates. Each check decides which warnings are due and stores them in one change; then it sends them over the
 * desktop's channels, and the {@link Outbox} posts them. Also changes snoozes, replacements and thresholds.
 */
export class ExpiryWatch {
  readonly #options: Options
  readonly #changes = new Listeners()
  readonly #outbox: Outbox
  #channels: DesktopChannels | undefined
  /** What {@link overview} returned last, with the settings. */
  #returned: string | undefined
  readonly #refused = new Map<DesktopChannel, { readonly since: string; readonly why: string }>()
  /** The check that has not started yet. */
  #next: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
    this.#outbox = options.outbox
    this.#outbox.onChange(() => this.#changes.notify())
  }

  /** Sends warnings over these channels from now on. */
  connect(channels: DesktopChannels): void {
    this.#channels = channels
  }

  /** Calls a listener when the overview may have changed. @returns a function that unsubscribes */
  readonly onChange = this.#changes.add

  /**
   * Returns all watched certificates and the state of the webhook. Calls the listeners if it is not what was returned last, or
   * if the settings changed, on which the timeline depends, too.
   */
  async overview(): Promise<ExpiryOverview> {
    const [watched, waiting] = await Promise.all([readWatched(this.#options), this.#outbox.waiting()])
    const overview = this.#overviewOf(watched, waiting)
    const before = this.#returned
    this.#returned = JSON.stringify([overview, watched.settings])
    if (before !== undefined && before !== this.#returned) this.#changes.notify()
    return overview
  }

  #overviewOf({ state, certificates }: Watched, waiting: number): ExpiryOverview {
    const { lastFailure } = state.webhook
    return {
      certificates: [...certificates],
      profileThresholds: Object.fromEntries(
        Object.entries(state.profiles).map(([profileId, { thresholds }]) => [profileId, thresholds]),
      ),
      webhook: {
        waiting,
        ...(lastFailure === undefined
          ? {}
          : { lastFailure: { at: lastFailure.at, message: lastFailure.error.message } }),
      },
      refused: Object.fromEntries(this.#refused),
    }
  }

  /** Returns every certificate of every profile, retired ones too. */
  async timeline(): Promise<TimelineCertificate[]> {
    const { profiles, settings, state } = await readWatched(this.#options)
    return certificateTimeline(profiles, settings, state)
  }

  /** Returns a profile's thresholds in days before expiry, most days first. */
  async thresholdsOf(profileId: string): Promise<readonly number[]> {
    const { profiles, settings, notices } = this.#options
    const { profile } = await profiles.get(profileId)
    return thresholdsOf(profile, (await settings.read()).warnings, await notices.read())
  }

  /**
   * Checks once: sends due warnings and updates the displays. Webhook deliveries may still be in flight afterwards; see
   * {@link posted}. Checks run one after another; one that has not started serves later calls, too.
   */
  check(): Promise<void> {
    if (this.#next !== undefined) return this.#next
    const check = this.#check().finally(() => {
      // Not after it has started, but if it could not.
      if (this.#next === check) this.#next = undefined
    })
    this.#next = check
    return check
  }

  /** Resolves when no webhook delivery is in flight. */
  posted(): Promise<void> {
    return this.#outbox.posted()
  }

  /**
   * Pauses a certificate's warnings.
   * @param until ISO 8601 instant
   * @param confirm asks for a Production profile
   * @throws `input-invalid` if it is in the past or too late, or in the last week of a Production certificate; `no-certificate`,
   * `credential-not-found`; what `confirm` throws
   */
  async snooze(
    profileId: string,
    credentialId: string,
    until: string,
    confirm: Confirm = refuseConfirmation,
  ): Promise<void> {
    if (Date.parse(until) <= this.#options.now())
      throw new ClavisError('input-invalid', 'The date is in the past.', { hint: 'Choose a date in the future.' })
    const change = (current: CertificateNotices): CertificateNotices => {
      const latest = latestSnooze(current, this.#options.now())
      if (Date.parse(until) > latest)
        throw new ClavisError('input-invalid', 'The date is too late: a certificate is snoozed until it expires.', {
          hint: `Choose a date up to ${new Date(latest).toISOString().slice(0, 10)}.`,
        })
      return { ...current, snooze: { since: this.#instant(), until: new Date(until).toISOString() } }
    }
    await this.#changeCertificate(profileId, credentialId, change, async (profile, notices) => {
      if (isLastWeekInProduction({ ...notices, environment: profile.environment }, this.#options.now()))
        throw new ClavisError('input-invalid', 'A Production certificate can’t be snoozed in its last 7 days.', {
          hint: 'Replace it, or retire it if it is no longer used.',
        })
      change(notices)
      await confirmInProduction(
        profile,
        confirm,
        silenceQuestion([profile], [`Warnings: snoozed until ${until.slice(0, 10)}`]),
      )
    })
  }

  /** Resumes a certificate's warnings. @throws `no-certificate`, `credential-not-found` */
  async unsnooze(profileId: string, credentialId: string): Promise<void> {
    await this.#changeCertificate(profileId, credentialId, ({ snooze, ...rest }) => rest)
  }

  /**
   * Marks a certificate as being replaced.
   * @param note the person's own note; undefined removes the mark
   * @param confirm asks before a certificate of a Production profile is marked
   * @throws `no-certificate`, `credential-not-found`; what `confirm` throws
   */
  async setReplacementUnderWay(
    profileId: string,
    credentialId: string,
    note: string | undefined,
    confirm: Confirm = refuseConfirmation,
  ): Promise<void> {
    const change = ({ replacement, ...rest }: CertificateNotices): CertificateNotices =>
      note === undefined
        ? rest
        : { ...rest, replacement: { since: replacement?.since ?? this.#instant(), note: note.trim() } }
    await this.#changeCertificate(profileId, credentialId, change, async (profile, { replacement }) => {
      if (note === undefined || replacement !== undefined) return
      const held = `Replacement in progress: no notifications until ${urgentDays} days before expiry`
      await confirmInProduction(profile, confirm, silenceQuestion([profile], [held]))
    })
  }

  /**
   * Sets a profile's own thresholds.
   * @param thresholds days before expiry; undefined uses those of the app
   * @param confirm asks before a Production profile loses a warning
   * @throws `profile-not-found`; what `confirm` throws
   */
  async setProfileThresholds(
    profileId: string,
    thresholds: readonly number[] | undefined,
    confirm: Confirm = refuseConfirmation,
  ): Promise<void> {
    const { profiles, settings, notices } = this.#options
    const { profile } = await profiles.get(profileId)
    const change = (state: NoticeState): NoticeState => {
      const { [profileId]: before, ...others } = state.profiles
      return {
        ...state,
        profiles:
          thresholds === undefined ? others : { ...others, [profileId]: { thresholds: orderedThresholds(thresholds) } },
      }
    }
    const days = async (
      within?: Transaction,
    ): Promise<{ environment: Environment; before: number[]; after: number[] }> => {
      const current = (await profiles.get(profileId, within)).profile
      const [{ warnings }, state] = [await settings.read(within), await notices.read(within)]
      const [before = [], after = []] = [state, change(state)].map((each) => thresholdsOf(current, warnings, each))
      return { environment: current.environment, before, after }
    }
    const asked = await days()
    const lost = lostThresholds(asked.before, asked.after)
    if (lost.length > 0) await confirmInProduction(profile, confirm, silenceQuestion([profile], lost))
    await profiles.database.change(async (within) => {
      const now = await days(within)
      const named = asked.environment === 'production' ? [...now.after, ...asked.before] : now.after
      if (now.environment === 'production' && lostThresholds(now.before, named).length > 0) throw changedElsewhere()
      await notices.change(change, within)
    })
    await this.check()
  }

  /** Returns a calendar file (RFC 5545) with the expiry of every watched certificate and its upcoming warnings. */
  async calendar(): Promise<string> {
    const { certificates, dates } = await readWatched(this.#options)
    return calendarFile(certificates, this.#options.now(), dates)
  }

  /**
   * Sends a test message to the saved webhook address. It takes no address, because a compromised page could put a
   * secret into one.
   * @throws `input-invalid` if no address is saved; ClavisError if the delivery fails
   */
  async testWebhook(): Promise<void> {
    const { webhookUrl } = (await this.#options.settings.read()).warnings
    if (webhookUrl === '')
      throw new ClavisError('input-invalid', 'No webhook address is saved.', {
        hint: 'Enter an address and save it first.',
      })
    await this.#options.postWarning(webhookUrl, webhookTest(this.#options.now()))
  }

  async #check(): Promise<void> {
    const { watched, notices, now } = await this.#options.profiles.database.change((within) => this.#decide(within))
    this.#outbox.deliver()
    const { settings, dates } = watched
    // At once: they are stored as sent, and what fails below must not lose them.
    if (settings.desktop && notices.length > 0)
      this.#channels?.notifications.send(notices, now, dates, {
        shown: () => this.#noteRefusal('desktop', undefined),
        refused: (refused, why) => {
          this.#noteRefusal('desktop', why)
          // If that can't be stored either, at least the settings say that it was not shown.
          void this.#options.notices.change((state) => withRefused(state, refused, true)).catch(() => undefined)
        },
      })
    const healths = this.#channels === undefined ? [] : await this.#options.healths()
    for (const display of this.#channels?.displays ?? [])
      this.#noteRefusal(display.channel, display.show({ healths, settings }))
    // Calls the listeners if it differs from what they have.
    await this.overview()
  }

  /** Decides which warnings are due, and stores that with the deliveries. */
  async #decide(within: Transaction): Promise<{ watched: Watched; notices: readonly ExpiryNotice[]; now: number }> {
    // What changes from here on needs another check.
    this.#next = undefined
    const now = this.#options.now()
    const watched = await readWatched(this.#options, within)
    const again = watched.settings.desktop ? refusedNotices(watched, now) : []
    const due = await recordDueWarnings(this.#options, watched, now, within)
    if (again.length > 0) await this.#options.notices.change((state) => withRefused(state, again, false), within)
    await this.#outbox.add(
      due.map((notice) => webhookBody(notice, now, watched.dates)),
      within,
    )
    return { watched, notices: [...due, ...again], now }
  }

  /** Remembers why the system refuses a channel; undefined if it does not any more. */
  #noteRefusal(channel: DesktopChannel, why: string | undefined): void {
    if (this.#refused.get(channel)?.why === why) return
    if (why === undefined) this.#refused.delete(channel)
    else this.#refused.set(channel, { since: this.#instant(), why })
    this.#changes.notify()
  }

  async #changeCertificate(
    profileId: string,
    credentialId: string,
    change: (current: CertificateNotices) => CertificateNotices,
    ask: (profile: Profile, current: CertificateNotices) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    const { profiles, notices } = this.#options
    const { profile, credentials } = await profiles.get(profileId)
    const certificate = certificateOf(findCredential(credentials, credentialId))
    if (certificate === undefined)
      throw new ClavisError('no-certificate', 'This credential has no certificate.', {
        hint: 'Import the signed certificate first.',
      })
    const fingerprint = certificate.thumbprint.sha256
    const currentOf = ({ certificates }: NoticeState): CertificateNotices =>
      certificates[fingerprint] ?? { sent: [], notAfter: validityOf(certificate).notAfter }
    await ask(profile, currentOf(await notices.read()))
    await profiles.database.change(async (within) => {
      const now = (await profiles.get(profileId, within)).profile
      if (now.environment !== profile.environment) throw changedElsewhere()
      await notices.change(
        (state) => ({
          ...state,
          certificates: { ...state.certificates, [fingerprint]: change(currentOf(state)) },
        }),
        within,
      )
    })
    await this.check()
  }

  #instant(): string {
    return new Date(this.#options.now()).toISOString()
  }
}
