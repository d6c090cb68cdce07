import { expect, test, vi } from 'vitest'
import { createEventSender } from './backend.ts'

const payload = { profileId: '7c0f3c1e-9d0b-4a53-9d4e-0d4c4a9d2f11' }

test('createEventSender: sends an event to every open window', () => {
  const open = { isDestroyed: () => false, send: vi.fn() }
  const gone = { isDestroyed: () => true, send: vi.fn() }
  createEventSender(() => [open, gone])('profiles.statusChanged', payload)
  expect(open.send).toHaveBeenCalledWith('event:profiles.statusChanged', payload)
  expect(gone.send).not.toHaveBeenCalled()
})

test('createEventSender: refuses a payload with a field that the contract does not name', () => {
  const target = { isDestroyed: () => false, send: vi.fn() }
  const leaking = { ...payload, accessToken: 'x' } as typeof payload
  expect(() => createEventSender(() => [target])('profiles.statusChanged', leaking)).toThrow(/accessToken/u)
  expect(target.send).not.toHaveBeenCalled()
})
