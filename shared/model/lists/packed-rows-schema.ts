import { z } from 'zod'
import type { PackedRows } from './packed-rows.ts'

/** Validates {@link PackedRows} on the page. */
export const packedRowsSchema = z.strictObject({
  positions: z.array(z.int().min(0)).readonly(),
  kinds: z.string().regex(/^[tTnNbB0lLoO-]*$/u),
  lengths: z.string(),
  text: z.string(),
  count: z.int().min(0),
  covers: z.int().min(0),
}) satisfies z.ZodType<PackedRows>
