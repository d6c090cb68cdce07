import { inspect } from 'node:util'

/**
 * Writes a fault in Clavis to standard error: where it happened and its stack. Secrets cannot be in it, since `Secret`
 * shows itself to nobody and no service puts what it reveals into an error.
 */
export function reportFault(where: string, fault: unknown): void {
  process.stderr.write(`clavis: fault in ${where}: ${inspect(fault)}\n`)
}
