import type { Interrupt } from './interrupts.ts'

/** Describes how a command ended. */
export interface CommandEnd {
  readonly code: number
  /** The signal that kept the command from finishing. */
  readonly interruptedBy?: Interrupt | undefined
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
