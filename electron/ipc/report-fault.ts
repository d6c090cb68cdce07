import { describeFault } from '../faults/fault-description.ts'

/**
 * Writes an internal error to standard error, which a desktop may keep in its journal: where it happened, but not its
 * message.
 */
export function reportFault(where: string, fault: unknown): void {
  const { kind, code, frames } = describeFault(fault)
  const lines = frames.map((frame) => `\n    at ${frame}`).join('')
  process.stderr.write(`clavis: fault in ${where}: ${kind}${code === undefined ? '' : ` (${code})`}${lines}\n`)
}
