import type { CDPSession, Page } from 'playwright'

/** How even a scroll was, by the beats of the screen that had a frame: a frame is shown at a beat, or waits for the next. */
export interface FrameTimes {
  readonly frames: number
  /** Frames more than 33 ms after the one before: one or more beats between them had none. */
  readonly late: number
}

/** An event of a frame: `BeginFrame` is at its beat, `DrawFrame` when it was drawn. */
interface TraceEvent {
  readonly name: string
  /** Microseconds. */
  readonly ts: number
  readonly args: { readonly frameSeqId?: number; readonly layerTreeId?: number }
}

/**
 * Scrolls an element from its top to its bottom, a step in each frame, and reads from the page's own trace when frames
 * were drawn.
 * @param scroller selects the element that scrolls
 * @param seconds how long the scroll takes
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

/** Identifies an event's frame among those of all pages of the trace. */
function frameOf({ args }: TraceEvent): string {
  return `${args.layerTreeId} ${args.frameSeqId}`
}

/** Answers the times between moments (microseconds), milliseconds. */
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

/** Collects the events of frames from the page's own process while `work` is done. */
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
