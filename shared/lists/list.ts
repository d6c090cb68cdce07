import { z } from 'zod'
import { errorValueSchema } from '../error-value.ts'
import { listNameSchema } from '../profiles/list-name-schema.ts'
import { profileIdSchema } from '../profiles/profile.ts'
import { timeZoneSchema } from '../values/time-zone.ts'
import { columnFilterSchema, maxFilters, maxSearchWords, searchWordSchema } from './list-filter.ts'

/** Identifies a dataset: the records of one load of a list; opaque, valid until the list is opened again or the app ends. */
export const datasetIdSchema = z.uuid()

/** The type of a column's values so far. */
export const columnTypes = ['text', 'number', 'boolean', 'datetime', 'list', 'object', 'null', 'mixed'] as const
export const columnTypeSchema = z.enum(columnTypes)
export type ColumnType = z.infer<typeof columnTypeSchema>

/**
 * A column found in the data: `path` is the field names from the record down, joined by `.`; a `.` or `\` inside a name
 * is preceded by `\`. `filled` counts the records that have a value other than null there.
 */
export const columnSchema = z.strictObject({
  path: z.string(),
  type: columnTypeSchema,
  filled: z.int().min(0),
})
export type Column = z.infer<typeof columnSchema>

/** Dates of a column: from a moment on, before another, or both; milliseconds since the epoch. */
const dateSpanSchema = z.strictObject({ path: z.string(), from: z.int().optional(), before: z.int().optional() })
export type DateSpan = z.infer<typeof dateSpanSchema>

/** What an answer needs of a list: all records, or if the list is ordered by one of these dates, those within its span. */
export const loadNeedSchema = z.union([z.literal('all'), z.array(dateSpanSchema).min(1).max(maxFilters)])
export type LoadNeed = z.infer<typeof loadNeedSchema>

/** What a load is for, if it is for an answer. */
const purpose = { need: loadNeedSchema.optional() } as const

const waitingSchema = z.strictObject({ kind: z.literal('waiting'), resumesAt: z.iso.datetime(), reason: z.string() })

/**
 * State of a load.
 * - `idle`: more pages exist, none is being loaded; `need` if a load for it stopped after its maximum of pages
 * - `loading`: pages are being loaded, one, all remaining ones, or those that an answer needs
 * - `waiting`: the service requested a pause, or an attempt failed; resumes automatically at `resumesAt`
 * - `paused`: the person paused or stopped the load: for `need`, or without one “Load all”
 * - `failed`: an error stopped it; loaded records stay; `retry` says whether retrying the failed page can help
 * - `complete`: the last page is loaded; `notice` if its envelope contradicted itself
 */
export const loadStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('idle'), ...purpose }),
  z.strictObject({
    kind: z.literal('loading'),
    loadsAll: z.boolean(),
    ...purpose,
    /** The date of the last record, and how much of the time up to the needed date is loaded, 0 to 1. */
    reached: z.strictObject({ date: z.int(), share: z.number().min(0).max(1) }).optional(),
  }),
  waitingSchema.extend(purpose),
  z.strictObject({ kind: z.literal('paused'), ...purpose }),
  z.strictObject({
    kind: z.literal('failed'),
    error: errorValueSchema,
    retry: z.boolean(),
    /** The page from which it resumes, from 1: the last loaded one if that has no usable cursor. */
    page: z.int().min(1),
    /** Whether all pages were requested, and not just the next. */
    loadsAll: z.boolean(),
    ...purpose,
  }),
  z.strictObject({ kind: z.literal('complete'), notice: z.string().optional() }),
])
export type LoadState = z.infer<typeof loadStateSchema>

/**
 * State of the reload that replaces a dataset once its first page is in.
 * - `loading`, `waiting`: like a load
 * - `failed`: its first page failed; the dataset stays
 */
export const reloadSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('loading') }),
  waitingSchema,
  z.strictObject({ kind: z.literal('failed'), error: errorValueSchema }),
])
export type ReloadState = z.infer<typeof reloadSchema>

/** Numbers of a dataset. The total is unknown until the last page: only what was loaded is counted. */
export const datasetSummarySchema = z.strictObject({
  datasetId: datasetIdSchema,
  list: listNameSchema,
  state: loadStateSchema,
  pages: z.int().min(0),
  records: z.int().min(0),
  /** The field of the response that holds the records; undefined before the first page. */
  recordMember: z.string().optional(),
  columns: z.array(columnSchema),
  /** Over the loading time, without pauses; undefined before the first page. */
  pagesPerSecond: z.number().min(0).optional(),
  startedAt: z.iso.datetime(),
  /** The snapshot that the dataset is saved as, if it is. */
  snapshot: z.strictObject({ id: z.uuid(), name: z.string() }).optional(),
  /** The reload that will replace it, if there is one. */
  reload: reloadSchema.optional(),
})
export type DatasetSummary = z.infer<typeof datasetSummarySchema>

export const loadedListSchema = datasetSummarySchema.extend({ profileId: profileIdSchema })
export type LoadedList = z.infer<typeof loadedListSchema>

/** Time units by which records are grouped, shortest first. Weeks start on Monday. */
export const timeUnits = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export const timeUnitSchema = z.enum(timeUnits)
export type TimeUnit = z.infer<typeof timeUnitSchema>

export const maxGroupLevels = 2

/** Maximum number of groups of a query, of all levels together. */
export const maxGroups = 10_000

/**
 * Groups records by a column: its dates by `unit`, other values by value. Groups are in the order of the sort if that has the
 * column, else ascending; `byCount`: largest first. Records without a value come last.
 */
const groupLevelSchema = z.strictObject({
  path: z.string(),
  unit: timeUnitSchema.optional(),
  byCount: z.boolean().optional(),
})
export type GroupLevel = z.infer<typeof groupLevelSchema>

/** Which rows of a dataset are shown, and in what order. A query never causes requests. */
export const listQuerySchema = z.strictObject({
  /** Words that must all occur in the record, or in no value of it; none: all records. */
  search: z.array(searchWordSchema).max(maxSearchWords),
  /** Conditions that a record must all meet. */
  filters: z.array(columnFilterSchema).max(maxFilters),
  sort: z.array(z.strictObject({ path: z.string(), direction: z.enum(['ascending', 'descending']) })).max(8),
  /** Groups come before the sort. None: left out. */
  groups: z.array(groupLevelSchema).min(1).max(maxGroupLevels).optional(),
  /** Of days, and of dates without a zone in the filters; UTC by default. */
  timeZone: timeZoneSchema.optional(),
})
export type ListQuery = z.infer<typeof listQuerySchema>

const cellKindSchema = z.enum(['text', 'number', 'boolean', 'null', 'list', 'object'])

/**
 * A cell for display: `text` is the record's own text (numbers with every digit), cut after 500 characters (`cut` is
 * then true).
 */
export const cellSchema = z.strictObject({
  kind: cellKindSchema,
  text: z.string(),
  cut: z.boolean().optional(),
})
export type Cell = z.infer<typeof cellSchema>

/**
 * A row for the page: its position in the dataset's loading order (from 0), and a text and a kind for each requested
 * column. An object for each cell would take three times as long to clone and validate.
 */
export const rowSchema = z.strictObject({
  position: z.int().min(0),
  texts: z.array(z.string()).readonly(),
  /** `absent`: the record has no such field. */
  kinds: z.array(z.enum([...cellKindSchema.options, 'absent'])).readonly(),
  /** Indexes of the texts that are cut. */
  cut: z.array(z.int().min(0)).readonly(),
})
export type Row = z.infer<typeof rowSchema>

/** The rows to return: those that match a query from `offset` on, with a cell for each of `paths`. */
export const rowsRequestSchema = z.strictObject({
  query: listQuerySchema,
  offset: z.int().min(0),
  limit: z.int().min(1).max(1000),
  paths: z.array(z.string()).max(500),
})
export type RowsRequest = z.infer<typeof rowsRequestSchema>

export const rowWindowSchema = z.strictObject({
  rows: z.array(rowSchema).readonly(),
  /** Number of matching rows among the records loaded so far. */
  count: z.int().min(0),
  /**
   * Number of records that the query covers. While pages load, a sorted query doesn't change, so that its rows stay in
   * place.
   */
  covers: z.int().min(0),
})
export type RowWindow = z.infer<typeof rowWindowSchema>

/** A value of a column as written in a filter, and the number of loaded records that have it. */
export const commonValueSchema = z.strictObject({ text: z.string(), count: z.int().min(1) })
export type CommonValue = z.infer<typeof commonValueSchema>

/** Maximum number of records found in each list by their identifiers. */
export const maxFoundRecords = 5

/** A record found by its identifier, which is in the column `path`. */
export const foundRecordSchema = z.strictObject({
  profileId: profileIdSchema,
  list: listNameSchema,
  path: z.string(),
  identifier: z.string(),
})
export type FoundRecord = z.infer<typeof foundRecordSchema>
