import type { CallName, EventName } from '../contract.ts'
import type { CallResult } from './call-result.ts'

/** The object that preload defines on `window`: a function for each call, and one to listen to events. */
export interface ClavisBridge {
  readonly call: (name: CallName, input: unknown) => Promise<CallResult>
  /** Listens to an event; returns the unsubscribe function. */
  readonly on: (name: EventName, listener: (payload: unknown) => void) => () => void
}
