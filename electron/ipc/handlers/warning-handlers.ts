import { basename } from 'node:path'
import { writeFileAtomically } from '../../files/atomic-file.ts'
import type { Services } from '../../services.ts'
import type { CallHandlers } from '../answer-call.ts'
import type { Desktop } from '../desktop.ts'

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
      const path = await dialogs.chooseTarget(windowId, {
        title: 'Export calendar',
        filters: [{ name: 'Calendar', extensions: ['ics'] }],
        suggestion: 'clavis-expiry.ics',
      })
      if (path === undefined) return undefined
      await writeFileAtomically(path, await expiry.calendar())
      return { fileName: basename(path) }
    },

    'expiry.testWebhook': () => expiry.testWebhook(),
  }
}
