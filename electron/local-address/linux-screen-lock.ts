import { execFile } from 'node:child_process'

/** How long an answer may take, milliseconds. */
const askMs = 10_000

/** How often the lock is looked at while an agreement counts, milliseconds. */
const pollMs = 5000

interface Options {
  /** Whether there is something that the lock ends. */
  readonly isNeeded: () => boolean
  readonly onLock: () => void
  readonly everyMs?: number
}

/**
 * Reports that the screen was locked, on Linux: Electron doesn't. Asks systemd's login manager, which GNOME, KDE and others tell
 * (`LockedHint`); where it isn't there, nothing is reported.
 * @returns a function that ends it
 */
export function watchLinuxScreenLock({ isNeeded, onLock, everyMs = pollMs }: Options): () => void {
  let wasLocked = false
  let isAsking = false
  const timer = setInterval(() => {
    if (!isNeeded()) {
      wasLocked = false
      return
    }
    // One that hangs is not started again and again.
    if (isAsking) return
    isAsking = true
    const session = process.env['XDG_SESSION_ID'] ?? 'auto'
    execFile(
      'loginctl',
      ['show-session', session, '--property=LockedHint', '--value'],
      { timeout: askMs },
      (error, stdout) => {
        isAsking = false
        const isLocked = error === null && stdout.trim() === 'yes'
        if (isLocked && !wasLocked) onLock()
        wasLocked = isLocked
      },
    )
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
