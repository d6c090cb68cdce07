import type { CallName, EventName } from '../contract.ts'
import type { Envelope } from './envelope.ts'

/** The one object that preload puts on `window`: a function for each call, and one to listen for events. */
export interface ClavisBridge {
  readonly call: (name: CallName, input: unknown) => Promise<Envelope>
  /** Listens for an event; the answer unsubscribes. */
  readonly on: (name: EventName, listener: (payload: unknown) => void) => () => void
}
