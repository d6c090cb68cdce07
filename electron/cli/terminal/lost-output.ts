import { setImmediate as nextTurn } from 'node:timers/promises'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { systemErrorCode } from '../../files/disk-failure.ts'
import type { Terminal } from './terminal.ts'

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
