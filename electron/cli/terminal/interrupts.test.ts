import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Interrupts } from './interrupts.ts'

let interrupts: Interrupts
/** The signals that the process gave itself. */
let given: unknown[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  given = []
  vi.spyOn(process, 'kill').mockImplementation((_pid, signal) => {
    given.push(signal)
    return true
  })
  interrupts = new Interrupts()
})
afterEach(() => {
  vi.useRealTimers()
})

test('an interrupt that is told twice is one, also while a command ends; another one ends it at once', () => {
  const before = process.listenerCount('SIGINT')
  const signal = interrupts.begin()
  expect(interrupts.begin()).toBe(signal)
  expect(signal.aborted).toBe(false)
  process.emit('SIGINT', 'SIGINT')
  expect(signal.aborted).toBe(true)
  vi.advanceTimersByTime(500)
  interrupts.end()
  process.emit('SIGTERM', 'SIGTERM')
  expect(given).toEqual([])

  vi.advanceTimersByTime(1000)
  process.emit('SIGINT', 'SIGINT')
  expect(given).toEqual(['SIGINT'])
  expect(process.listenerCount('SIGINT')).toBe(before)
})

test('a command that was not interrupted is ended by an interrupt as any program once it listens no more', () => {
  const before = process.listenerCount('SIGINT')
  interrupts.begin()
  interrupts.end()
  expect(process.listenerCount('SIGINT')).toBe(before)
})
