import { Buffer } from 'node:buffer'

const day = 86_400_000

/** A page of records that all differ, 500 at most as the service's document limits them, about 0.5 KB each. */
export function madePage(first: number, count: number, next: string | null): Buffer<ArrayBuffer> {
  const records = Array.from({ length: count }, (_, index) => madeRecord(first + index))
  return Buffer.from(
    `{"reports":[${records.join(',')}],"next":${JSON.stringify(next)},"lastPage":"${next === null ? 'true' : 'false'}"}`,
  )
}

/** Order that has nothing to do with the records' own. */
const mixed = (index: number): number => (index * 7_368_787) % 10_000_019

function madeRecord(index: number): string {
  const number = mixed(index)
  const text = `Report ${number} of the day, with a name that is as long as names of reports are in practice`
  return JSON.stringify({
    reportId: `rep-${String(index).padStart(8, '0')}`,
    reportConfigurationId: `cfg-${number % 250}`,
    name: text,
    status: ['Completed', 'Running', 'Errored'][number % 3],
    amount: number / 100,
    currency: ['EUR', 'GBP', 'USD'][index % 3],
    rows: number % 5000,
    createdAt: new Date(1.7e12 + (number % 2000) * day + number).toISOString(),
    completedAt: new Date(1.7e12 + index * 68_000).toISOString(),
    owner: { team: `T${number % 6}`, user: { id: number % 97, active: number % 3 > 0 } },
    tags: ['daily', 'settlement'],
    note: index % 50 === 0 ? `Überweisung ${number}` : text,
  })
}
