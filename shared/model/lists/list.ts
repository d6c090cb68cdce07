import { z } from 'zod'
import { errorValueSchema } from '../errors/error-value.ts'
import { columnFilterSchema, mostFilters } from '../query/list-filter.ts'
import { listNameSchema } from '../profile/list-name-schema.ts'
import { mostSearchWords, searchWordSchema } from '../query/list-search.ts'

/** One reading of a list from its first page on; opaque, valid until the list is opened anew or the app ends. */
export const runIdSchema = z.uuid()

/** What a column's values have been so far. */
export const columnTypes = ['text', 'number', 'boolean', 'datetime', 'list', 'object', 'null', 'mixed'] as const
export const columnTypeSchema = z.enum(columnTypes)
export type ColumnType = z.infer<typeof columnTypeSchema>

/**
 * A column found in the data: `path` is the member names from the record down, joined by `.`; a `.` or `\` inside
 * a name is preceded by `\`. `filled` counts the records that have a value other than null there.
 */
export const columnSchema = z.strictObject({
  path: z.string(),
  type: columnTypeSchema,
  filled: z.int().min(0),
})
export type Column = z.infer<typeof columnSchema>

const waitingSchema = z.strictObject({ kind: z.literal('waiting'), resumesAt: z.iso.datetime(), reason: z.string() })

/**
 * Where a run stands.
 * - `idle`: more pages exist, none is being fetched
 * - `loading`: pages are being fetched, one of them or all that follow
 * - `waiting`: the service asked for a pause, or a try failed; goes on by itself at `resumesAt`
 * - `paused`: the person paused or stopped “Load all”
 * - `failed`: an error ended it; everything before is kept; `retry` says whether going on from the failed page can help
 * - `complete`: the last page is in; `notice` says so where the envelope contradicted itself
 */
export const runStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('idle') }),
  z.strictObject({ kind: z.literal('loading'), loadsAll: z.boolean() }),
  waitingSchema,
  z.strictObject({ kind: z.literal('paused') }),
  z.strictObject({
    kind: z.literal('failed'),
    error: errorValueSchema,
    retry: z.boolean(),
    /** The page that reading on begins with, from 1: the last one that came where it does not say how to go on. */
    page: z.int().min(1),
    /** Whether all pages were wanted, and not just the next. */
    loadsAll: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('complete'), notice: z.string().optional() }),
])
export type RunState = z.infer<typeof runStateSchema>

/**
 * Where the new reading of a list stands that takes a run's place once its first page is in.
 * - `loading`, `waiting`: as a run does
 * - `failed`: its first page did not come; the run stays
 */
export const newReadingSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('loading') }),
  waitingSchema,
  z.strictObject({ kind: z.literal('failed'), error: errorValueSchema }),
])
export type NewReading = z.infer<typeof newReadingSchema>

/** A run in numbers. The total is unknown until the last page: only what came is counted. */
export const runSummarySchema = z.strictObject({
  runId: runIdSchema,
  list: listNameSchema,
  state: runStateSchema,
  pages: z.int().min(0),
  records: z.int().min(0),
  /** The member of the response that holds the records; undefined before the first page. */
  recordMember: z.string().optional(),
  columns: z.array(columnSchema),
  /** Over the time spent loading, pauses left out; undefined before the first page. */
  pagesPerSecond: z.number().min(0).optional(),
  startedAt: z.iso.datetime(),
  /** The snapshot that the run is kept as, where it is. */
  snapshot: z.strictObject({ id: z.uuid(), name: z.string() }).optional(),
  /** The reading that is to take its place, where there is one. */
  newReading: newReadingSchema.optional(),
})
export type RunSummary = z.infer<typeof runSummarySchema>

/** Which rows of a run are shown, in what order. A view never asks the service again. */
export const listViewSchema = z.strictObject({
  /** Words that must all occur in the record, or in no value of it; none: all records. */
  search: z.array(searchWordSchema).max(mostSearchWords),
  /** Conditions that a record must meet, all of them. */
  filters: z.array(columnFilterSchema).max(mostFilters),
  sort: z.array(z.strictObject({ path: z.string(), direction: z.enum(['ascending', 'descending']) })).max(8),
})
export type ListView = z.infer<typeof listViewSchema>

/**
 * A cell for display: `text` is what the record's own text says (numbers with every digit), cut after 500 characters
 * (`cut` is then true).
 */
export const cellSchema = z.strictObject({
  kind: z.enum(['text', 'number', 'boolean', 'null', 'list', 'object']),
  text: z.string(),
  cut: z.boolean().optional(),
})
export type Cell = z.infer<typeof cellSchema>

/** One row: its place among the run's records in the order they came (from 0), and a cell for each asked column. */
export interface Row {
  readonly position: number
  /** `null` in place of a cell: the record has no such member. */
  readonly cells: readonly (Cell | null)[]
}

/** Some rows of a view; `packRows` makes them ready for the way to the page. */
export interface RowWindow {
  readonly rows: readonly Row[]
  /** How many rows the view has in all among the records loaded so far. */
  readonly count: number
  /** How many records the view looked at. While pages come, a sorted view stays as it is, so that its rows do too. */
  readonly covers: number
}

/** A value of a column as a filter takes it, and how many of the loaded records have it. */
export const commonValueSchema = z.strictObject({ text: z.string(), count: z.int().min(1) })
export type CommonValue = z.infer<typeof commonValueSchema>
