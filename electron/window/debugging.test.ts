import { expect, test } from 'vitest'
import { debuggingRefusal, mayBeDebugged } from './debugging.ts'

test('an installed app may not be debugged, a checkout and the variant for tests may', () => {
  expect(mayBeDebugged({ isPackaged: true, name: 'Clavis' })).toBe(false)
  expect(mayBeDebugged({ isPackaged: true, name: 'Clavis E2E' })).toBe(true)
  expect(mayBeDebugged({ isPackaged: false, name: 'Clavis' })).toBe(true)
})

test.each(['remote-debugging-port', 'remote-debugging-pipe', 'inspect', 'inspect-brk', 'inspect-wait', 'inspect-port'])(
  '--%s is refused by name',
  (name) => {
    expect(debuggingRefusal((asked) => asked === name)).toContain(`--${name} is not available in the installed app.`)
  },
)

test('other switches are not', () => {
  expect(debuggingRefusal((name) => name === 'user-data-dir')).toBeUndefined()
})
