/** How long nothing scrolls until it is over, milliseconds: longer than the table takes to let go of the scroll bar. */
const rest = 250

/**
 * Keeps the table's rows and its scroll bar in the same place. While one of the two moves, the table takes no notice of
 * the other; where rows were added at that moment, a turn of the wheel is lost on it, and it goes on drawing the rows of
 * the old place. So once scrolling rests, it is told again where its rows are.
 * @param region the element that the table is in
 * @returns a function that ends it
 */
export function keepScrollAgreed(region: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const compare = (): void => {
    const rows = region.querySelector('.ag-grid-viewport')
    const bar = region.querySelector('.ag-body-vertical-scroll-viewport')
    if (rows === null || bar === null) return
    if (Math.abs(rows.scrollTop - bar.scrollTop) > 1) rows.dispatchEvent(new Event('scroll'))
  }
  const onScroll = (): void => {
    clearTimeout(timer)
    timer = setTimeout(compare, rest)
  }
  // Scrolling does not bubble.
  region.addEventListener('scroll', onScroll, { capture: true, passive: true })
  return () => {
    clearTimeout(timer)
    region.removeEventListener('scroll', onScroll, { capture: true })
  }
}
