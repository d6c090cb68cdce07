/** The three paginated lists, by their paths below the reporting API's base address (service document, section 4.3). */
export const listNames = ['reports', 'report-configs', 'reporting-groups'] as const
export type ListName = (typeof listNames)[number]

export const listTitles: Readonly<Record<ListName, string>> = {
  reports: 'Reports',
  'report-configs': 'Report configurations',
  'reporting-groups': 'Reporting groups',
}
