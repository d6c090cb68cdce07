import type { Interrupt } from './interrupts.ts'

/** How a command ended. */
export interface CommandEnd {
  /** The exit code. */
  readonly code: number
  /** What interrupted it, where that kept it from what it was to do. */
  readonly interruptedBy?: Interrupt | undefined
  /** Whether the command read the keys of that itself, so that the terminal told nobody else. */
  readonly isUntold?: boolean
}

/** How long a signal may take to end the process, milliseconds. */
const signalLimit = 500

/**
 * Ends the process as its command ended. One that was interrupted ends by that signal, as if it had not listened: only so a
 * shell knows that its loop, and what was to follow, are to end as well.
 * @param exit ends the process with a code
 */
export function endProcess({ code, interruptedBy, isUntold = false }: CommandEnd, exit: (code: number) => void): void {
  // On Windows no program ends by a signal: it would end with a code that says nothing.
  if (interruptedBy === undefined || process.platform === 'win32') {
    exit(code)
    return
  }
  // 0: all that the terminal would have told, such as the shell whose loop this is.
  process.kill(isUntold ? 0 : process.pid, interruptedBy)
  // Who still listens, such as what removes locks, ends the process by the signal a turn later.
  setTimeout(() => exit(code), signalLimit)
}
