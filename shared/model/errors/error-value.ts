import { z } from 'zod'
import { errorCodes, type ErrorValue } from './error.ts'

// Apart from the errors themselves: those are thrown where nothing is parsed, and must not load a parser there.

export const errorCodeSchema = z.enum(errorCodes)

/** An error as it crosses a border. */
export const errorValueSchema = z.strictObject({
  code: errorCodeSchema,
  message: z.string(),
  hint: z.string().optional(),
  command: z.string().optional(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])).optional(),
}) satisfies z.ZodType<ErrorValue>
