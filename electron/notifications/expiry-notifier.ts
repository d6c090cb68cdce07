import { ClavisError } from '../../shared/model/errors/error.ts'
import type { ExpiryOverview, WarningSettings, WatchedCertificate } from '../../shared/model/expiry/warning.ts'
import { needsEye, orderedThresholds } from '../../shared/model/expiry/warning.ts'
import { nameInHistory } from '../profiles/credential-history.ts'
import type { ProfileStore } from '../profiles/profile-store.ts'
import type { SettingsStore } from '../settings/settings-store.ts'
import { calendarFile } from './calendar-file.ts'
import { decideNotices, type Notice } from './expiry-decision.ts'
import type { CertificateNotices, NoticeState } from './notice-state.ts'
import type { NoticeStore } from './notice-store.ts'
import { watchedCertificates } from './watched-certificates.ts'
import { webhookBody, webhookTest, type PostWarning } from './webhook.ts'

/** A way to tell people: each warning comes once. */
export interface NoticeChannel {
  readonly tell: (notices: readonly Notice[], now: number) => void
}

/** How things stand at a look. Nearest end first; without those whose end interrupts nothing. */
export interface StandingState {
  readonly watched: readonly WatchedCertificate[]
  /** Those of them that the banner names now. */
  readonly needingEye: readonly WatchedCertificate[]
  readonly settings: WarningSettings
  readonly now: number
}

/** What stands somewhere all the time, such as the tray's menu. */
export interface StandingDisplay {
  readonly show: (state: StandingState) => void
}

/** The channels of this computer. */
export interface DesktopChannels {
  readonly notifications: NoticeChannel
  readonly displays: readonly StandingDisplay[]
}

interface Options {
  readonly profiles: Pick<ProfileStore, 'list' | 'get' | 'addHistory'>
  readonly settings: Pick<SettingsStore, 'read'>
  readonly notices: NoticeStore
  readonly postWarning: PostWarning
  readonly now: () => number
}

const day = 86_400_000

/** How long after its end a certificate that is in no profile any more is remembered, milliseconds. */
const remembered = 400 * day

/** How long a warning that cannot be posted is tried again, milliseconds. */
const postedWithin = 14 * day

/**
 * Watches the certificates: decides at each look what is to be told, remembers it before it is told, and tells it over
 * the channels. What the person says about warnings (snooze, replacement, thresholds) comes in here too.
 */
export class ExpiryNotifier {
  readonly #profiles: Options['profiles']
  readonly #settings: Options['settings']
  readonly #notices: NoticeStore
  readonly #postWarning: PostWarning
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  #channels: DesktopChannels | undefined
  #isRecording = false
  #looking: Promise<void> = Promise.resolve()
  #posting: Promise<void> = Promise.resolve()

  constructor({ profiles, settings, notices, postWarning, now }: Options) {
    this.#profiles = profiles
    this.#settings = settings
    this.#notices = notices
    this.#postWarning = postWarning
    this.#now = now
  }

  /** From now on warnings are told over these channels too. */
  connect(channels: DesktopChannels): void {
    this.#channels = channels
  }

  /** Whether profiles change just now because a warning is kept in their history: that asks for no further look. */
  get isRecording(): boolean {
    return this.#isRecording
  }

  /** Tells when the overview may have changed. Answers the unsubscribe. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Everything that is watched, and how the webhook stands. */
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
   * Looks once: tells what is to be told, shows what stands. Answers once that is done; what goes to the webhook is on
   * its way then ({@link posted}). Looks come one after the other.
   */
  check(): Promise<void> {
    const look = this.#looking.then(() => this.#look())
    this.#looking = look.catch(() => undefined)
    return look
  }

  /** Answers once nothing is on its way to the webhook. */
  posted(): Promise<void> {
    return this.#posting
  }

  /**
   * Holds a certificate's warnings back until a moment.
   * @param until ISO 8601 instant
   * @throws `input-invalid` where it is past, `no-certificate`, `credential-not-found`
   */
  async snooze(profileId: string, credentialId: string, until: string): Promise<void> {
    if (Date.parse(until) <= this.#now())
      throw new ClavisError('input-invalid', 'This day is in the past.', { hint: 'Choose a day in the future.' })
    await this.#changeCertificate(profileId, credentialId, (current) => ({
      ...current,
      snooze: { since: this.#instant(), until: new Date(until).toISOString() },
    }))
  }

  async unsnooze(profileId: string, credentialId: string): Promise<void> {
    await this.#changeCertificate(profileId, credentialId, ({ told, notAfter, replacement }) => ({
      told,
      notAfter,
      ...(replacement === undefined ? {} : { replacement }),
    }))
  }

  /** @param note undefined: no replacement is under way */
  async setReplacementUnderWay(profileId: string, credentialId: string, note: string | undefined): Promise<void> {
    await this.#changeCertificate(profileId, credentialId, ({ told, notAfter, snooze, replacement }) => ({
      told,
      notAfter,
      ...(snooze === undefined ? {} : { snooze }),
      ...(note === undefined
        ? {}
        : { replacement: { since: replacement?.since ?? this.#instant(), note: note.trim() } }),
    }))
  }

  /** @param thresholds undefined: those of the app. @throws `profile-not-found` */
  async setProfileThresholds(profileId: string, thresholds: readonly number[] | undefined): Promise<void> {
    await this.#profiles.get(profileId)
    await this.#notices.change((state) => {
      const profiles = Object.fromEntries(Object.entries(state.profiles).filter(([id]) => id !== profileId))
      return {
        ...state,
        profiles:
          thresholds === undefined
            ? profiles
            : { ...profiles, [profileId]: { thresholds: orderedThresholds(thresholds) } },
      }
    })
    await this.check()
  }

  /** The text of a calendar file (RFC 5545) with every threshold of every watched certificate. */
  async calendar(): Promise<string> {
    return calendarFile((await this.#watched()).certificates, this.#now())
  }

  /**
   * Posts a test to the saved address now; to no other, since a page could put a secret into it.
   * @throws `input-invalid` if none is saved; ClavisError if it did not arrive
   */
  async testWebhook(): Promise<void> {
    const { webhookUrl } = (await this.#settings.read()).warnings
    if (webhookUrl === '')
      throw new ClavisError('input-invalid', 'No webhook address is saved.', {
        hint: 'Enter an address and save it first.',
      })
    await this.#postWarning(webhookUrl, webhookTest(this.#now()))
  }

  async #watched(): Promise<{ state: NoticeState; settings: WarningSettings; certificates: WatchedCertificate[] }> {
    const [profiles, { warnings: settings }, state] = await Promise.all([
      this.#profiles.list(),
      this.#settings.read(),
      this.#notices.read(),
    ])
    return { state, settings, certificates: watchedCertificates(profiles, settings, state) }
  }

  async #look(): Promise<void> {
    const now = this.#now()
    const { settings, certificates } = await this.#watched()
    const usesWebhook = settings.webhook && settings.webhookUrl !== ''
    let notices: readonly Notice[] = []
    await this.#notices.change((state) => {
      const told = Object.fromEntries(Object.entries(state.certificates).map(([id, { told: marks }]) => [id, marks]))
      const decision = decideNotices(certificates, told, now)
      notices = decision.notices
      const posts = usesWebhook
        ? decision.notices.map((notice) => ({ body: webhookBody(notice, now), since: this.#instant(), tries: 0 }))
        : []
      return {
        ...state,
        certificates: remember(state.certificates, certificates, decision.told, now),
        webhook: { ...state.webhook, waiting: usesWebhook ? [...state.webhook.waiting, ...posts] : [] },
      }
    })
    this.#isRecording = true
    await this.#record(notices).finally(() => {
      this.#isRecording = false
    })
    if (settings.desktop && notices.length > 0) this.#channels?.notifications.tell(notices, now)
    const watched = certificates.filter(({ quiet }) => !quiet)
    const needingEye = watched.filter((certificate) => needsEye(certificate, now))
    for (const display of this.#channels?.displays ?? []) display.show({ watched, needingEye, settings, now })
    this.#changed()
    this.#posting = this.#posting.then(() => this.#post(settings)).catch(() => undefined)
  }

  /** Keeps with the profile what is told. */
  async #record(notices: readonly Notice[]): Promise<void> {
    const profiles = notices.length === 0 ? [] : await this.#profiles.list()
    for (const { certificate, threshold } of notices) {
      const { profileId, credentialId } = certificate
      const stored = profiles.find(({ profile }) => profile.id === profileId)
      const credential = stored?.credentials.find(({ id }) => id === credentialId)
      if (credential === undefined) continue
      await this.#profiles.addHistory(profileId, {
        ...{ credentialId, credentialName: nameInHistory(credential), kind: 'warned' },
        days: Math.max(0, threshold),
      })
    }
  }

  /** Posts what waits, oldest first; stops at the first failure, since the next would most likely fail too. */
  async #post({ webhook, webhookUrl }: WarningSettings): Promise<void> {
    if (!webhook || webhookUrl === '') return
    for (;;) {
      const [first] = (await this.#notices.read()).webhook.waiting
      if (first === undefined) return
      const { id } = first.body
      const failure = await this.#tryToPost(webhookUrl, first.body)
      const tooOld = this.#now() - Date.parse(first.since) > postedWithin
      await this.#notices.change((state) => {
        const { waiting } = state.webhook
        const rest = waiting.filter(({ body }) => body.id !== id)
        if (failure === undefined) return { ...state, webhook: { waiting: rest } }
        return {
          ...state,
          webhook: {
            waiting: tooOld
              ? rest
              : waiting.map((post) => (post.body.id === id ? { ...post, tries: post.tries + 1 } : post)),
            lastFailure: { at: this.#instant(), error: failure.toValue() },
          },
        }
      })
      this.#changed()
      if (failure !== undefined && !tooOld) return
    }
  }

  async #tryToPost(url: string, body: Parameters<PostWarning>[1]): Promise<ClavisError | undefined> {
    try {
      await this.#postWarning(url, body)
      return undefined
    } catch (error) {
      if (error instanceof ClavisError) return error
      return new ClavisError('internal-fault', 'A fault in Clavis kept the warning from being posted.', {
        cause: error,
      })
    }
  }

  async #changeCertificate(
    profileId: string,
    credentialId: string,
    change: (current: CertificateNotices) => CertificateNotices,
  ): Promise<void> {
    const { credentials } = await this.#profiles.get(profileId)
    const credential = credentials.find(({ id }) => id === credentialId)
    if (credential === undefined) throw new ClavisError('credential-not-found', 'This credential is no longer there.')
    const certificate = 'certificate' in credential ? credential.certificate : undefined
    if (certificate === undefined)
      throw new ClavisError('no-certificate', 'This credential has no certificate that could end.', {
        hint: 'Import the signed certificate first.',
      })
    const fingerprint = certificate.thumbprint.sha256
    await this.#notices.change((state) => ({
      ...state,
      certificates: {
        ...state.certificates,
        [fingerprint]: change(state.certificates[fingerprint] ?? { told: [], notAfter: certificate.notAfter }),
      },
    }))
    await this.check()
  }

  #changed(): void {
    for (const listener of this.#listeners) listener()
  }

  #instant(): string {
    return new Date(this.#now()).toISOString()
  }
}

/** What is kept of each certificate; one that is in no profile any more is forgotten long after its end. */
function remember(
  before: NoticeState['certificates'],
  certificates: readonly WatchedCertificate[],
  told: Readonly<Record<string, readonly CertificateNotices['told'][number][]>>,
  now: number,
): NoticeState['certificates'] {
  const watched = new Map(certificates.map(({ fingerprint, notAfter }) => [fingerprint, notAfter]))
  const kept = Object.entries(before).filter(
    ([fingerprint, { notAfter }]) => watched.has(fingerprint) || now - Date.parse(notAfter) < remembered,
  )
  const after: NoticeState['certificates'] = Object.fromEntries(kept)
  for (const [fingerprint, notAfter] of watched) {
    const marks = [...(told[fingerprint] ?? [])]
    const current = after[fingerprint]
    if (current !== undefined) after[fingerprint] = { ...current, told: marks }
    else if (marks.length > 0) after[fingerprint] = { told: marks, notAfter }
  }
  return after
}
