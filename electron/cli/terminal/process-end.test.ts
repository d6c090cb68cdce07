import { afterEach, beforeEach, expect, test, vi, type Mock, type MockInstance } from 'vitest'
import { endProcess } from './process-end.ts'

let kill: MockInstance<typeof process.kill>
let exit: Mock<(code: number) => void>
beforeEach(() => {
  vi.useFakeTimers()
  kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  exit = vi.fn<(code: number) => void>()
})
afterEach(() => {
  vi.useRealTimers()
  kill.mockRestore()
})

test('a command that came to its end ends by its code', () => {
  endProcess({ code: 1 }, exit)
  expect(exit).toHaveBeenCalledExactlyOnceWith(1)
  expect(kill).not.toHaveBeenCalled()
})

test.skipIf(process.platform === 'win32')(
  'one that was interrupted ends by that, and by its code only if it must',
  () => {
    endProcess({ code: 69, interruptedBy: 'SIGTERM' }, exit)
    expect(kill).toHaveBeenCalledExactlyOnceWith(process.pid, 'SIGTERM')
    expect(exit).not.toHaveBeenCalled()
    vi.runAllTimers()
    expect(exit).toHaveBeenCalledExactlyOnceWith(69)
  },
)

test.skipIf(process.platform === 'win32')('keys that nobody else was told of are told to the whole group', () => {
  endProcess({ code: 130, interruptedBy: 'SIGINT', isUntold: true }, exit)
  expect(kill).toHaveBeenCalledExactlyOnceWith(0, 'SIGINT')
})
