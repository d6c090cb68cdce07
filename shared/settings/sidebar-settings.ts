/** By what the sidebar groups profiles, and how it sorts them: by expiry, the most urgent comes first. */
export const profileGroupings = ['environment', 'merchant'] as const
export const profileOrders = ['name', 'expiry'] as const

export interface SidebarSettings {
  /** Whether it is only a rail of marks. */
  readonly isHidden: boolean
  readonly groupBy: (typeof profileGroupings)[number]
  readonly sortBy: (typeof profileOrders)[number]
  readonly folded: string[]
}

export const defaultSidebarSettings: SidebarSettings = {
  isHidden: false,
  groupBy: 'environment',
  sortBy: 'name',
  folded: [],
}
