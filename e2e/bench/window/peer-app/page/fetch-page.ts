/** The fields of the bench server's records that are shown. */
export interface BenchRecord {
  readonly reportId: string
  readonly reportConfigurationId: string
  readonly name: string
  readonly status: string
  readonly amount: number
  readonly currency: string
  readonly rows: number
  readonly createdAt: string
  readonly completedAt: string
  readonly note: string
}

/** The columns of every peer. */
export const columns = [
  'reportId',
  'reportConfigurationId',
  'name',
  'status',
  'amount',
  'currency',
  'rows',
  'createdAt',
  'completedAt',
  'note',
] as const satisfies readonly (keyof BenchRecord)[]

export interface BenchPage {
  readonly reports: readonly BenchRecord[]
  readonly next: string | null
  readonly lastPage: string
}

/** Fetches one page of the list. */
export async function fetchPage(origin: string, cursor: string | undefined): Promise<BenchPage> {
  const response = await fetch(`${origin}/reports`, { headers: cursor === undefined ? {} : { next: cursor } })
  return (await response.json()) as BenchPage
}
