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

test('endProcess: ends a finished command with its exit code', () => {
  endProcess({ code: 1 }, exit)
  expect(exit).toHaveBeenCalledExactlyOnceWith(1)
  expect(kill).not.toHaveBeenCalled()
})

test.skipIf(process.platform === 'win32')(
  'endProcess: ends an interrupted command by its signal, or with its exit code as a fallback',
  () => {
    endProcess({ code: 69, interruptedBy: 'SIGTERM' }, exit)
    expect(kill).toHaveBeenCalledExactlyOnceWith(process.pid, 'SIGTERM')
    expect(exit).not.toHaveBeenCalled()
    vi.runAllTimers()
    expect(exit).toHaveBeenCalledExactlyOnceWith(69)
  },
)

test.skipIf(process.platform === 'win32')('endProcess: sends Ctrl+C read as a key to the whole process group', () => {
  endProcess({ code: 130, interruptedBy: 'SIGINT', wasReadAsKey: true }, exit)
  expect(kill).toHaveBeenCalledExactlyOnceWith(0, 'SIGINT')
})
