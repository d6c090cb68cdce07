import { powerMonitor, app, BrowserWindow } from 'electron'
import type { Services } from '../services.ts'
import { desktopNotifications } from './desktop-notification.ts'
import { NoticeSchedule } from './notice-schedule.ts'
import { TrayIcon } from './tray.ts'
import { attentionWords } from '../../shared/expiry/warning-messages.ts'
import type { StatusDisplay } from './expiry-watch.ts'
import { badgeOverlayImage, iconImage } from './tray-icons.ts'

interface Options {
  readonly services: Pick<Services, 'expiry' | 'profiles'>
  readonly platform: NodeJS.Platform
  /** Shows a credential in the window. */
  readonly open: (place: { readonly profileId: string; readonly credentialId?: string }) => void
  readonly openWindow: () => void
  readonly quit: () => void
  readonly onFault: (fault: unknown) => void
}

/**
 * Shows warnings on the desktop. Checks at once, every hour, at midnight, after wake-up and when profiles change.
 * @returns a function that stops it
 */
export function startDesktopWarnings({ services, platform, open, openWindow, quit, onFault }: Options): () => void {
  const { expiry, profiles } = services
  const check = (): void =>
    void expiry.check().catch((fault: unknown) => {
      onFault(fault)
      schedule.retry()
    })
  expiry.connect({
    notifications: desktopNotifications(open),
    displays: [new TrayIcon(platform, { open, openWindow, quit }), badge(platform)],
  })
  const schedule = new NoticeSchedule({
    check,
    now: Date.now,
    timers: { set: (run, milliseconds) => setTimeout(run, milliseconds), clear: clearTimeout },
  })
  const wake = (): void => schedule.wake()
  powerMonitor.on('resume', wake)
  powerMonitor.on('unlock-screen', wake)
  const unsubscribe = profiles.onChange(check)
  schedule.start()
  return () => {
    unsubscribe()
    powerMonitor.off('resume', wake)
    powerMonitor.off('unlock-screen', wake)
    schedule.end()
  }
}

/** Shows the number of certificates that need attention on the dock icon, or as an overlay on the Windows task bar. */
export function badge(platform: NodeJS.Platform): StatusDisplay {
  return {
    show: ({ needingAttention, settings }) => {
      const count = settings.badge ? needingAttention.length : 0
      if (platform !== 'win32') {
        app.setBadgeCount(count)
        return
      }
      for (const window of BrowserWindow.getAllWindows())
        if (count === 0) window.setOverlayIcon(null, '')
        else window.setOverlayIcon(iconImage(badgeOverlayImage), attentionWords(count))
    },
  }
}
