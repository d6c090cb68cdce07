import { app, BrowserWindow } from 'electron'
import { attentionWords } from '../../shared/expiry/warning-messages.ts'
import type { StatusDisplay } from './expiry-watch.ts'
import { iconImage } from './icon-image.ts'
import { badgeOverlayImage } from './tray-icons.ts'

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
