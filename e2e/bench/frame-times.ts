import type { CDPSession, Page } from 'playwright'

/** How even a scroll was. */
export interface FrameTimes {
  readonly frames: number
  /** 95th percentile of the time between two frames that were drawn, milliseconds. */
  readonly p95: number
  /** Frames that came more than 33 ms after the one before. */
  readonly late: number
}

interface TraceEvent {
  readonly name: string
  readonly ts: number
  readonly pid: number
}

/** Where the scroll bar is after a part of the way, and how long the way takes. */
const scrollSeconds = 10

/**
 * Scrolls an element from its top to its bottom, a step in each frame, and reads from the page's own trace when frames
 * were drawn.
 * @param scroller selects the element that scrolls
 */
export async function measureFrames(page: Page, scroller: string): Promise<FrameTimes> {
  const session = await page.context().newCDPSession(page)
  try {
    const events = await traced(session, () => scrollThrough(page, scroller))
    const drawn = events
      .filter(({ name }) => name === 'DrawFrame')
      .map(({ ts }) => ts / 1000)
      .sort((one, other) => one - other)
    const times = drawn.slice(1).map((time, index) => time - (drawn[index] ?? time))
    const sorted = [...times].sort((one, other) => one - other)
    return {
      frames: times.length,
      p95: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
      late: times.filter((time) => time > 33).length,
    }
  } finally {
    await session.detach()
  }
}

async function scrollThrough(page: Page, scroller: string): Promise<void> {
  await page.locator(scroller).evaluate(
    (element, seconds) =>
      new Promise<void>((resolve) => {
        const began = performance.now()
        const step = (): void => {
          const part = Math.min(1, (performance.now() - began) / (seconds * 1000))
          element.scrollTop = (element.scrollHeight - element.clientHeight) * part
          if (part === 1) resolve()
          else requestAnimationFrame(step)
        }
        step()
      }),
    scrollSeconds,
  )
}

/** The frames' events of the trace while `work` is done, told by the page's own process. */
async function traced(session: CDPSession, work: () => Promise<void>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline.frame', 'devtools.timeline.frame'] },
  })
  await work()
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.end')
  await complete
  return events
}
