import type { Services } from '../../../services.ts'
import type { CallHandlers } from '../../calls/answer-call.ts'
import type { Desktop } from '../../desktop.ts'
import { saveFile } from '../../files/save-file.ts'

export type WarningCalls = Extract<
  keyof CallHandlers,
  | 'expiry.overview'
  | 'expiry.snooze'
  | 'expiry.unsnooze'
  | 'expiry.setReplacementUnderWay'
  | 'expiry.setProfileThresholds'
  | 'expiry.saveCalendar'
  | 'expiry.testWebhook'
>

export function warningHandlers({ expiry }: Services, { dialogs }: Desktop): Pick<CallHandlers, WarningCalls> {
  return {
    'expiry.overview': () => expiry.overview(),
    'expiry.snooze': ({ profileId, credentialId, until }) => expiry.snooze(profileId, credentialId, until),
    'expiry.unsnooze': ({ profileId, credentialId }) => expiry.unsnooze(profileId, credentialId),
    'expiry.setReplacementUnderWay': ({ profileId, credentialId, note }) =>
      expiry.setReplacementUnderWay(profileId, credentialId, note),
    'expiry.setProfileThresholds': ({ profileId, thresholds }) => expiry.setProfileThresholds(profileId, thresholds),

    'expiry.saveCalendar': async (_input, { windowId }) => {
      const filters = [{ name: 'Calendar', extensions: ['ics'] }]
      const question = { title: 'Export calendar', filters, suggestion: 'clavis-expiry.ics' }
      return saveFile(dialogs, windowId, question, await expiry.calendar())
    },

    'expiry.testWebhook': () => expiry.testWebhook(),
  }
}
