import type { CDPSession, Page } from 'playwright'

/** How smooth a scroll was: the number of screen refreshes with and without a new frame. */
export interface FrameTimes {
  readonly frames: number
  /** Frames more than 33 ms after the one before, so at least one refresh had no frame. */
  readonly late: number
}

/** An event of a frame: `BeginFrame` at its refresh, `DrawFrame` when it was drawn. */
interface TraceEvent {
  readonly name: string
  /** Microseconds. */
  readonly ts: number
  readonly args: { readonly frameSeqId?: number; readonly layerTreeId?: number }
}

/**
 * Scrolls an element from top to bottom, one step per frame, and reads from the page's trace when frames were drawn.
 * @param scroller selects the element that scrolls
 * @param seconds duration of the scroll
 */
export async function measureFrames(page: Page, scroller: string, seconds: number): Promise<FrameTimes> {
  const session = await page.context().newCDPSession(page)
  try {
    const events = await traced(session, () => scrollThrough(page, scroller, seconds))
    const beats = new Map(events.filter(({ name }) => name === 'BeginFrame').map((event) => [frameOf(event), event.ts]))
    const shown = events.flatMap((event) => (event.name === 'DrawFrame' ? (beats.get(frameOf(event)) ?? []) : []))
    const times = gaps(shown)
    return { frames: times.length, late: times.filter((time) => time > 33).length }
  } finally {
    await session.detach()
  }
}

/** Identifies an event's frame among those of all pages in the trace. */
function frameOf({ args }: TraceEvent): string {
  return `${args.layerTreeId} ${args.frameSeqId}`
}

/** Returns the times between timestamps (microseconds), in milliseconds. */
function gaps(moments: readonly number[]): number[] {
  const sorted = [...moments].sort((one, other) => one - other)
  return sorted.slice(1).map((moment, index) => (moment - (sorted[index] ?? moment)) / 1000)
}

async function scrollThrough(page: Page, scroller: string, scrollSeconds: number): Promise<void> {
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

/** Collects the frame events of the page's process while `work` runs. */
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
