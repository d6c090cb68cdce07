import { app, BrowserWindow, Notification, powerMonitor } from 'electron'
import { judge } from '#shared/expiry/expiry.ts'
import { attentionWords, warningTitle, warningWords } from '#shared/expiry/warning-messages.ts'
import { needsAttention } from '#shared/health/health-order.ts'
import { visibleLine, withoutMarkup } from '#shared/values/visible-text.ts'
import type { WatchNotice } from '#shared/watches/watch.ts'
import type { Services } from '../services.ts'
import type { PlaceToOpen } from '../window/desktop.ts'
import type { ExpiryNotice } from './due-warnings.ts'
import type { NoticeChannel, StatusDisplay } from './expiry-watch.ts'
import { NoticeSchedule } from './notice-schedule.ts'
import { badgeOverlayImage, iconImage } from './tray-icons.ts'
import { latestOfEach, TrayIcon } from './tray.ts'

interface Options {
  readonly services: Pick<
    Services,
    'expiry' | 'profiles' | 'statuses' | 'localAddresses' | 'watches' | 'watchRunner' | 'settings'
  >
  readonly platform: NodeJS.Platform
  readonly hasTray: boolean
  /** Shows a credential or a watch in the window. */
  readonly open: (place: PlaceToOpen) => void
  readonly openWindow: () => void
  readonly quit: () => void
  readonly onFault: (fault: unknown) => void
}

/**
 * Shows warnings on the desktop. Checks at once, every hour, at midnight, after wake-up and when profiles or what is
 * remembered of them change.
 * @returns a function that stops it
 */
export function startDesktopWarnings({
  services,
  platform,
  hasTray,
  open,
  openWindow,
  quit,
  onFault,
}: Options): () => void {
  const { expiry, profiles, statuses, localAddresses, watches, watchRunner } = services
  const check = (): void =>
    void expiry.check().catch((fault: unknown) => {
      onFault(fault)
      schedule.retry()
    })
  const closeAddress = (profileId: string): void => void localAddresses.close(profileId).catch(onFault)
  const tray = new TrayIcon(platform, { open, openWindow, quit, closeAddress }, hasTray)
  const notifications = new DesktopNotifications(open)
  expiry.connect({
    notifications,
    displays: [tray, badge(platform)],
  })
  const schedule = new NoticeSchedule({
    check,
    now: Date.now,
    timers: { set: (run, milliseconds) => setTimeout(run, milliseconds), clear: clearTimeout },
  })
  const wake = (): void => {
    schedule.wake()
    watchRunner.wake()
  }
  const showWatches = async (): Promise<void> => {
    tray.showWatches(await watches.notices())
    const { desktop } = (await services.settings.read()).warnings
    const unshown = await watches.takeUnshown()
    if (desktop) notifications.showWatches(unshown)
  }
  powerMonitor.on('resume', wake)
  powerMonitor.on('unlock-screen', wake)
  const unsubscribes = [
    profiles.onChange(check),
    statuses.onChange(check),
    localAddresses.onChange((open) => tray.showLocalAddresses(open.map(({ profileId }) => profileId))),
  ]
  const noteWatches = (): void => void showWatches().catch(onFault)
  unsubscribes.push(watches.onChange(noteWatches))
  noteWatches()
  schedule.start()
  watchRunner.start()
  if (platform === 'win32') openWhenActivated(services, open, onFault)
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    powerMonitor.off('resume', wake)
    powerMonitor.off('unlock-screen', wake)
    schedule.end()
  }
}

/**
 * Opens the credential or the watch of a notification that was clicked after it had moved to the Action Center, also if the
 * click started Clavis.
 */
function openWhenActivated(
  { profiles, watches }: Pick<Options['services'], 'profiles' | 'watches'>,
  open: Options['open'],
  onFault: Options['onFault'],
): void {
  Notification.handleActivation(({ arguments: given }) => {
    const id = new URLSearchParams(given).get('tag')
    Promise.all([profiles.list(), watches.all()])
      .then(([all, watched]) => {
        const owner = all.find(({ credentials }) => credentials.some((each) => each.id === id))
        if (owner !== undefined && id !== null) open({ profileId: owner.profile.id, credentialId: id })
        const watch = watched.find((each) => each.id === id)
        if (watch !== undefined) open({ profileId: watch.profileId, watchId: watch.id })
      })
      .catch(onFault)
  })
}

/** Shows the number of profiles that need attention on the dock icon, or as an overlay on the Windows task bar. */
function badge(platform: NodeJS.Platform): StatusDisplay {
  return {
    channel: 'badge',
    show: ({ healths, settings }) => {
      const count = settings.badge ? healths.filter(({ health }) => needsAttention(health)).length : 0
      if (platform !== 'win32') {
        const isSet = app.setBadgeCount(count)
        // Linux has no badges.
        return isSet || count === 0 || platform !== 'darwin'
          ? undefined
          : 'macOS did not show the badge. Allow badges for Clavis in System Settings › Notifications.'
      }
      for (const window of BrowserWindow.getAllWindows())
        if (count === 0) window.setOverlayIcon(null, '')
        else window.setOverlayIcon(iconImage(badgeOverlayImage), attentionWords(count, 'profile'))
      return undefined
    },
  }
}

/** Maximum number of separate notifications per check; more are summarized in one. */
const maxSeparate = 3

interface ShownNotification {
  /** Replaces the previous notification of this credential or watch. If a click starts Clavis, it tells what to open. */
  readonly id: string
  readonly title: string
  readonly body: string
  readonly isUrgent: boolean
  /** What a click opens. */
  readonly place: PlaceToOpen
}

/** Shows warnings as notifications of the operating system. */
class DesktopNotifications implements NoticeChannel {
  readonly #open: Options['open']
  /** A notification that is garbage-collected loses its listeners. At most one for each credential or watch. */
  readonly #shown = new Map<string, Notification>()

  /** @param open shows what a clicked notification is about */
  constructor(open: Options['open']) {
    this.#open = open
  }

  readonly send: NoticeChannel['send'] = (notices, now, dates, receipt) => {
    const [first, ...others] = notices
    if (first === undefined) return
    if (!Notification.isSupported()) {
      receipt.refused(notices, 'This desktop has no service that shows notifications.')
      return
    }
    const isUrgent = ({ certificate }: ExpiryNotice): boolean =>
      ['expired', 'urgent'].includes(judge(certificate, certificate.thresholds, now, dates.timeZone).urgency)
    const show = (about: readonly ExpiryNotice[], title: string, body: string): void => {
      const { profileId, credentialId } = (about[0] ?? first).certificate
      const place = { profileId, credentialId }
      const shown = { id: credentialId, title, body, isUrgent: about.some(isUrgent), place }
      this.#show(shown, { shown: receipt.shown, refused: (why) => receipt.refused(about, why) })
    }
    if (notices.length > maxSeparate) {
      const { text } = warningWords(first.certificate, now, dates)
      show(notices, attentionWords(notices.length, 'certificate'), `${text} ${others.length} more need attention.`)
      return
    }
    for (const notice of notices) {
      const { text, more = '' } = warningWords(notice.certificate, now, dates)
      show([notice], warningTitle(notice.certificate, now, dates.timeZone), `${text} ${more}`.trim())
    }
  }

  /** Shows that conditions of watched lists were met. What the system refuses stays in the banner. */
  showWatches(notices: readonly WatchNotice[]): void {
    const latest = latestOfEach(notices)
    const [first, ...others] = latest
    if (first === undefined || !Notification.isSupported()) return
    const isMany = latest.length > maxSeparate
    for (const { watchId, profileId, title, text } of isMany ? [first] : latest) {
      const body = isMany ? `${text} ${others.length} more watches have news.` : text
      const isUrgent = notices.some((each) => each.tone === 'bad' && (isMany || each.watchId === watchId))
      this.#show({ id: watchId, title, body, isUrgent, place: { profileId, watchId } })
    }
  }

  #show(
    { id, title, body, isUrgent, place }: ShownNotification,
    receipt?: { readonly shown: () => void; readonly refused: (why: string) => void },
  ): void {
    const notification = new Notification({
      id,
      title: withoutMarkup(title),
      body: withoutMarkup(body),
      urgency: isUrgent ? 'critical' : 'normal',
      timeoutType: isUrgent ? 'never' : 'default',
    })
    const forget = (): void => {
      if (this.#shown.get(id) === notification) this.#shown.delete(id)
    }
    this.#shown.set(id, notification)
    notification.on('click', () => {
      forget()
      this.#open(place)
    })
    notification.on('close', ({ reason }) => {
      // On Windows, a notification that timed out moves to the Action Center, where it can still be clicked.
      if (reason !== 'timedOut') forget()
    })
    if (receipt !== undefined) notification.on('show', receipt.shown)
    notification.on('failed', (_event, error) => {
      forget()
      receipt?.refused(`The system did not show a notification: ${visibleLine(error).replace(/\.$/u, '')}.`)
    })
    notification.show()
  }
}
