import { z } from 'zod'
import { appInfoSchema, appSettingsSchema } from '../model/settings/app-settings.ts'
import type { CallsOf } from './call-shapes.ts'
import { nothing, ofCredential } from './recurring-shapes.ts'

/** Longest text that is copied, characters: a record as large as the largest answer that is taken can be copied whole. */
const longestCopy = 64 * 1024 * 1024

/** What the window asks of the app itself: its settings, the clipboard, the browser. */
export const appCalls = {
  'app.info': { input: nothing, output: appInfoSchema },
  'app.settings': { input: nothing, output: appSettingsSchema },
  'app.changeSettings': { input: appSettingsSchema.partial(), output: appSettingsSchema },
  /** The credential that a notification was clicked for while no window was open; it is handed over once. */
  'app.takeCredentialToOpen': { input: nothing, output: ofCredential.optional() },
  /** Puts public text on the clipboard. Secrets are copied by calls of their own, which never show them to the page. */
  'app.copyText': { input: z.strictObject({ text: z.string().max(longestCopy) }), output: nothing },
  /** Asks the person, showing the address, and opens it in their browser if they agree. Answers whether they did. */
  'app.openExternal': { input: z.strictObject({ url: z.string() }), output: z.boolean() },
} as const satisfies CallsOf<'app'>
