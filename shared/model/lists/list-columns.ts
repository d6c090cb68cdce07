import { z } from 'zod'
import { columnTypeSchema } from './list.ts'
import { instantSchema } from '../profile/profile.ts'

/**
 * How a column's values are shown.
 * - `as-sent`: text as it reads, numbers with the digits that came
 * - `local-time`: dates and times that name a zone, in the person's own; all else as sent
 * - `thousands`: numbers with separators between thousands and every digit
 * - `epoch-milliseconds`, `epoch-seconds`: numbers as the moment so long after 1970-01-01T00:00:00Z, in the person's own
 *   time; never guessed, only where the person says so
 * - `raw`: as JSON, text in quotes
 */
export const columnFormats = [
  'as-sent',
  'local-time',
  'thousands',
  'epoch-milliseconds',
  'epoch-seconds',
  'raw',
] as const
export const columnFormatSchema = z.enum(columnFormats)
export type ColumnFormat = z.infer<typeof columnFormatSchema>

/** Narrowest and widest a column can be made, pixels. */
export const narrowestColumn = 48
export const widestColumn = 2000

/** What the person set for one column; what is left out is as it comes. */
export const columnSettingSchema = z.strictObject({
  path: z.string(),
  /** Pixels. */
  width: z.int().min(narrowestColumn).max(widestColumn).optional(),
  hidden: z.boolean().optional(),
  pinned: z.enum(['left', 'right']).optional(),
  /** The person's own name for it. */
  title: z.string().trim().min(1).max(200).optional(),
  format: columnFormatSchema.optional(),
})
export type ColumnSetting = z.infer<typeof columnSettingSchema>

/** Most columns of a list whose arrangement is kept. */
export const mostArranged = 10_000

/** How the person arranged a list's columns. Columns that it does not name come as they were found in the data. */
export const columnLayoutSchema = z.strictObject({
  /** Paths in the person's order; columns that are not among them follow in the order they were found. */
  order: z.array(z.string()).max(mostArranged),
  settings: z.array(columnSettingSchema).max(mostArranged),
})
export type ColumnLayout = z.infer<typeof columnLayoutSchema>

/** All columns as they come. */
export const plainLayout: ColumnLayout = { order: [], settings: [] }

/** A column of a reading: where it is and what its values were. */
export const knownColumnSchema = z.strictObject({ path: z.string(), type: columnTypeSchema })
export type KnownColumn = z.infer<typeof knownColumnSchema>

/** How a list's columns differ from those of an earlier reading to its end. */
export const columnChangeSchema = z.strictObject({
  /** When that earlier reading ended. */
  since: instantSchema,
  added: z.array(knownColumnSchema),
  gone: z.array(knownColumnSchema),
  /** Columns whose values were something else then. */
  changed: z.array(z.strictObject({ path: z.string(), from: columnTypeSchema, to: columnTypeSchema })),
  /** Whether a reading had as many fields as get columns, or more: there may be more that differ. */
  isPartial: z.boolean(),
})
export type ColumnChange = z.infer<typeof columnChangeSchema>

/** What is kept of a list's columns: the person's arrangement, and a change of the data that was not dismissed yet. */
export const listColumnsSchema = z.strictObject({ layout: columnLayoutSchema, change: columnChangeSchema.optional() })
export type ListColumns = z.infer<typeof listColumnsSchema>
