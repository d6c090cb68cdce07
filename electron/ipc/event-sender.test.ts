import { expect, test, vi } from 'vitest'
import { createEventSender } from './event-sender.ts'

test('an event reaches every window that is still there', () => {
  const open = { isDestroyed: () => false, send: vi.fn() }
  const gone = { isDestroyed: () => true, send: vi.fn() }
  createEventSender(() => [open, gone])('app.settingsChanged', { theme: 'dark' })
  expect(open.send).toHaveBeenCalledWith('event:app.settingsChanged', { theme: 'dark' })
  expect(gone.send).not.toHaveBeenCalled()
})

test('a payload with a member that the contract does not name is not sent', () => {
  const window = { isDestroyed: () => false, send: vi.fn() }
  const leaking = { theme: 'dark', accessToken: 'x' } as { theme: 'dark' }
  expect(() => createEventSender(() => [window])('app.settingsChanged', leaking)).toThrow(/accessToken/u)
  expect(window.send).not.toHaveBeenCalled()
})
