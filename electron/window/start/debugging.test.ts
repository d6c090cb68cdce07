import { expect, test } from 'vitest'
import { debuggingRefusal, mayBeDebugged } from './debugging.ts'

test('mayBeDebugged: is false for the installed app, true for a checkout and the variant for tests', () => {
  expect(mayBeDebugged({ isPackaged: true, name: 'Clavis' })).toBe(false)
  expect(mayBeDebugged({ isPackaged: true, name: 'Clavis E2E' })).toBe(true)
  expect(mayBeDebugged({ isPackaged: false, name: 'Clavis' })).toBe(true)
})

test.each(['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk', 'inspect-wait', 'inspect-port'])(
  'debuggingRefusal: names --%s',
  (name) => {
    expect(debuggingRefusal((asked) => asked === name)).toContain(`--${name} is not available in the installed app.`)
  },
)

test('debuggingRefusal: allows other switches', () => {
  expect(debuggingRefusal((name) => name === 'user-data-dir')).toBeUndefined()
})
