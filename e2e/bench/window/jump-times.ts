import type { Page } from 'playwright'
import type { Table } from './loaded-windows.ts'

/** How a table is made to jump, and how the result is detected. */
interface JumpingTable {
  /** Selects the element that scrolls the rows. */
  readonly scroller: string
  /**
   * Performance mark of the page's call for rows, at which a jump starts. A table that holds all rows has no such call;
   * its jump starts with the scroll event.
   */
  readonly mark: string | undefined
  /** Milliseconds between two jumps: AG Grid’s scroll bar sends events for that long. */
  readonly rest: number
}

const tables: Readonly<Record<Table, JumpingTable>> = {
  clavis: { scroller: '[data-scroller]', mark: 'lists.rows', rest: 0 },
  plain: { scroller: '[data-scroller]', mark: undefined, rest: 0 },
  blocks: { scroller: '[data-scroller]', mark: 'lists.rows', rest: 0 },
  grid: { scroller: '.ag-grid-viewport', mark: 'lists.rows', rest: 250 },
}

/**
 * Jumps to positions all over a long list. Returns for each the milliseconds from the table's call for rows until the
 * last row in sight has text. Jumps to rows that the page still holds need no call and are left out.
 */
export async function measureJumps(page: Page, table: Table, records: number, jumps: number): Promise<number[]> {
  const { scroller, mark, rest } = tables[table]
  const times: number[] = []
  for (let jump = 0; jump < jumps; jump += 1) {
    // The golden ratio spreads the jumps evenly over the list without chance.
    const part = (jump * 0.618_033_988_749) % 1
    if (rest > 0) await page.waitForTimeout(rest)
    const time = await page.evaluate(jumpTo, { scroller, mark, part, records })
    if (time !== null) times.push(time)
  }
  return times
}

/** Runs in the page. */
function jumpTo(jump: {
  readonly scroller: string
  readonly mark: string | undefined
  readonly part: number
  readonly records: number
}): Promise<number | null> {
  const { scroller, mark, part, records } = jump
  const element = document.querySelector(scroller)
  const region = document.querySelector('[role="grid"]')
  if (element === null || region === null) throw new Error('There is no table.')
  const frame = region.getBoundingClientRect()
  // The header is the first row of the grid.
  const indexOf = (row: Element): number => Number(row.ariaRowIndex ?? Number.NaN) - 2
  // A busy row has no text yet.
  const isDrawn = (row: Element): boolean => row.ariaBusy !== 'true' && row.textContent !== ''
  // While the table draws, only attributes and texts are read: asking what is where on the screen would lay the page out
  // at each change, and take as long as the table itself. What is in sight is found out afterwards.
  const drawnAt = new Map<number, number>()
  let changed = 0
  const noteDrawn = (): void => {
    changed = performance.now()
    for (const row of region.querySelectorAll('[role="row"]')) {
      const index = indexOf(row)
      // Other rows from before the jump are elsewhere in the list.
      if (Math.abs(index - part * records) < 130 && !drawnAt.has(index) && isDrawn(row)) drawnAt.set(index, changed)
    }
  }
  const indexAt = (y: number): number => {
    const rows = document.elementsFromPoint(frame.left + 80, y).map((each) => each.closest('[role="row"]'))
    const row = rows.find((each) => each !== null)
    return row === undefined ? Number.NaN : indexOf(row)
  }
  /** When the last row in sight was drawn; undefined if one isn't. */
  const allDrawnAt = (): number | undefined => {
    const [first, last] = [indexAt(frame.top + 80), indexAt(frame.bottom - 80)]
    let latest = Number.isNaN(first) || Number.isNaN(last) ? undefined : 0
    for (let row = first; row <= last && latest !== undefined; row += 1) {
      const at = drawnAt.get(row)
      latest = at === undefined ? undefined : Math.max(latest, at)
    }
    return latest
  }
  const quietMs = 60
  const patienceMs = 10_000
  let scrolled: number | undefined
  if (mark === undefined)
    element.addEventListener('scroll', () => (scrolled = performance.now()), { once: true, capture: true })
  else performance.clearMarks(mark)
  return new Promise((resolve, reject) => {
    noteDrawn()
    const observer = new MutationObserver(noteDrawn)
    observer.observe(region, { subtree: true, childList: true, characterData: true, attributes: true })
    element.scrollTop = (element.scrollHeight - element.clientHeight) * part
    const jumped = performance.now()
    const end = (): void => {
      clearInterval(watch)
      observer.disconnect()
    }
    const watch = setInterval(() => {
      if (performance.now() - changed < quietMs) return
      const drawn = allDrawnAt()
      if (drawn !== undefined) {
        const began = mark === undefined ? scrolled : performance.getEntriesByName(mark)[0]?.startTime
        end()
        // Without a call the page still held the rows, and without a change they were in sight.
        resolve(began === undefined || drawn < began ? null : drawn - began)
      } else if (performance.now() - jumped > patienceMs) {
        end()
        reject(new Error(`Row ${part * records} is not drawn, but row ${indexAt(frame.top + 80)}.`))
      }
    }, 20)
  })
}
