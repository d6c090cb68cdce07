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

/** The texts of a row, in the order of {@link columns}. */
export type RowTexts = readonly string[]

/** Rows per block, as in Clavis. */
export const blockSize = 25

/** Asks the pages server for rows, as Clavis's page asks main. */
export async function fetchRows(origin: string, offset: number, count: number): Promise<readonly RowTexts[]> {
  // The bench times a jump from here.
  performance.mark('lists.rows')
  const response = await fetch(`${origin}/rows/${offset}/${count}`)
  return (await response.json()) as readonly RowTexts[]
}
