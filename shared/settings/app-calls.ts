import { z } from 'zod'
import { appInfoSchema, appSettingsSchema } from './app-settings.ts'
import { updateCheckSchema } from './update.ts'
import { nothing, credentialPlace, type CallsOf } from '../call-shapes.ts'
import { practiceDataSchema, practiceFaultSchema, practiceStateSchema } from '../practice/practice.ts'
import { profileSchema } from '../profiles/profile.ts'

/** Maximum length of copied text, characters: a record as large as the largest accepted response. */
const maxCopyLength = 64 * 1024 * 1024

/** Calls for the app itself: settings, clipboard, browser. */
export const appCalls = {
  'app.info': { input: nothing, output: appInfoSchema },
  /** Asks the update feed, if the data folder names one. */
  'app.checkForUpdate': { input: nothing, output: updateCheckSchema },
  'app.settings': { input: nothing, output: appSettingsSchema },
  'app.changeSettings': { input: appSettingsSchema.partial(), output: appSettingsSchema },
  /** Returns the credential whose notification was clicked while no window was open; only once. */
  'app.takeCredentialToOpen': { input: nothing, output: credentialPlace.optional() },
  /** Copies public text to the clipboard. Secrets have their own calls, which never show them to the page. */
  'app.copyText': { input: z.strictObject({ text: z.string().max(maxCopyLength) }), output: nothing },
  /** Shows the address and opens it in the browser if the person agrees. Returns whether they did. */
  'app.openExternal': { input: z.strictObject({ url: z.string() }), output: z.boolean() },
} as const satisfies CallsOf<'app'>

/** The practice service and its profiles. */
export const practiceCalls = {
  'practice.state': { input: nothing, output: practiceStateSchema },
  'practice.start': { input: nothing, output: practiceStateSchema },
  'practice.stop': { input: nothing, output: practiceStateSchema },
  /** Starts the practice service and creates the practice profiles, ready to use. Returns them. */
  'practice.setUp': { input: nothing, output: z.array(profileSchema) },
  /** Removes the practice profiles with their keys and stops the service. */
  'practice.tearDown': { input: nothing, output: nothing },
  'practice.setFaults': {
    input: z.strictObject({ faults: z.array(practiceFaultSchema) }),
    output: practiceStateSchema,
  },
  'practice.setRecords': {
    input: z.strictObject({ records: z.int().min(0).max(10_000_000) }),
    output: practiceStateSchema,
  },
  /** Chooses between believable and awkward data, and lets days pass in the believable data. */
  'practice.setData': { input: practiceDataSchema, output: practiceStateSchema },
} as const satisfies CallsOf<'practice'>
