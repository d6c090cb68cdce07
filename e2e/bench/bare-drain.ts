import { Agent, request } from 'undici'
import type { Drained } from './bare-client.ts'

// The peer: a client that does nothing but ask for page after page over one kept connection and parse each whole, as the
// shortest program would. It stores nothing and shows nothing. It is told the origin and answers what it took.

process.on('message', (origin: string) => {
  const began = performance.now()
  void drain(origin).then((records) =>
    process.send?.({ records, seconds: (performance.now() - began) / 1000 } satisfies Drained),
  )
})

async function drain(origin: string): Promise<number> {
  const dispatcher = new Agent({ connections: 1 })
  let records = 0
  for (let next: string | null | undefined; next !== null;) {
    const { body } = await request(`${origin}/reports`, {
      dispatcher,
      headers: { accept: 'application/json', authorization: 'Bearer bench', ...(next === undefined ? {} : { next }) },
    })
    const page = (await body.json()) as { reports: unknown[]; next: string | null }
    records += page.reports.length
    next = page.next
  }
  await dispatcher.close()
  return records
}
