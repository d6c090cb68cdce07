import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Interrupts } from './interrupts.ts'

let interrupts: Interrupts
/** The signals that the process sent to itself. */
let sent: unknown[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  sent = []
  vi.spyOn(process, 'kill').mockImplementation((_pid, signal) => {
    sent.push(signal)
    return true
  })
  interrupts = new Interrupts()
})
afterEach(() => {
  vi.useRealTimers()
})

test('Interrupts: a repeated interrupt counts once, also during cleanup; a later one ends the process', () => {
  const before = process.listenerCount('SIGINT')
  const signal = interrupts.handle()
  expect(interrupts.handle()).toBe(signal)
  expect(signal.aborted).toBe(false)
  process.emit('SIGINT', 'SIGINT')
  expect(signal.aborted).toBe(true)
  vi.advanceTimersByTime(500)
  interrupts.release()
  process.emit('SIGTERM', 'SIGTERM')
  expect(sent).toEqual([])

  vi.advanceTimersByTime(1000)
  process.emit('SIGINT', 'SIGINT')
  expect(sent).toEqual(['SIGINT'])
  expect(process.listenerCount('SIGINT')).toBe(before)
})

test('Interrupts: after release, an interrupt ends the command like any program', () => {
  const before = process.listenerCount('SIGINT')
  interrupts.handle()
  interrupts.release()
  expect(process.listenerCount('SIGINT')).toBe(before)
})
