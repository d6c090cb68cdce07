import type { Page } from 'playwright'

/** How often the table is made to jump. */
const jumps = 300

/** Pixels of the page around a hundred rows: a height at which they are all in sight. */
const tallWindow = { width: 1280, height: 100 * 32 + 340 }

/** What {@link measureRowWindows} answers, for the window as it is and for one so tall that a hundred rows are in sight. */
export interface RowWindowTimes {
  readonly inSight: readonly number[]
  readonly hundred: readonly number[]
}

/** Jumps through the list in the window as it is, and in a tall one. */
export async function measureRowWindowTimes(page: Page, scroller: string, records: number): Promise<RowWindowTimes> {
  const inSight = await measureRowWindows(page, scroller, records)
  await page.setViewportSize(tallWindow)
  await page.locator('[role="row"][aria-rowindex]').nth(100).waitFor({ state: 'attached' })
  return { inSight, hundred: await measureRowWindows(page, scroller, records) }
}

/**
 * Jumps to random places of a long list and answers, for each, the time from the page's call for the rows (its mark
 * `lists.rows`) until the first row in sight has its text, milliseconds, in order of length. Jumps to rows that the page
 * still holds ask for nothing and are left out.
 */
async function measureRowWindows(page: Page, scroller: string, records: number): Promise<number[]> {
  const times: number[] = []
  for (let jump = 0; jump < jumps; jump += 1) {
    // Spread over the whole list, without chance: 0.618… leaves no two jumps close together.
    const part = (jump * 0.618_033_988_749) % 1
    const time = await page.evaluate(jumpTo, { scroller, part, records })
    if (time !== null) times.push(time)
  }
  return times.sort((one, other) => one - other)
}

/** Runs in the page. */
function jumpTo(jump: {
  readonly scroller: string
  readonly part: number
  readonly records: number
}): Promise<number | null> {
  const { scroller, part, records } = jump
  const element = document.querySelector(scroller)
  const region = document.querySelector('[role="grid"]')
  if (element === null || region === null) throw new Error('There is no table.')
  const frame = region.getBoundingClientRect()
  const rowInSight = (): Element | undefined =>
    document.elementsFromPoint(frame.left + 80, frame.top + 80).find((each) => each.matches('[role="row"]'))
  // The header is the first row of the grid.
  const rowIndexOf = (row: Element | undefined): number => Number(row?.ariaRowIndex ?? Number.NaN) - 2
  const isDrawn = (): boolean => {
    const row = rowInSight()
    // The rows that were in sight before the jump are elsewhere; one that is busy has not come yet.
    return Math.abs(rowIndexOf(row) - part * records) < 130 && row?.ariaBusy !== 'true'
  }
  performance.clearMarks('lists.rows')
  return new Promise((resolve, reject) => {
    const observer = new MutationObserver(() => {
      if (!isDrawn()) return
      const drawn = performance.now()
      observer.disconnect()
      const asked = performance.getEntriesByName('lists.rows')[0]
      resolve(asked === undefined ? null : drawn - asked.startTime)
    })
    observer.observe(region, { subtree: true, childList: true, characterData: true, attributes: true })
    element.scrollTop = (element.scrollHeight - element.clientHeight) * part
    setTimeout(() => {
      observer.disconnect()
      if (isDrawn()) resolve(null)
      else reject(new Error(`Row ${part * records} is not drawn, but row ${rowIndexOf(rowInSight())}.`))
    }, 30_000)
  })
}
