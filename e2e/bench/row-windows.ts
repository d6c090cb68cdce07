import type { Page } from 'playwright'
import type { Table } from './loaded-windows.ts'

/** How often the table is made to jump. */
const jumps = 300

/** Pixels of the page around the rows, at most. */
const aroundRows = 340

/** How a table's jumps are made and seen. */
interface JumpingTable {
  /** Selects the element that scrolls the rows. */
  readonly scroller: string
  /** Pixels. */
  readonly rowHeight: number
  /**
   * A jump begins with the page's call for the rows, if the table asks for them: with its mark of this name. Who holds all
   * rows begins as it hears that it was scrolled.
   */
  readonly mark: string | undefined
  /** How long the table is left alone between two jumps, milliseconds: AG Grid hears of its own scroll bar for so long. */
  readonly rest: number
}

const tables: Readonly<Record<Table, JumpingTable>> = {
  clavis: { scroller: '[data-scroller]', rowHeight: 32, mark: 'lists.rows', rest: 0 },
  'client-side-grid': { scroller: '.ag-grid-viewport', rowHeight: 42, mark: undefined, rest: 250 },
  plain: { scroller: '[data-scroller]', rowHeight: 32, mark: undefined, rest: 0 },
}

/** What {@link measureRowWindows} answers for one height of the window. */
export interface JumpTimes {
  /** Cells that were drawn after the last jump. */
  readonly cells: number
  /** Milliseconds, in order of length. */
  readonly times: readonly number[]
}

/** Jumps in the window as it is, and in one so tall that a hundred rows are in sight. */
export interface RowWindowTimes {
  readonly inSight: JumpTimes
  readonly hundred: JumpTimes
  /** What the same page takes for as many cells as the hundred rows have, without a table: see {@link timeBareCells}. */
  readonly bare: JumpTimes
}

/** Jumps through the list in the window as it is, and in a tall one; leaves the window tall. */
export async function measureRowWindowTimes(page: Page, table: Table, records: number): Promise<RowWindowTimes> {
  const inSight = await measureRowWindows(page, table, records)
  await page.setViewportSize({ width: 1280, height: 100 * tables[table].rowHeight + aroundRows })
  await page.locator('[role="row"][aria-rowindex]').nth(100).waitFor({ state: 'attached' })
  const hundred = await measureRowWindows(page, table, records)
  return { inSight, hundred, bare: { cells: hundred.cells, times: await page.evaluate(timeBareCells, jumps) } }
}

/**
 * Jumps to places all over a long list and answers, for each, the time from the table's call for the rows until the first
 * and the last row in sight have their texts. Jumps to rows that the page still holds ask for nothing and are left out.
 */
async function measureRowWindows(page: Page, table: Table, records: number): Promise<JumpTimes> {
  const { scroller, mark, rest } = tables[table]
  const times: number[] = []
  for (let jump = 0; jump < jumps; jump += 1) {
    // Spread over the whole list, without chance: 0.618… leaves no two jumps close together.
    const part = (jump * 0.618_033_988_749) % 1
    if (rest > 0) await page.waitForTimeout(rest)
    const time = await page.evaluate(jumpTo, { scroller, mark, part, records })
    if (time !== null) times.push(time)
  }
  return { cells: await page.getByRole('gridcell').count(), times: times.sort((one, other) => one - other) }
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
    // The rows that were in sight before the jump are elsewhere; one that is busy has not come yet.
    Math.abs(rowIndexOf(row) - part * records) < 130 && row?.ariaBusy !== 'true' && row?.textContent !== ''
  const isDrawn = (): boolean => isRowDrawn(rowAt(frame.top + 80)) && isRowDrawn(rowAt(frame.bottom - 80))
  let heard: number | undefined
  if (mark === undefined)
    element.addEventListener('scroll', () => (heard = performance.now()), { once: true, capture: true })
  else performance.clearMarks(mark)
  return new Promise((resolve, reject) => {
    const observer = new MutationObserver(() => {
      if (!isDrawn()) return
      const drawn = performance.now()
      observer.disconnect()
      const began = mark === undefined ? heard : performance.getEntriesByName(mark)[0]?.startTime
      resolve(began === undefined ? null : drawn - began)
    })
    observer.observe(region, { subtree: true, childList: true, characterData: true, attributes: true })
    element.scrollTop = (element.scrollHeight - element.clientHeight) * part
    setTimeout(() => {
      observer.disconnect()
      if (isDrawn()) resolve(null)
      else reject(new Error(`Row ${part * records} is not drawn, but row ${rowIndexOf(rowAt(frame.top + 80))}.`))
    }, 30_000)
  })
}

/**
 * Runs in the page: puts an element without anything but its place for each cell that is drawn beside the table, gives all
 * of them other texts of the same kind again and again, a frame between, and answers how long the browser takes until they
 * are laid out. No table that has an element for each cell can be drawn in less.
 * @returns milliseconds, in order of length
 */
async function timeBareCells(rounds: number): Promise<number[]> {
  const drawn = [...document.querySelectorAll('[role="gridcell"]')]
  const [first] = drawn
  if (first === undefined) throw new Error('There is no cell.')
  const { font, fontKerning, fontVariantNumeric, fontVariantLigatures } = getComputedStyle(first)
  const holder = document.createElement('div')
  Object.assign(holder.style, { position: 'fixed', inset: '0', background: 'Canvas', zIndex: '1000', font })
  Object.assign(holder.style, { fontKerning, fontVariantNumeric, fontVariantLigatures })
  const texts = drawn.map((cell) => cell.textContent)
  const columns = first.parentElement?.childElementCount ?? 1
  const nodes = drawn.map((cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect()
    const element = document.createElement('div')
    Object.assign(element.style, { position: 'absolute', overflow: 'hidden', whiteSpace: 'nowrap', contain: 'strict' })
    Object.assign(element.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` })
    const node = document.createTextNode('')
    element.append(node)
    holder.append(element)
    return node
  })
  document.body.append(holder)
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const digit = String(round % 10)
    const began = performance.now()
    nodes.forEach((node, index) => {
      // The text of another row of the same column, with other digits: what a jump brings.
      node.data = texts[(index + round * columns) % texts.length]?.replaceAll(/\d$|3/gu, digit) ?? ''
    })
    document.elementsFromPoint(640, 80)
    times.push(performance.now() - began)
  }
  holder.remove()
  return times.sort((one, other) => one - other)
}
