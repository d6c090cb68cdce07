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
  'client-side-grid': { scroller: '.ag-grid-viewport', mark: undefined, rest: 250 },
  plain: { scroller: '[data-scroller]', mark: undefined, rest: 0 },
  blocks: { scroller: '[data-scroller]', mark: 'lists.rows', rest: 0 },
}

/**
 * Jumps to positions all over a long list. Returns for each the milliseconds from the table's call for rows until the
 * first and last visible row have text. Jumps to rows that the page still holds need no call and are left out.
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
  const rowAt = (y: number): Element | undefined =>
    document
      .elementsFromPoint(frame.left + 80, y)
      .map((each) => each.closest('[role="row"]'))
      .find((row) => row !== null)
  // The header is the first row of the grid.
  const rowIndexOf = (row: Element | undefined): number => Number(row?.ariaRowIndex ?? Number.NaN) - 2
  const isRowDrawn = (row: Element | undefined): boolean =>
    // Rows from before the jump are elsewhere in the list; a busy row has no text yet.
    Math.abs(rowIndexOf(row) - part * records) < 130 && row?.ariaBusy !== 'true' && row?.textContent !== ''
  const isDrawn = (): boolean => isRowDrawn(rowAt(frame.top + 80)) && isRowDrawn(rowAt(frame.bottom - 80))
  let scrolled: number | undefined
  if (mark === undefined)
    element.addEventListener('scroll', () => (scrolled = performance.now()), { once: true, capture: true })
  else performance.clearMarks(mark)
  return new Promise((resolve, reject) => {
    const observer = new MutationObserver(() => {
      if (!isDrawn()) return
      const drawn = performance.now()
      observer.disconnect()
      const began = mark === undefined ? scrolled : performance.getEntriesByName(mark)[0]?.startTime
      resolve(began === undefined ? null : drawn - began)
    })
    observer.observe(region, { subtree: true, childList: true, characterData: true, attributes: true })
    element.scrollTop = (element.scrollHeight - element.clientHeight) * part
    setTimeout(() => {
      observer.disconnect()
      // AG Grid sometimes leaves a position blank; such a jump of a peer does not count.
      if (isDrawn() || mark === undefined) resolve(null)
      else reject(new Error(`Row ${part * records} is not drawn, but row ${rowIndexOf(rowAt(frame.top + 80))}.`))
    }, 10_000)
  })
}
