import { ClavisError } from '../../shared/model/errors/error.ts'
import { isAlert, judgeProfiles, type JudgedProfile } from '../../shared/model/expiry/profile-alerts.ts'
import type {
  ExpiryOverview,
  WarningSettings,
  WatchedCertificate,
} from '../../shared/model/expiry/warning-thresholds.ts'
import { latestSnooze, orderedThresholds } from '../../shared/model/expiry/warning-thresholds.ts'
import { dateTextOf, type DateText } from '../../shared/model/values/date-text.ts'
import { nameInHistory } from '../profiles/store/credential-history.ts'
import type { ProfileStore } from '../profiles/store/profile-store.ts'
import type { StoredProfile } from '../profiles/store/stored-profile.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { calendarFile } from './calendar-file.ts'
import { decideNotices, type ExpiryNotice, type SentThresholds } from './decision/expiry-decision.ts'
import type { CertificateNotices, NoticeState } from './decision/notice-state.ts'
import type { NoticeStore } from './decision/notice-store.ts'
import { watchedCertificates } from './decision/watched-certificates.ts'
import { webhookBody, webhookTest, type PostWarning } from './webhook.ts'
import { certificateOf } from '../../shared/model/credential/credential-parts.ts'
import { Listeners } from '../scheduling/listeners.ts'
import { WorkQueue } from '../scheduling/work-queue.ts'
import { findCredential } from '../credentials/stored-credentials.ts'

/** Sends each warning once, for example as a desktop notification. */
export interface NoticeChannel {
  readonly send: (notices: readonly ExpiryNotice[], now: number, dates: DateText) => void
}

/** The result of a check, the most urgent first. */
export interface ExpiryStatus {
  /** The profiles that need a certificate, as `clavis expiry` judges them. */
  readonly judged: readonly JudgedProfile[]
  /** Those that the banner names now. */
  readonly needingAttention: readonly JudgedProfile[]
  readonly settings: WarningSettings
  readonly now: number
}

/** Shows the current status permanently, for example in the tray. */
export interface StatusDisplay {
  readonly show: (status: ExpiryStatus) => void
}

/** The channels of the desktop. */
export interface DesktopChannels {
  readonly notifications: NoticeChannel
  readonly displays: readonly StatusDisplay[]
}

interface Options {
  readonly profiles: Pick<ProfileStore, 'list' | 'get' | 'addHistory'>
  readonly settings: Pick<SettingsStore, 'read'>
  readonly notices: NoticeStore
  readonly postWarning: PostWarning
  readonly now: () => number
}

const dayMs = 86_400_000

/** How long after its expiry the notices of a removed certificate are kept, ms. */
const retentionMs = 400 * dayMs

/** How long a failed webhook delivery is retried, ms. */
const webhookRetryMs = 14 * dayMs

/**
 * Watches the certificates. Each check decides which warnings are due, stores them before they are sent, and sends them
 * over the channels. Also changes snoozes, replacements and thresholds.
 */
export class ExpiryNotifier {
  readonly #options: Options
  readonly #changes = new Listeners()
  readonly #checks = new WorkQueue()
  #channels: DesktopChannels | undefined
  #isRecording = false
  #posting: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  /** Sends warnings over these channels from now on. */
  connect(channels: DesktopChannels): void {
    this.#channels = channels
  }

  /** Whether profiles change because a warning is added to their history; that change needs no further check. */
  get isRecording(): boolean {
    return this.#isRecording
  }

  /** Calls a listener when the overview may have changed. @returns a function that unsubscribes */
  readonly onChange = this.#changes.add

  /** Returns all watched certificates and the state of the webhook. */
  async overview(): Promise<ExpiryOverview> {
    const { state, certificates } = await this.#watched()
    const { waiting, lastFailure } = state.webhook
    return {
      certificates,
      profileThresholds: Object.fromEntries(
        Object.entries(state.profiles).map(([profileId, { thresholds }]) => [profileId, thresholds]),
      ),
      webhook: {
        waiting: waiting.length,
        ...(lastFailure === undefined
          ? {}
          : { lastFailure: { at: lastFailure.at, message: lastFailure.error.message } }),
      },
    }
  }

  /**
   * Checks once: sends due warnings and updates the displays. Webhook deliveries may still be in flight afterwards; see
   * {@link posted}. Checks run one after another.
   */
  check(): Promise<void> {
    return this.#checks.inSequence(() => this.#check())
  }

  /** Resolves when no webhook delivery is in flight. */
  posted(): Promise<void> {
    return this.#posting
  }

  /**
   * Pauses a certificate's warnings.
   * @param until ISO 8601 instant
   * @throws `input-invalid` if it is in the past or too late, `no-certificate`, `credential-not-found`
   */
  async snooze(profileId: string, credentialId: string, until: string): Promise<void> {
    if (Date.parse(until) <= this.#options.now())
      throw new ClavisError('input-invalid', 'The date is in the past.', { hint: 'Choose a date in the future.' })
    await this.#changeCertificate(profileId, credentialId, (current) => {
      const latest = latestSnooze(current, this.#options.now())
      if (Date.parse(until) > latest)
        throw new ClavisError('input-invalid', 'The date is too late: a certificate is snoozed until it expires.', {
          hint: `Choose a date up to ${new Date(latest).toISOString().slice(0, 10)}.`,
        })
      return { ...current, snooze: { since: this.#instant(), until: new Date(until).toISOString() } }
    })
  }

  /** Resumes a certificate's warnings. @throws `no-certificate`, `credential-not-found` */
  async unsnooze(profileId: string, credentialId: string): Promise<void> {
    await this.#changeCertificate(profileId, credentialId, ({ snooze, ...rest }) => rest)
  }

  /**
   * Marks a certificate as being replaced.
   * @param note the person's own note; undefined removes the mark
   * @throws `no-certificate`, `credential-not-found`
   */
  async setReplacementUnderWay(profileId: string, credentialId: string, note: string | undefined): Promise<void> {
    await this.#changeCertificate(profileId, credentialId, ({ replacement, ...rest }) =>
      note === undefined
        ? rest
        : { ...rest, replacement: { since: replacement?.since ?? this.#instant(), note: note.trim() } },
    )
  }

  /**
   * Sets a profile's own thresholds.
   * @param thresholds days before expiry; undefined uses those of the app
   * @throws `profile-not-found`
   */
  async setProfileThresholds(profileId: string, thresholds: readonly number[] | undefined): Promise<void> {
    await this.#options.profiles.get(profileId)
    await this.#options.notices.change((state) => {
      const { [profileId]: before, ...others } = state.profiles
      return {
        ...state,
        profiles:
          thresholds === undefined ? others : { ...others, [profileId]: { thresholds: orderedThresholds(thresholds) } },
      }
    })
    await this.check()
  }

  /** Returns a calendar file (RFC 5545) with every threshold of every watched certificate. */
  async calendar(): Promise<string> {
    const { certificates, dates } = await this.#watched()
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

  async #watched(): Promise<{
    profiles: readonly StoredProfile[]
    state: NoticeState
    settings: WarningSettings
    dates: DateText
    certificates: WatchedCertificate[]
  }> {
    const [profiles, { warnings: settings, dates }, state] = await Promise.all([
      this.#options.profiles.list(),
      this.#options.settings.read(),
      this.#options.notices.read(),
    ])
    const certificates = watchedCertificates(profiles, settings, state)
    return { profiles, state, settings, dates: dateTextOf(dates), certificates }
  }

  async #check(): Promise<void> {
    const now = this.#options.now()
    const { profiles, settings, dates, certificates } = await this.#watched()
    const usesWebhook = settings.webhook && settings.webhookUrl !== ''
    let notices: readonly ExpiryNotice[] = []
    await this.#options.notices.change((state) => {
      const sent = Object.fromEntries(Object.entries(state.certificates).map(([id, { told }]) => [id, told]))
      const decision = decideNotices(certificates, sent, now)
      notices = decision.notices
      const posts = usesWebhook
        ? decision.notices.map((notice) => ({
            body: webhookBody(notice, now, dates),
            since: this.#instant(),
            tries: 0,
          }))
        : []
      return {
        ...state,
        certificates: updateNotices(state.certificates, certificates, decision.sent, now),
        webhook: { ...state.webhook, waiting: usesWebhook ? [...state.webhook.waiting, ...posts] : [] },
      }
    })
    this.#isRecording = true
    await this.#record(notices).finally(() => {
      this.#isRecording = false
    })
    if (settings.desktop && notices.length > 0) this.#channels?.notifications.send(notices, now, dates)
    const certified = new Set(
      profiles
        .filter(({ credentials }) => credentials.some((credential) => 'certificate' in credential))
        .map(({ profile }) => profile.id),
    )
    const judged = judgeProfiles(
      profiles.map(({ profile }) => profile),
      certificates,
      now,
    )
    const needingAttention = judged.filter((each) => isAlert(each, certified.has(each.profile.id), now))
    for (const display of this.#channels?.displays ?? []) display.show({ judged, needingAttention, settings, now })
    this.#changes.notify()
    this.#posting = this.#posting.then(() => this.#post(settings)).catch(() => undefined)
  }

  /** Adds warnings to the history of their profiles. */
  async #record(notices: readonly ExpiryNotice[]): Promise<void> {
    const profiles = notices.length === 0 ? [] : await this.#options.profiles.list()
    for (const { certificate, threshold } of notices) {
      const { profileId, credentialId } = certificate
      const stored = profiles.find(({ profile }) => profile.id === profileId)
      const credential = stored?.credentials.find(({ id }) => id === credentialId)
      if (credential === undefined) continue
      await this.#options.profiles.addHistory(profileId, {
        ...{ credentialId, credentialName: nameInHistory(credential), kind: 'warned' },
        days: Math.max(0, threshold),
      })
    }
  }

  /** Posts the waiting warnings, oldest first. Stops at the first failure, because the next would probably fail too. */
  async #post({ webhook, webhookUrl }: WarningSettings): Promise<void> {
    if (!webhook || webhookUrl === '') return
    for (;;) {
      const [first] = (await this.#options.notices.read()).webhook.waiting
      if (first === undefined) return
      const { id } = first.body
      const failure = await this.#tryToPost(webhookUrl, first.body)
      const isTooOld = this.#options.now() - Date.parse(first.since) > webhookRetryMs
      await this.#options.notices.change((state) => {
        const { waiting } = state.webhook
        const rest = waiting.filter(({ body }) => body.id !== id)
        if (failure === undefined) return { ...state, webhook: { waiting: rest } }
        return {
          ...state,
          webhook: {
            waiting: isTooOld
              ? rest
              : waiting.map((post) => (post.body.id === id ? { ...post, tries: post.tries + 1 } : post)),
            lastFailure: { at: this.#instant(), error: failure.toValue() },
          },
        }
      })
      this.#changes.notify()
      if (failure !== undefined && !isTooOld) return
    }
  }

  async #tryToPost(url: string, body: Parameters<PostWarning>[1]): Promise<ClavisError | undefined> {
    try {
      await this.#options.postWarning(url, body)
      return undefined
    } catch (error) {
      if (error instanceof ClavisError) return error
      return new ClavisError('internal-fault', 'Something went wrong in Clavis. The warning was not sent.', {
        cause: error,
      })
    }
  }

  async #changeCertificate(
    profileId: string,
    credentialId: string,
    change: (current: CertificateNotices) => CertificateNotices,
  ): Promise<void> {
    const { credentials } = await this.#options.profiles.get(profileId)
    const certificate = certificateOf(findCredential(credentials, credentialId))
    if (certificate === undefined)
      throw new ClavisError('no-certificate', 'This credential has no certificate.', {
        hint: 'Import the signed certificate first.',
      })
    const fingerprint = certificate.thumbprint.sha256
    await this.#options.notices.change((state) => ({
      ...state,
      certificates: {
        ...state.certificates,
        [fingerprint]: change(state.certificates[fingerprint] ?? { told: [], notAfter: certificate.notAfter }),
      },
    }))
    await this.check()
  }

  #instant(): string {
    return new Date(this.#options.now()).toISOString()
  }
}

/** Stores which thresholds were sent, and drops certificates that were removed and expired long ago. */
function updateNotices(
  before: NoticeState['certificates'],
  certificates: readonly WatchedCertificate[],
  sent: SentThresholds,
  now: number,
): NoticeState['certificates'] {
  const watched = new Map(certificates.map(({ fingerprint, notAfter }) => [fingerprint, notAfter]))
  const kept = Object.entries(before).filter(
    ([fingerprint, { notAfter }]) => watched.has(fingerprint) || now - Date.parse(notAfter) < retentionMs,
  )
  const after: NoticeState['certificates'] = Object.fromEntries(kept)
  for (const [fingerprint, notAfter] of watched) {
    const thresholds = [...(sent[fingerprint] ?? [])]
    const current = after[fingerprint]
    if (current !== undefined) after[fingerprint] = { ...current, told: thresholds }
    else if (thresholds.length > 0) after[fingerprint] = { told: thresholds, notAfter }
  }
  return after
}
