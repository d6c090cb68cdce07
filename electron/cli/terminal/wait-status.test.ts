import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WaitStatus } from './wait-status.ts'

let shown: string[]
let status: WaitStatus
beforeEach(() => {
  vi.useFakeTimers()
  shown = []
  status = new WaitStatus({ showsStatus: true, showWait: (text: string) => void shown.push(text) })
})
afterEach(() => {
  vi.useRealTimers()
})

test('WaitStatus: names a slow response with the time waited and clears the line at its end', () => {
  const request = status.begin('Token request', 'auth.example.com')
  vi.advanceTimersByTime(1000)
  expect(shown.at(-1)).toBe('')
  vi.advanceTimersByTime(11_000)
  expect(shown.at(-1)).toBe('Waiting 12 s for auth.example.com: Token request')
  request.end()
  expect(shown.at(-1)).toBe('')
  expect(vi.getTimerCount()).toBe(0)
})

test('WaitStatus: counts down a pause that the service asked for, then waits for the next attempt', () => {
  const page = status.begin('Page 3 of reports', 'api.example.com')
  page.pause(Date.now() + 30_000, 'api.example.com is rate limiting: too many requests.')
  vi.advanceTimersByTime(5000)
  expect(shown.at(-1)).toBe('Retrying in 25 s: api.example.com is rate limiting: too many requests.')
  status.begin('Token request', 'auth.example.com')
  vi.advanceTimersByTime(29_000)
  expect(shown.at(-1)).toBe('Waiting 4 s for api.example.com: Page 3 of reports (and 1 more)')
})
