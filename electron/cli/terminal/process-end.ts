import { setImmediate as nextTurn } from 'node:timers/promises'
import { ClavisError } from '#shared/errors.ts'
import { systemErrorCode } from '../../files/disk-failure.ts'
import type { Terminal } from './command-terminal.ts'

export interface CommandEnd {
  readonly code: number
  /** The signal that kept the command, or a program that it ran, from finishing. */
  readonly interruptedBy?: NodeJS.Signals | undefined
  /** Whether the command read Ctrl+C as a key, so that the terminal sent no signal to the process group. */
  readonly wasReadAsKey?: boolean
}

/** How long a signal may take to end the process, ms. */
const signalTimeoutMs = 500

/**
 * Ends the process with the command's exit code. An interrupted process ends by its signal instead, so that a shell stops
 * its loop or script too.
 * @param exit ends the process with a code
 */
export function endProcess(
  { code, interruptedBy, wasReadAsKey = false }: CommandEnd,
  exit: (code: number) => void,
): void {
  // On Windows a program cannot end by a signal with a meaningful exit code.
  if (interruptedBy === undefined || process.platform === 'win32') {
    exit(code)
    return
  }
  // 0 is the whole process group, which includes the shell that runs the loop.
  process.kill(wasReadAsKey ? 0 : process.pid, interruptedBy)
  // Other listeners, such as the one that removes locks, need one more turn to end the process by the signal.
  setTimeout(() => exit(code), signalTimeoutMs)
}

/**
 * Watches for failed writes to standard output. A closed pipe, as `head` leaves one, is not a failure: the command
 * continues its work.
 * @returns a function to call after the last output; its result is the failure, or undefined
 */
export function watchOutput({
  stdout,
  stderr,
}: Pick<Terminal, 'stdout' | 'stderr'>): () => Promise<ClavisError | undefined> {
  let cause: unknown
  stdout.on('error', (error: unknown) => {
    if (systemErrorCode(error) !== 'EPIPE') cause ??= error
  })
  // A failure to print an error cannot be reported anywhere.
  stderr.on('error', () => undefined)
  return async () => {
    // A write reports its failure one event loop turn later.
    await nextTurn()
    if (cause === undefined) return undefined
    return new ClavisError('disk-failed', 'Standard output could not be written.', {
      hint: 'Check where it is redirected to; the disk may be full.',
      cause,
    })
  }
}
