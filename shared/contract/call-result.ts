import { z } from 'zod'
import { errorValueSchema } from '../model/errors/error-value.ts'
import type { CallName, EventName } from '../contract.ts'

/** The result of a call: Electron would reduce a thrown error to its message. */
export const callResultSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ ok: z.literal(false), error: errorValueSchema }),
])
export type CallResult = z.infer<typeof callResultSchema>

/** The object that preload defines on `window`: a function for each call, and one to listen to events. */
export interface ClavisBridge {
  readonly call: (name: CallName, input: unknown) => Promise<CallResult>
  /** Listens to an event; returns the unsubscribe function. */
  readonly on: (name: EventName, listener: (payload: unknown) => void) => () => void
}
