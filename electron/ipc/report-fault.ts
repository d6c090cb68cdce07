import { describeFault } from '../faults/fault-description.ts'

/**
 * Writes a fault in Clavis to standard error, which a desktop may keep in its journal: where it happened, and nothing of
 * its message.
 */
export function reportFault(where: string, fault: unknown): void {
  const { kind, code, frames } = describeFault(fault)
  const lines = frames.map((frame) => `\n    at ${frame}`).join('')
  process.stderr.write(`clavis: fault in ${where}: ${kind}${code === undefined ? '' : ` (${code})`}${lines}\n`)
}
