import { ClavisError } from '../../shared/model/errors/error.ts'

/** Controls a long-running job: its cancellation and progress. */
export interface JobControl {
  readonly signal: AbortSignal
  readonly onProgress: (done: number, total: number) => void
}

/** @throws `cancelled` if the signal is aborted, whatever its reason */
export function requireNotCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw new ClavisError('cancelled', 'Cancelled.')
}
