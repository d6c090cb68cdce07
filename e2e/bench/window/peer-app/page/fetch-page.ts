/** A record as the bench's server makes it: what is shown of it. */
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

/** The columns that every peer shows. */
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

/** One page of the list. */
export async function fetchPage(origin: string, cursor: string | undefined): Promise<BenchPage> {
  const response = await fetch(`${origin}/reports`, { headers: cursor === undefined ? {} : { next: cursor } })
  return (await response.json()) as BenchPage
}
