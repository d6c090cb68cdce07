import { afterEach, expect, test, vi } from 'vitest'
import { VirtualScroll } from './scroll-place.ts'
import { canvasHeight, maxTop, type ScrollRange } from './scroll-range.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('VirtualScroll: the rows in view stay when zooming in makes the browser cut the canvas off', () => {
  vi.stubGlobal('devicePixelRatio', 1)
  const scroller = Object.assign(new EventTarget(), { scrollTop: 0, scrollLeft: 0 })
  const canvas = { style: { height: '', width: '' } }
  const scroll = new VirtualScroll(
    { scroller, canvas } as unknown as ConstructorParameters<typeof VirtualScroll>[0],
    () => undefined,
  )
  const range: ScrollRange = { rows: 560_000, viewHeight: 600, rowHeight: 28, pixelRatio: 1 }
  scroll.setSize(range, 1000)
  scroll.goTo(Infinity)
  expect(scroll.top).toBe(maxTop(range))

  vi.stubGlobal('devicePixelRatio', 3)
  scroller.scrollTop = (2 ** 25 - 1) / 3 - 200
  scroller.dispatchEvent(new Event('scroll'))
  const zoomed = { ...range, viewHeight: 200, pixelRatio: 3 }
  scroll.setSize(zoomed, 1000)
  expect(scroll.top).toBe(maxTop(range))
  expect(canvas.style.height).toBe(`${canvasHeight(zoomed)}px`)
  scroll.goTo(Infinity)
  expect(scroller.scrollTop).toBe(canvasHeight(zoomed) - 200)
  expect(scroll.top).toBe(maxTop(zoomed))
})
