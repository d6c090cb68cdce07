import { z } from 'zod'
import { warningSettingsSchema } from '../expiry/warning-schemas.ts'
import { endpointUrlSchema } from '../profiles/address.ts'
import { productionAccesses } from '../profiles/production-access.ts'
import { dateFormats, timeZoneChoices } from '../values/date-text.ts'
import { profileGroupings, profileOrders } from './sidebar-settings.ts'

const sidebarSettingsSchema = z.strictObject({
  isHidden: z.boolean(),
  groupBy: z.enum(profileGroupings),
  sortBy: z.enum(profileOrders),
  folded: z.array(z.string().max(200)).max(2000),
})

/** How dates and times are written for a person. */
const datePreferenceSchema = z.strictObject({ format: z.enum(dateFormats), timeZone: z.enum(timeZoneChoices) })

export const themes = ['system', 'light', 'dark'] as const

export const appSettingsSchema = z.strictObject({
  theme: z.enum(themes),
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

/** What the Help menu can open besides “About Clavis”. */
export const helpTopicSchema = z.enum(['shortcuts', 'filter', 'terms'])
export type HelpTopic = z.infer<typeof helpTopicSchema>

/** A released version as the update feed names it. */
export const releaseSchema = z.object({
  version: z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/u),
  /** Where people read about it and get it. */
  url: endpointUrlSchema,
})
export type Release = z.infer<typeof releaseSchema>

export const updateCheckSchema = z.discriminatedUnion('state', [
  /** There is no feed to check. */
  z.strictObject({ state: z.literal('off') }),
  z.strictObject({ state: z.literal('current') }),
  z.strictObject({ state: z.literal('available'), ...releaseSchema.shape }),
  /** The feed is not signed with the key in the settings, so what it says is not shown. */
  z.strictObject({ state: z.literal('untrusted') }),
])
export type UpdateCheck = z.infer<typeof updateCheckSchema>
