import { app, BrowserWindow, Notification, powerMonitor } from 'electron'
import { judge } from '#shared/expiry/expiry.ts'
import { attentionWords, warningTitle, warningWords } from '#shared/expiry/warning-messages.ts'
import { needsAttention } from '#shared/health/health-order.ts'
import { visibleLine, withoutMarkup } from '#shared/values/visible-text.ts'
import type { Services } from '../services.ts'
import type { ExpiryNotice } from './due-warnings.ts'
import type { NoticeChannel, Receipt, StatusDisplay } from './expiry-watch.ts'
import { NoticeSchedule } from './notice-schedule.ts'
import { badgeOverlayImage, iconImage } from './tray-icons.ts'
import { TrayIcon } from './tray.ts'

interface Options {
  readonly services: Pick<Services, 'expiry' | 'profiles' | 'statuses' | 'localAddresses'>
  readonly platform: NodeJS.Platform
  readonly hasTray: boolean
  /** Shows a credential in the window. */
  readonly open: (place: { readonly profileId: string; readonly credentialId?: string }) => void
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
  const { expiry, profiles, statuses, localAddresses } = services
  const check = (): void =>
    void expiry.check().catch((fault: unknown) => {
      onFault(fault)
      schedule.retry()
    })
  const closeAddress = (profileId: string): void => void localAddresses.close(profileId).catch(onFault)
  const tray = new TrayIcon(platform, { open, openWindow, quit, closeAddress }, hasTray)
  expiry.connect({
    notifications: desktopNotifications(open),
    displays: [tray, badge(platform)],
  })
  const schedule = new NoticeSchedule({
    check,
    now: Date.now,
    timers: { set: (run, milliseconds) => setTimeout(run, milliseconds), clear: clearTimeout },
  })
  const wake = (): void => schedule.wake()
  powerMonitor.on('resume', wake)
  powerMonitor.on('unlock-screen', wake)
  const unsubscribes = [
    profiles.onChange(check),
    statuses.onChange(check),
    localAddresses.onChange((open) => tray.showLocalAddresses(open.map(({ profileId }) => profileId))),
  ]
  schedule.start()
  if (platform === 'win32') openWhenActivated(profiles, open, onFault)
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe()
    powerMonitor.off('resume', wake)
    powerMonitor.off('unlock-screen', wake)
    schedule.end()
  }
}

/**
 * Opens the credential of a notification that was clicked after it had moved to the Action Center, also if the click
 * started Clavis.
 */
function openWhenActivated(
  profiles: Options['services']['profiles'],
  open: Options['open'],
  onFault: Options['onFault'],
): void {
  Notification.handleActivation(({ arguments: given }) => {
    const credentialId = new URLSearchParams(given).get('tag')
    profiles
      .list()
      .then((all) => {
        const owner = all.find(({ credentials }) => credentials.some(({ id }) => id === credentialId))
        if (owner !== undefined && credentialId !== null) open({ profileId: owner.profile.id, credentialId })
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

/**
 * Shows warnings as notifications of the operating system.
 * @param open shows the credential of a clicked notification
 */
function desktopNotifications(
  open: (place: { readonly profileId: string; readonly credentialId: string }) => void,
): NoticeChannel {
  // A notification that is garbage-collected loses its listeners. At most one for each credential.
  const shown = new Map<string, Notification>()

  /** @param notices the warnings of one notification; a click opens the credential of the first */
  function show(
    notices: readonly [ExpiryNotice, ...ExpiryNotice[]],
    title: string,
    body: string,
    isUrgent: boolean,
    receipt: Receipt,
  ): void {
    const [{ certificate }] = notices
    const { credentialId } = certificate
    const notification = new Notification({
      // Replaces the credential's previous notification. If a click starts Clavis, it tells it which credential to open.
      id: credentialId,
      title: withoutMarkup(title),
      body: withoutMarkup(body),
      urgency: isUrgent ? 'critical' : 'normal',
      timeoutType: isUrgent ? 'never' : 'default',
    })
    const forget = (): void => {
      if (shown.get(credentialId) === notification) shown.delete(credentialId)
    }
    shown.set(credentialId, notification)
    notification.on('click', () => {
      forget()
      open({ profileId: certificate.profileId, credentialId })
    })
    notification.on('close', ({ reason }) => {
      // On Windows, a notification that timed out moves to the Action Center, where it can still be clicked.
      if (reason !== 'timedOut') forget()
    })
    notification.on('show', receipt.shown)
    notification.on('failed', (_event, error) => {
      forget()
      receipt.refused(notices, `The system did not show a notification: ${visibleLine(error).replace(/\.$/u, '')}.`)
    })
    notification.show()
  }

  return {
    send: (notices, now, dates, receipt) => {
      const [first, ...others] = notices
      if (first === undefined) return
      if (!Notification.isSupported()) {
        receipt.refused(notices, 'This desktop has no service that shows notifications.')
        return
      }
      const { text } = warningWords(first.certificate, now, dates)
      const isUrgent = ({ certificate }: ExpiryNotice): boolean =>
        ['expired', 'urgent'].includes(judge(certificate, certificate.thresholds, now, dates.timeZone).urgency)
      if (notices.length > maxSeparate) {
        const title = attentionWords(notices.length, 'certificate')
        show(
          [first, ...others],
          title,
          `${text} ${others.length} more need attention.`,
          notices.some(isUrgent),
          receipt,
        )
        return
      }
      for (const notice of notices) {
        const words = warningWords(notice.certificate, now, dates)
        const title = warningTitle(notice.certificate, now, dates.timeZone)
        show([notice], title, [words.text, words.more ?? ''].join(' ').trim(), isUrgent(notice), receipt)
      }
    },
  }
}
