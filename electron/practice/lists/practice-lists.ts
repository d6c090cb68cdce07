/** The practice service's lists, by path. */
export type PracticeList = 'reports' | 'report-configs' | 'reporting-groups'

/** The field of a page that holds its records; the document doesn't name it. */
export const recordMembers: Readonly<Record<PracticeList, string>> = {
  reports: 'reports',
  'report-configs': 'reportConfigurations',
  'reporting-groups': 'reportingGroups',
}

/** The records of a list at a moment. */
export interface ListContent {
  readonly count: number
  /** Returns a record as JSON text. @param index from 0 */
  readonly text: (index: number) => string
}
