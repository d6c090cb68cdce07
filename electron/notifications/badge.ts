import { app, BrowserWindow } from 'electron'
import type { StandingDisplay } from './expiry-notifier.ts'
import { iconImage } from './icon-image.ts'
import { badgeOverlayImage } from './icon-images.ts'

/** The number of certificates that need the person's eye: on the dock's icon, on Windows a sign over the task bar's. */
export function badge(platform: NodeJS.Platform): StandingDisplay {
  return {
    show: ({ needingEye, settings }) => {
      const count = settings.badge ? needingEye.length : 0
      if (platform !== 'win32') {
        app.setBadgeCount(count)
        return
      }
      const words = count === 1 ? '1 certificate needs your eye' : `${count} certificates need your eye`
      for (const window of BrowserWindow.getAllWindows())
        if (count === 0) window.setOverlayIcon(null, '')
        else window.setOverlayIcon(iconImage(badgeOverlayImage), words)
    },
  }
}
