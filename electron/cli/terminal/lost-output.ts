import { setImmediate as nextTurn } from 'node:timers/promises'
import { ClavisError } from '../../../shared/model/errors/error.ts'
import { systemErrorCode } from '../../files/disk-failure.ts'
import type { Terminal } from './terminal.ts'

/**
 * Follows whether what a command prints arrives. Who reads it through a pipe may leave when they have read enough, such as
 * `head`: that is no fault, and the command goes on with its work.
 * @returns answers, once the command has printed everything, why that was lost; undefined where it was not
 */
export function followOutput({
  stdout,
  stderr,
}: Pick<Terminal, 'stdout' | 'stderr'>): () => Promise<ClavisError | undefined> {
  let cause: unknown
  stdout.on('error', (error: unknown) => {
    if (systemErrorCode(error) !== 'EPIPE') cause ??= error
  })
  // There is nobody left to be told.
  stderr.on('error', () => undefined)
  return async () => {
    // A write’s failure is told a turn after it.
    await nextTurn()
    if (cause === undefined) return undefined
    return new ClavisError('disk-failed', 'What the command printed could not be written.', {
      hint: 'Look where its standard output goes: a disk may be full.',
      cause,
    })
  }
}
