import { z } from 'zod'
import { timeZoneSchema } from '../values/time-zone.ts'
import { cellSchema, maxGroupLevels, timeUnitSchema } from './list.ts'

/** Identifies an analysis of a list that can be followed and cancelled. The page creates the id. */
export const analysisIdSchema = z.uuid()

/** A number with all its digits, as plain decimal text: `-12.50`, never with an exponent. */
const decimalSchema = z.string().regex(/^-?\d+(?:\.\d+)?$/u)

const countSchema = z.int().min(0)

/** The clock for days and hours: that of a time zone or, for dates without one, the clock they were written by. */
export const clockSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('zone'), timeZone: timeZoneSchema }),
  z.strictObject({ kind: z.literal('as-written') }),
])
export type Clock = z.infer<typeof clockSchema>

/** A period from `from` up to but excluding `to`: dates as in a filter. Without a zone if the clock is `as-written`. */
const stretchSchema = z.strictObject({ from: z.string(), to: z.string() })

/** A value of a column with the number of records that have it; `value` is its first spelling. */
const valueCountSchema = z.strictObject({ value: cellSchema, records: countSchema })
export type ValueCount = z.infer<typeof valueCountSchema>

/**
 * Distribution of a column's values, as adjacent bars.
 * - `numbers`: each bar from `from` up to but excluding `to`; `single`: each holds only the whole number `from`
 * - `times`: by the clock's unit
 * - `lengths`: by the text's number of characters, like `numbers`
 */
export const histogramSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.enum(['numbers', 'lengths']),
    single: z.boolean(),
    bars: z.array(z.strictObject({ from: decimalSchema, to: decimalSchema, records: countSchema })),
  }),
  z.strictObject({
    kind: z.literal('times'),
    unit: timeUnitSchema,
    clock: clockSchema,
    bars: z.array(stretchSchema.extend({ records: countSchema })),
  }),
])
export type Histogram = z.infer<typeof histogramSchema>

/**
 * The numbers below which 5, 25, 50, 75 and 95 percent of the records are, with all digits: the middle number, or the mean
 * of the two middle ones; the others are interpolated the same way. Undefined if there are too many distinct values, or a number
 * is too large or too small to calculate with.
 */
const quantilesSchema = z.strictObject({
  p5: z.string(),
  p25: z.string(),
  median: z.string(),
  p75: z.string(),
  p95: z.string(),
})
export type Quantiles = z.infer<typeof quantilesSchema>

/** Statistics of a column over all records of a query. */
export const columnProfileSchema = z.strictObject({
  path: z.string(),
  /** Records with a value other than null and empty text; the others are `absent`, `nulls` and `emptyTexts`. */
  filled: countSchema,
  absent: countSchema,
  nulls: countSchema,
  emptyTexts: countSchema,
  /**
   * Number of distinct values, compared like a filter does: numbers by all their digits, dates by their instant, text
   * ignoring case. Not `exact`: there are more than `count`.
   */
  distinct: z.strictObject({ count: countSchema, exact: z.boolean() }),
  /** The most frequent values, most frequent first. If `distinct` is not exact, a late one may be missing. */
  commonest: z.array(valueCountSchema),
  /** Text that is only a number counts as a number, as in a filter's range. */
  numbers: z
    .strictObject({
      records: countSchema,
      smallest: z.string(),
      largest: z.string(),
      /** Undefined if a number is too large or too small to be added (beyond 10 to the power of ±4,000). */
      sum: decimalSchema.optional(),
      /** Rounded to four digits more than the numbers have, half away from zero. */
      mean: decimalSchema.optional(),
      quantiles: quantilesSchema.optional(),
    })
    .optional(),
  times: z.strictObject({ records: countSchema, earliest: z.string(), latest: z.string() }).optional(),
  texts: z
    .strictObject({
      records: countSchema,
      /** First and last alphabetically, ignoring case and accents. */
      first: cellSchema,
      last: cellSchema,
      /** Characters (Unicode code points). */
      shortest: countSchema,
      longest: countSchema,
    })
    .optional(),
  booleans: z.strictObject({ yes: countSchema, no: countSchema }).optional(),
  lists: countSchema,
  objects: countSchema,
  /** Distribution of the type that most records have: dates, numbers or text; undefined if there is none. */
  histogram: histogramSchema.optional(),
})
export type ColumnProfile = z.infer<typeof columnProfileSchema>

export const columnProfilesSchema = z.strictObject({
  /** Number of processed records. */
  records: countSchema,
  profiles: z.array(columnProfileSchema),
})
export type ColumnProfiles = z.infer<typeof columnProfilesSchema>

/** Maximum number of columns per call. */
export const maxProfiledColumns = 500

/** What is measured for each group. Mean, minimum and maximum cover only records with a number. */
export const measureSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('count') }),
  z.strictObject({ kind: z.enum(['sum', 'mean', 'smallest', 'largest']), path: z.string() }),
])
export type Measure = z.infer<typeof measureSchema>

/**
 * How records are grouped.
 * - `time`: by a date; `automatic` chooses a unit with a readable number of groups
 * - `value`: by a value; the `most` groups with the largest measure, the rest together
 */
export const groupingSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('time'),
    path: z.string(),
    unit: z.union([timeUnitSchema, z.literal('automatic')]),
  }),
  z.strictObject({ kind: z.literal('value'), path: z.string(), most: z.int().min(1).max(100) }),
])
export type Grouping = z.infer<typeof groupingSchema>

/** What a chart shows. `split`: a series for each of a second column's `most` most frequent values. */
export const chartDefinitionSchema = z.strictObject({
  measure: measureSchema,
  grouping: groupingSchema,
  split: z.strictObject({ path: z.string(), most: z.int().min(1).max(8) }).optional(),
  timeZone: timeZoneSchema,
})
export type ChartDefinition = z.infer<typeof chartDefinitionSchema>

/** Which records belong to a group or a series. `others`: those with none of the values that have their own. */
const valueGroup = [
  z.strictObject({ kind: z.literal('value'), value: cellSchema }),
  z.strictObject({ kind: z.literal('others') }),
  z.strictObject({ kind: z.literal('empty') }),
] as const

export const chartGroupSchema = z.discriminatedUnion('kind', [
  stretchSchema.extend({ kind: z.literal('time') }),
  ...valueGroup,
])
export type ChartGroup = z.infer<typeof chartGroupSchema>

export const seriesNameSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  ...valueGroup,
])
export type SeriesName = z.infer<typeof seriesNameSchema>

/** The measure of a group in a series: null if no record of it has a number (and it is neither a count nor a sum). */
const measuredSchema = z.strictObject({ value: decimalSchema.nullable(), records: countSchema })
export type Measured = z.infer<typeof measuredSchema>

/** A chart's numbers. Every processed record is in one group or among those left out. */
export const chartSchema = z.strictObject({
  /** Number of processed records. */
  records: countSchema,
  /** Number of records without a date to group them by. */
  withoutDate: countSchema,
  /** Number of records in a group without a number to measure. */
  withoutNumber: countSchema,
  groups: z.array(chartGroupSchema),
  /** For each series, the measure of each group, and of all its groups together. */
  series: z.array(z.strictObject({ name: seriesNameSchema, measured: z.array(measuredSchema), total: measuredSchema })),
  /** The measure of each group over all series. */
  totals: z.array(measuredSchema),
  /** The measure of all groups. */
  total: measuredSchema,
  /** Grouping and series columns in which some records have an array. */
  withLists: z.array(z.string()),
  /** For groups by time. */
  time: z
    .strictObject({
      clock: clockSchema,
      /** Longer than requested if that would have made too many groups. */
      unit: timeUnitSchema,
      /** Whether empty periods are left out, because there would be too many groups. */
      gapsLeftOut: z.boolean(),
    })
    .optional(),
})
export type Chart = z.infer<typeof chartSchema>

/** The sum of a group's amounts in one currency; empty: those without one. */
const currencySumSchema = z.strictObject({
  currency: z.string(),
  /** Undefined if a number is too large or too small to be added. */
  sum: decimalSchema.optional(),
})
export type CurrencySum = z.infer<typeof currencySumSchema>

/** A group of a table's rows. Those of level 1 are followed by the groups within them. */
const tableGroupSchema = z.strictObject({
  level: z.int().min(1).max(maxGroupLevels),
  group: chartGroupSchema,
  records: countSchema,
  /** For each requested column with numbers: its sums by currency, one if it has none; empty if no record has a number. */
  sums: z.array(z.array(currencySumSchema)),
})
export type TableGroup = z.infer<typeof tableGroupSchema>

/** The groups of a grouped query, in the order of its rows. */
export const tableGroupsSchema = z.strictObject({
  /** Number of records that the query covers, as for its rows. */
  covers: countSchema,
  /** For each level: the clock of its dates, if it has any, and whether some records have an array. */
  levels: z.array(z.strictObject({ clock: clockSchema.optional(), hasLists: z.boolean() })),
  groups: z.array(tableGroupSchema),
})
export type TableGroups = z.infer<typeof tableGroupsSchema>

/** Maximum number of columns whose numbers are summed up for each group. */
export const maxSummedColumns = 20

/** Maximum size of a chart saved as CSV: many times that of the largest. */
export const chartTableLimits = { rows: 2100, columns: 20, cell: 10_000 } as const
/** Maximum size of a chart saved as SVG, characters: several times that of the largest. */
export const chartSvgLimit = 5_000_000
/** Maximum size of a chart saved as PNG, in Base64. */
export const chartPngLimit = 20_000_000
