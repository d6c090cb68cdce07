import { z } from 'zod'

/** How the sidebar shows the profiles. */
export const sidebarSettingsSchema = z.strictObject({
  /** Whether it is only a rail of icons. */
  isHidden: z.boolean(),
  groupBy: z.enum(['environment', 'merchant']),
  /** By expiry, the most urgent comes first. */
  sortBy: z.enum(['name', 'expiry']),
  /** Keys of the folded groups. */
  folded: z.array(z.string().max(200)).max(2000),
})
export type SidebarSettings = z.infer<typeof sidebarSettingsSchema>

export const defaultSidebarSettings: SidebarSettings = {
  isHidden: false,
  groupBy: 'environment',
  sortBy: 'name',
  folded: [],
}
