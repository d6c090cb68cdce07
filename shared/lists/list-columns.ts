import { z } from 'zod'
import { instantSchema } from '../profiles/profile.ts'
import { hasHiddenCharacters } from '../values/visible-text.ts'
import { columnTypeSchema } from './list.ts'

/**
 * How a column's values are displayed.
 * - `as-sent`: plain text, numbers with all received digits
 * - `local-time`: dates and times with a zone, in the person's own; everything else as sent
 * - `thousands`: numbers with thousands separators and every digit
 * - `epoch-milliseconds`, `epoch-seconds`: numbers as the time since 1970-01-01T00:00:00Z, in the person's own zone;
 *   never guessed, only if the person chooses it
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

/** Minimum and maximum width of a column, pixels. */
export const narrowestColumn = 48
export const widestColumn = 2000

/** The person's settings for one column; what is left out is the default. */
export const columnSettingSchema = z.strictObject({
  path: z.string(),
  /** Pixels. */
  width: z.int().min(narrowestColumn).max(widestColumn).optional(),
  hidden: z.boolean().optional(),
  /** `none`: also if it is the first column, which is pinned unless another one is. */
  pinned: z.enum(['left', 'right', 'none']).optional(),
  /** The person's own name for it. */
  title: z.string().trim().min(1).max(200).optional(),
  format: columnFormatSchema.optional(),
})
export type ColumnSetting = z.infer<typeof columnSettingSchema>

/** Maximum number of columns of a list whose layout is saved. */
export const maxArrangedColumns = 10_000

/** The person's layout of a list's columns. Columns that it doesn't name come in the order of the data. */
export const columnLayoutSchema = z.strictObject({
  /** Paths in the person's order; other columns follow in the order of the data. */
  order: z.array(z.string()).max(maxArrangedColumns),
  settings: z.array(columnSettingSchema).max(maxArrangedColumns),
})
export type ColumnLayout = z.infer<typeof columnLayoutSchema>

export const plainLayout: ColumnLayout = { order: [], settings: [] }

/** Returns what is wrong with a column's name, under which its values are shown and exported; undefined if nothing is. */
export function titleComplaint({ path, title }: ColumnSetting, paths: readonly string[]): string | undefined {
  if (title === undefined || title === path) return undefined
  if (hasHiddenCharacters(title)) return 'Leave out control characters and characters that cannot be seen.'
  return paths.includes(title) ? `“${title}” is another field. Choose another name.` : undefined
}

export const knownColumnSchema = z.strictObject({ path: z.string(), type: columnTypeSchema })
export type KnownColumn = z.infer<typeof knownColumnSchema>

/** How a list's columns differ from those of an earlier complete load. */
export const columnChangeSchema = z.strictObject({
  /** When that earlier load ended. */
  since: instantSchema,
  added: z.array(knownColumnSchema),
  gone: z.array(knownColumnSchema),
  /** Columns whose values had another type. */
  changed: z.array(z.strictObject({ path: z.string(), from: columnTypeSchema, to: columnTypeSchema })),
  /** Whether a load reached the column limit, so that further differences are possible. */
  isPartial: z.boolean(),
})
export type ColumnChange = z.infer<typeof columnChangeSchema>

/** The saved layout of a list's columns, and a change of the data that was not dismissed yet. */
export const listColumnsSchema = z.strictObject({ layout: columnLayoutSchema, change: columnChangeSchema.optional() })
export type ListColumns = z.infer<typeof listColumnsSchema>
