import { z } from 'zod'
import { warningSettingsSchema } from '../expiry/warning-thresholds.ts'
import { productionAccesses } from '../profiles/production-access.ts'
import { datePreferenceSchema } from '../values/date-text.ts'
import { sidebarSettingsSchema } from './sidebar-settings.ts'

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
  productionAccess: z.enum(productionAccesses),
  /** Problems that Clavis found at start, e.g. a damaged file that was set aside. */
  notices: z.array(z.string()),
})
export type AppInfo = z.infer<typeof appInfoSchema>
