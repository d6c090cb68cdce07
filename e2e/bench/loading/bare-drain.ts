import { Agent, request } from 'undici'
import { answerAsPeer, timed } from '../peer-process.ts'

// The simplest possible client: requests page after page over one connection and parses each whole. It stores and shows
// nothing. Its argument is the list's base address.

answerAsPeer(([base = '']) => timed(() => drain(base)))

async function drain(base: string): Promise<number> {
  const dispatcher = new Agent({ connections: 1 })
  let records = 0
  for (let next: string | null | undefined; next !== null;) {
    const { body } = await request(`${base}/reports`, {
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
