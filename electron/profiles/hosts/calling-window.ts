import { AsyncLocalStorage } from 'node:async_hooks'
import type { Confirm } from '../confirmation/confirmation.ts'

const confirmInCall = new AsyncLocalStorage<Confirm>()

/**
 * Does work that a window called for, also what continues afterwards, such as a load.
 * @param confirm asks in that window
 */
export function inCallOf<T>(confirm: Confirm, work: () => T): T {
  return confirmInCall.run(confirm, work)
}

/** Returns what asks in the window whose call is running; undefined if none called, as for warnings that are due. */
export function confirmOfCall(): Confirm | undefined {
  return confirmInCall.getStore()
}
