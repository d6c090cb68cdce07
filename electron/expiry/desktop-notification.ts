import { Notification } from 'electron'
import { visibleLine } from '../../shared/model/values/visible-text.ts'
import { judge } from '../../shared/expiry/expiry.ts'
import { attentionWords, warningTitle, warningWords } from '../../shared/expiry/warning-messages.ts'
import type { ExpiryNotice } from './due-warnings.ts'
import type { NoticeChannel } from './expiry-watch.ts'

/** Maximum number of separate notifications per check; more are summarized in one. */
const maxSeparate = 3

/**
 * Shows warnings as notifications of the operating system.
 * @param open shows the credential of a clicked notification
 */
export function desktopNotifications(
  open: (place: { readonly profileId: string; readonly credentialId: string }) => void,
): NoticeChannel {
  // A notification that is garbage-collected loses its listeners.
  const shown = new Set<Notification>()

  function show({ certificate }: ExpiryNotice, title: string, body: string, isUrgent: boolean): void {
    const notification = new Notification({
      title: visibleLine(title),
      body: visibleLine(body),
      urgency: isUrgent ? 'critical' : 'normal',
      timeoutType: isUrgent ? 'never' : 'default',
    })
    shown.add(notification)
    notification.on('click', () => {
      shown.delete(notification)
      open({ profileId: certificate.profileId, credentialId: certificate.credentialId })
    })
    notification.on('close', () => shown.delete(notification))
    notification.show()
  }

  return {
    send: (notices, now, dates) => {
      if (!Notification.isSupported()) return
      const [first] = notices
      if (first === undefined) return
      const { text } = warningWords(first.certificate, now, dates)
      const isUrgent = ({ certificate }: ExpiryNotice): boolean =>
        ['expired', 'urgent'].includes(judge(certificate, certificate.thresholds, now, dates.timeZone).urgency)
      if (notices.length > maxSeparate) {
        const title = attentionWords(notices.length)
        show(first, title, `${text} ${notices.length - 1} more need attention.`, notices.some(isUrgent))
        return
      }
      for (const notice of notices) {
        const words = warningWords(notice.certificate, now, dates)
        const title = warningTitle(notice.certificate, now, dates.timeZone)
        show(notice, title, [words.text, words.more ?? ''].join(' ').trim(), isUrgent(notice))
      }
    },
  }
}
