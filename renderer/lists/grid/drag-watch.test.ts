import { expect, test } from 'vitest'
import { ScrollDragDetector, dragGap } from './drag-watch.ts'

test('ScrollDragDetector: a jump in each frame is a drag, until it rests', () => {
  const watch = new ScrollDragDetector()
  const seen: boolean[] = []
  for (let frame = 0; frame < 5; frame += 1) {
    watch.move(true, frame * 16.7)
    seen.push(watch.isDragged(frame * 16.7))
  }
  expect(seen).toEqual([false, false, true, true, true])
  expect(watch.isDragged(4 * 16.7 + dragGap + 1)).toBe(false)
})

test('ScrollDragDetector: single jumps and steady scrolling are not a drag', () => {
  const watch = new ScrollDragDetector()
  for (let time = 0; time < 1000; time += 100) {
    watch.move(true, time)
    expect(watch.isDragged(time)).toBe(false)
  }
  for (let time = 1000; time < 2000; time += 16) {
    watch.move(false, time)
    expect(watch.isDragged(time)).toBe(false)
  }
})
