import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SuspendDetector } from './suspend-detector.ts'

test('SuspendDetector: reports a wake-up when the clock has advanced while timers stood still', async () => {
  let ahead = 0
  let woken: () => void = () => undefined
  const wake = new Promise<void>((resolve) => (woken = resolve))
  const watch = new SuspendDetector({ now: () => Date.now() + ahead, onWake: woken, every: 20 })
  let finish: () => void = () => undefined
  const work = watch.during(new Promise<void>((resolve) => (finish = resolve)))
  ahead = 60_000
  await wake
  finish()
  await work
})

test('SuspendDetector: does not check the clock without work', async () => {
  let ahead = 0
  let woken = 0
  const watch = new SuspendDetector({ now: () => Date.now() + ahead, onWake: () => (woken += 1), every: 5 })
  expect(await watch.during(Promise.resolve('done'))).toBe('done')
  ahead = 60_000
  await wait(50)
  expect(woken).toBe(0)
})
