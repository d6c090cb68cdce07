import { ClavisError, type ErrorValue } from '#shared/errors.ts'
import type { DatasetSummary } from '#shared/lists/list.ts'
import type { Services } from '../../services.ts'

/** Loads pages until the command is interrupted or its time is up; then it aborts the current request and sends no other. */
export class InterruptibleLoading {
  readonly #services: Pick<Services, 'lists' | 'datasets'>
  readonly #signal: AbortSignal

  constructor(services: Pick<Services, 'lists' | 'datasets'>, signal: AbortSignal) {
    this.#services = services
    this.#signal = signal
  }

  /** Whether the command was interrupted or its time is up. */
  get isStopped(): boolean {
    return this.#signal.aborted
  }

  /** Loads more pages. @returns the load's state afterwards */
  async load(datasetId: string, pages: number | 'all'): Promise<DatasetSummary> {
    const { lists, datasets } = this.#services
    const dataset = datasets.get(datasetId)
    if (this.#signal.aborted) return dataset.summary()
    const stop = (): void => void dataset.stop()
    this.#signal.addEventListener('abort', stop)
    try {
      return await lists.load(datasetId, pages)
    } finally {
      this.#signal.removeEventListener('abort', stop)
    }
  }

  /** Returns why a load cannot continue; undefined if it can or is complete. */
  failureOf({ state }: DatasetSummary): ErrorValue | undefined {
    if (state.kind === 'failed') return state.error
    if (state.kind === 'complete' || !this.#signal.aborted) return undefined
    const { reason } = this.#signal as { reason: unknown }
    if (reason instanceof ClavisError) return reason.toValue()
    return new ClavisError('cancelled', 'The command was interrupted.').toValue()
  }
}
