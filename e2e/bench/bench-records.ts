import { Buffer } from 'node:buffer'
import { dayMs } from '../../shared/values/local-day.ts'

/** Number of records per page: the maximum of the service's document. */
export const recordsOfPage = 500

/** Creates a page of records that all differ, about 0.5 KB each, without the end of the envelope. */
export function benchRecords(page: number): Buffer<ArrayBuffer> {
  const records = Array.from({ length: recordsOfPage }, (_, index) => benchRecord(page * recordsOfPage + index))
  return Buffer.from(`{"reports":[${records.join(',')}],`)
}

/** Creates the end of the envelope. @param next the cursor of the next page; null on the last one */
export function pageEnd(next: string | null): Buffer<ArrayBuffer> {
  return Buffer.from(`"next":${JSON.stringify(next)},"lastPage":"${next === null}"}`)
}

/** Values that all differ, in an order unrelated to that of the records. */
export const differingValues = {
  note: (index: number): string => (index % 50 === 0 ? `Überweisung ${mixed(index)}` : nameOf(index)),
  amount: (index: number): number => mixed(index) / 100,
  createdAt: (index: number): string => new Date(1.7e12 + (mixed(index) % 2000) * dayMs + mixed(index)).toISOString(),
}

export function reportIdOf(index: number): string {
  return `rep-${String(index).padStart(8, '0')}`
}

function benchRecord(index: number): string {
  const number = mixed(index)
  return JSON.stringify({
    reportId: reportIdOf(index),
    reportConfigurationId: `cfg-${number % 250}`,
    name: nameOf(index),
    status: ['Completed', 'Running', 'Errored'][number % 3],
    amount: differingValues.amount(index),
    currency: ['EUR', 'GBP', 'USD'][index % 3],
    rows: number % 5000,
    createdAt: differingValues.createdAt(index),
    completedAt: new Date(1.7e12 + index * 68_000).toISOString(),
    owner: { team: `T${number % 6}`, user: { id: number % 97, active: number % 3 > 0 } },
    tags: ['daily', 'settlement'],
    note: differingValues.note(index),
  })
}

function nameOf(index: number): string {
  return `Report ${mixed(index)} of the day, with a name that is as long as names of reports are in practice`
}

function mixed(index: number): number {
  return (index * 7_368_787) % 10_000_019
}
