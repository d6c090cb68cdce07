import { expect, test } from 'vitest'
import { shellKey } from './use-shell-keys.ts'

const free = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const linux = { isMac: false, isTyping: false }

test('shellKey: returns the command of each key of the window', () => {
  expect(shellKey({ ...free, key: '?', shiftKey: true }, linux)).toEqual({ kind: 'help' })
  expect(shellKey({ ...free, key: 'F1' }, { ...linux, isTyping: true })).toEqual({ kind: 'help' })
  expect(shellKey({ ...free, key: '3', ctrlKey: true }, linux)).toEqual({ kind: 'page', index: 2 })
  expect(shellKey({ ...free, key: ',', ctrlKey: true }, linux)).toEqual({ kind: 'settings' })
  expect(shellKey({ ...free, key: 'b', ctrlKey: true }, linux)).toEqual({ kind: 'sidebar' })
  expect(shellKey({ ...free, key: 'ArrowLeft', altKey: true }, linux)).toEqual({ kind: 'history', step: -1 })
  expect(shellKey({ ...free, key: 'ArrowRight', altKey: true }, linux)).toEqual({ kind: 'history', step: 1 })
})

test('shellKey: ignores plain keys while the person types', () => {
  const typing = { isMac: false, isTyping: true }
  expect(shellKey({ ...free, key: '?', shiftKey: true }, typing)).toBeUndefined()
  expect(shellKey({ ...free, key: '3' }, typing)).toBeUndefined()
  expect(shellKey({ ...free, key: 'ArrowLeft', altKey: true }, { isMac: true, isTyping: true })).toBeUndefined()
})

test('shellKey: uses the command key on macOS', () => {
  const mac = { isMac: true, isTyping: false }
  expect(shellKey({ ...free, key: '1', metaKey: true }, mac)).toEqual({ kind: 'page', index: 0 })
  expect(shellKey({ ...free, key: '1', ctrlKey: true }, mac)).toBeUndefined()
  expect(shellKey({ ...free, key: '1', metaKey: true }, linux)).toBeUndefined()
})
