import { z } from 'zod'
import { errorValueSchema } from '../model/errors/error-value.ts'

/** The result of a call: Electron would reduce a thrown error to its message. */
export const callResultSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ ok: z.literal(false), error: errorValueSchema }),
])
export type CallResult = z.infer<typeof callResultSchema>
