import { constants } from 'node:os'

/**
 * Has this process end when a program that it started ends, and as that does: by the same signal where one interrupted it, so
 * that a shell ends its loop; with a shell's code where another one ended it.
 */
export function endWith(child) {
  // The terminal tells the program too.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.once('exit', (code, signal) => {
    if (['SIGINT', 'SIGHUP', 'SIGTERM'].includes(signal)) {
      process.removeAllListeners(signal)
      process.kill(process.pid, signal)
    }
    process.exit(code ?? 128 + constants.signals[signal])
  })
  child.once('error', (error) => {
    throw error
  })
}
