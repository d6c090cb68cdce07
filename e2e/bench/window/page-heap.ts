import type { Page } from 'playwright'

/** Returns the page's heap size after two garbage collections, MiB. */
export async function pageHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  try {
    await session.send('HeapProfiler.collectGarbage')
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return usedSize / 1024 / 1024
  } finally {
    await session.detach()
  }
}
