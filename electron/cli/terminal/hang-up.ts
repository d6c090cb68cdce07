import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/**
 * Ignores SIGHUP, if Clavis was started to outlive its terminal. Node resets ignored signals at start and leaves no record of
 * them, so two traces have to do: the name that bash and zsh give a command that they start, and, on Linux, what the script
 * or shell that runs Clavis ignores.
 * @returns whether it is ignored from now on
 */
export function ignoreHangUp(process: NodeJS.Process): boolean {
  const isIgnored = basename(process.env['_'] ?? '') === 'nohup' || isIgnoredBy(process.ppid)
  if (isIgnored) process.on('SIGHUP', () => undefined)
  return isIgnored
}

function isIgnoredBy(pid: number): boolean {
  try {
    // A bit for each signal; SIGHUP is 1 and therefore the last.
    const mask = /^SigIgn:\s*[0-9a-f]*([0-9a-f])$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return (Number.parseInt(mask?.[1] ?? '0', 16) & 1) === 1
  } catch {
    return false
  }
}
