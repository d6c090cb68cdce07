/** Records of a page, as the service's document limits them. */
export const recordsOfPage = 500

/** A record of about 0.5 KB. @param changed whether it is as it is in a second reading where something happened */
export function benchRecord(index: number, changed = false): string {
  const text = `Report ${index} of the day, with a name that is as long as names of reports are in practice`
  return JSON.stringify({
    reportId: `rep-${String(index).padStart(8, '0')}`,
    reportConfigurationId: `cfg-${index % 250}`,
    name: text,
    status: changed ? 'Archived' : ['Completed', 'Running', 'Errored'][index % 3],
    amount: (index % 100_000) / 100,
    currency: 'EUR',
    rows: index % 5000,
    createdAt: new Date(1.7e12 + index * 67_000).toISOString(),
    completedAt: new Date(1.7e12 + index * 68_000).toISOString(),
    owner: { team: `T${index % 6}`, user: { id: index % 97, active: index % 3 > 0 } },
    tags: ['daily', 'settlement'],
    note: text,
  })
}

/** A whole page of them. @param record the record with a number */
export function benchPage(page: number, record: (index: number) => string = benchRecord): Buffer<ArrayBuffer> {
  const records = Array.from({ length: recordsOfPage }, (_, index) => record(page * recordsOfPage + index))
  return Buffer.from(`{"reports":[${records.join(',')}],"next":"x","lastPage":"false"}`)
}
