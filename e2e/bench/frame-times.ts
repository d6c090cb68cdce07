import type { CDPSession, Page } from 'playwright'

/** How even a scroll was, by the beats of the screen that had a frame: one is shown at a beat, or waits for the next. */
export interface FrameTimes {
  readonly frames: number
  /** 95th percentile of the time between the beats of two drawn frames, milliseconds. */
  readonly p95: number
  /** Frames more than 33 ms after the one before: a beat, or more of them, had none. */
  readonly late: number
  /**
   * 95th percentile of the time between the moments at which two frames were drawn, milliseconds: how early or late in its
   * beat a frame was done is in it, which nobody sees.
   */
  readonly drawnP95: number
}

/** Of the page's frames: `BeginFrame` is at the beat of a frame, `DrawFrame` when that one was drawn. */
interface TraceEvent {
  readonly name: string
  /** Microseconds. */
  readonly ts: number
  readonly args: { readonly frameSeqId?: number; readonly layerTreeId?: number }
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
    const beats = new Map(events.filter(({ name }) => name === 'BeginFrame').map((event) => [frameOf(event), event.ts]))
    const drawn = events.filter(({ name }) => name === 'DrawFrame')
    const times = gaps(drawn.map((event) => beats.get(frameOf(event))).filter((beat) => beat !== undefined))
    return {
      frames: times.length,
      p95: percentile95(times),
      late: times.filter((time) => time > 33).length,
      drawnP95: percentile95(gaps(drawn.map(({ ts }) => ts))),
    }
  } finally {
    await session.detach()
  }
}

/** Which frame of which of the trace's pages an event is of. */
function frameOf({ args }: TraceEvent): string {
  return `${args.layerTreeId} ${args.frameSeqId}`
}

/** Times between moments (microseconds), milliseconds. */
function gaps(moments: readonly number[]): number[] {
  const sorted = [...moments].sort((one, other) => one - other)
  return sorted.slice(1).map((moment, index) => (moment - (sorted[index] ?? moment)) / 1000)
}

function percentile95(times: readonly number[]): number {
  const sorted = [...times].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN
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
