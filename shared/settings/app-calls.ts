import { z } from 'zod'
import { type CallsOf, placeToOpen, nothing } from '../call-shapes.ts'
import { appInfoSchema, appSettingsSchema, updateCheckSchema } from './app-settings.ts'

/** Maximum length of copied text, characters: a record as large as the largest accepted response. */
const maxCopyLength = 64 * 1024 * 1024

const ofSavedFile = z.strictObject({ fileId: z.uuid() })

/** Calls for the app itself: settings, clipboard, browser. */
export const appCalls = {
  'app.info': { access: 'shows', input: nothing, output: appInfoSchema },
  /** Asks the update feed, if the data folder names one. */
  'app.checkForUpdate': { access: 'shows', input: nothing, output: updateCheckSchema },
  'app.settings': { access: 'shows', input: nothing, output: appSettingsSchema },
  'app.changeSettings': { access: 'adjusts', input: appSettingsSchema.partial(), output: appSettingsSchema },
  /** Returns the credential whose notification was clicked while no window was open; only once. */
  'app.takePlaceToOpen': { access: 'shows', input: nothing, output: placeToOpen.optional() },
  /** Copies public text to the clipboard. Secrets have their own calls, which never show them to the page. */
  'app.copyText': {
    access: 'shows',
    input: z.strictObject({
      text: z.string().max(maxCopyLength),
      /** The same as a table. */
      html: z.string().max(maxCopyLength).optional(),
    }),
    output: nothing,
  },
  /** Shows the address and opens it in the browser if the person agrees. Returns whether they did. */
  'app.openExternal': { access: 'shows', input: z.strictObject({ url: z.string() }), output: z.boolean() },
  /** Opens a file that was just written with its program, if it is data. Uses up the id, so that no page opens it again and again. */
  'app.openSavedFile': { access: 'shows', input: ofSavedFile, output: nothing },
  /** Shows a file that was just written in its folder. Uses up the id. */
  'app.showSavedFile': { access: 'shows', input: ofSavedFile, output: nothing },
} as const satisfies CallsOf<'app'>
