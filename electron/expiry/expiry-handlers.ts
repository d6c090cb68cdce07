import { saveFile } from '../files/file-dialogs.ts'
import type { HandlerContext, HandlersOf } from '../handler-types.ts'

const calendarFiles = [{ name: 'Calendar', extensions: ['ics'] }]

export function expiryHandlers({ services: { expiry } }: HandlerContext): HandlersOf<'expiry'> {
  return {
    'expiry.overview': () => expiry.overview(),
    'expiry.snooze': ({ profileId, credentialId, until }, { confirm }) =>
      expiry.snooze(profileId, credentialId, until, confirm),
    'expiry.unsnooze': ({ profileId, credentialId }) => expiry.unsnooze(profileId, credentialId),
    'expiry.setReplacementUnderWay': ({ profileId, credentialId, note }, { confirm }) =>
      expiry.setReplacementUnderWay(profileId, credentialId, note, confirm),
    'expiry.setProfileThresholds': ({ profileId, thresholds }, { confirm }) =>
      expiry.setProfileThresholds(profileId, thresholds, confirm),

    'expiry.saveCalendar': async (_input, { files }) => {
      const question = { title: 'Export calendar', filters: calendarFiles, suggestion: 'clavis-expiry.ics' }
      return saveFile(files, question, await expiry.calendar())
    },

    'expiry.testWebhook': () => expiry.testWebhook(),

    'expiry.timeline': () => expiry.timeline(),
  }
}
