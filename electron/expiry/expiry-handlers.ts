import type { HandlerContext } from '../handler-context.ts'
import type { HandlersOf } from '../ipc/answer-call.ts'
import { saveFile } from '../ipc/window-dialogs.ts'

const calendarFiles = [{ name: 'Calendar', extensions: ['ics'] }]

export function expiryHandlers({
  services: { expiry },
  desktop: { dialogs },
  questions,
}: HandlerContext): HandlersOf<'expiry'> {
  return {
    'expiry.overview': () => expiry.overview(),
    'expiry.snooze': ({ profileId, credentialId, until }, { windowId }) =>
      expiry.snooze(profileId, credentialId, until, questions.inWindow(windowId)),
    'expiry.unsnooze': ({ profileId, credentialId }) => expiry.unsnooze(profileId, credentialId),
    'expiry.setReplacementUnderWay': ({ profileId, credentialId, note }, { windowId }) =>
      expiry.setReplacementUnderWay(profileId, credentialId, note, questions.inWindow(windowId)),
    'expiry.setProfileThresholds': ({ profileId, thresholds }, { windowId }) =>
      expiry.setProfileThresholds(profileId, thresholds, questions.inWindow(windowId)),

    'expiry.saveCalendar': async (_input, { windowId }) => {
      const question = { title: 'Export calendar', filters: calendarFiles, suggestion: 'clavis-expiry.ics' }
      return saveFile(dialogs, windowId, question, await expiry.calendar())
    },

    'expiry.testWebhook': () => expiry.testWebhook(),

    'expiry.timeline': () => expiry.timeline(),
  }
}
