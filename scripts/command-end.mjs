import { constants } from 'node:os'

/** Has this process end when a program that it started ends, and as that does: a shell's way where a signal ended it. */
export function endWith(child) {
  // The terminal tells the program too.
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.once('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
  child.once('error', (error) => {
    throw error
  })
}
