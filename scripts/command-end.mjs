import { constants } from 'node:os'

/**
 * Makes this process end when a program that it started ends, in the same way: by the same signal if it was interrupted, so
 * that a shell stops its loop, else with the exit code that a shell would report.
 */
export function endWith(child) {
  // The terminal sends these to the program, too.
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
