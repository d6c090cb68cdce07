import { z } from 'zod'
import { errorCodes, type ErrorValue } from './errors.ts'

// Separate from the errors themselves, so that code which throws them doesn't load a parser.

export const errorCodeSchema = z.enum(errorCodes)

/** An error as it is sent between processes. */
export const errorValueSchema = z.strictObject({
  code: errorCodeSchema,
  message: z.string(),
  hint: z.string().optional(),
  command: z.string().optional(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])).optional(),
}) satisfies z.ZodType<ErrorValue>
