import { z } from 'zod'
import { warningSettingsSchema } from '../expiry/warning-thresholds.ts'
import { sidebarSettingsSchema } from './sidebar-settings.ts'

/** How the window writes dates and times. */
export const datePreferenceSchema = z.strictObject({
  format: z.enum(['system', 'year-first', 'day-first', 'month-first']),
  timeZone: z.enum(['local', 'utc']),
})
export type DatePreference = z.infer<typeof datePreferenceSchema>

export const defaultDatePreference: DatePreference = { format: 'system', timeZone: 'local' }

/** The window's settings. */
export const appSettingsSchema = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  dates: datePreferenceSchema,
  warnings: warningSettingsSchema,
  sidebar: sidebarSettingsSchema,
})
export type AppSettings = z.infer<typeof appSettingsSchema>

/** What “About” and the first screen show. */
export const appInfoSchema = z.strictObject({
  version: z.string(),
  electronVersion: z.string(),
  chromiumVersion: z.string(),
  nodeVersion: z.string(),
  platform: z.string(),
  dataFolder: z.string(),
  /** Problems that Clavis found at start, e.g. a damaged file that was set aside. */
  notices: z.array(z.string()),
})
export type AppInfo = z.infer<typeof appInfoSchema>
