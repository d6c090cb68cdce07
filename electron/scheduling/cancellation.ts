import { ClavisError } from '../../shared/model/errors/error.ts'

/** What a long piece of work is given: when to end, and whom to tell how far it is. */
export interface JobControl {
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

/** @throws `list-cancelled` where the work is to end, whatever reason its signal was given */
export function requireNotCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new ClavisError('list-cancelled', 'It was cancelled.')
}
