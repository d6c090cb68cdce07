import { z } from 'zod'
import { cellSchema } from './list.ts'
import { timeZoneSchema } from '../values/time-zone.ts'
import { weekHourSchema } from '../values/week-hour.ts'

/** What a person can wait for, watch and cancel: one counting over a list. The page makes the id. */
export const analysisIdSchema = z.uuid()

/** A number with all its digits, as plain decimal text: `-12.50`, never with an exponent. */
const decimalSchema = z.string().regex(/^-?\d+(?:\.\d+)?$/u)

const countSchema = z.int().min(0)

/** Lengths of time that records are gathered by, from the shortest. Weeks begin on Monday. */
export const timeUnits = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const
export const timeUnitSchema = z.enum(timeUnits)
export type TimeUnit = z.infer<typeof timeUnitSchema>

/**
 * Whose clock tells days and hours: that of a time zone, or, where the dates are written without one, the one they were
 * written by.
 */
export const clockSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('zone'), timeZone: timeZoneSchema }),
  z.strictObject({ kind: z.literal('as-written') }),
])
export type Clock = z.infer<typeof clockSchema>

/**
 * A stretch of time, from `from` up to and without `to`: dates as a filter takes them. Without a zone where the clock is
 * `as-written`.
 */
const stretchSchema = z.strictObject({ from: z.string(), to: z.string() })

/** One value of a column with the number of records that have it; `value` is how it was written first. */
const valueCountSchema = z.strictObject({ value: cellSchema, records: countSchema })
export type ValueCount = z.infer<typeof valueCountSchema>

/**
 * How a column's values are spread, as bars that touch.
 * - `numbers`: each bar from `from` up to and without `to`; `single`: each holds the one whole number `from`
 * - `times`: by the clock's unit
 * - `lengths`: by the text's number of characters, as `numbers`
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

/** What a column holds, counted over all records of a view. */
export const columnProfileSchema = z.strictObject({
  path: z.string(),
  /** Records with a value other than null and empty text; the others are `absent`, `nulls` and `emptyTexts`. */
  filled: countSchema,
  absent: countSchema,
  nulls: countSchema,
  emptyTexts: countSchema,
  /**
   * How many values there are, those taken for one that a filter takes for one: numbers by all their digits, dates by
   * their instant, text with letter case ignored. Not `exact`: there are more than `count`.
   */
  distinct: z.strictObject({ count: countSchema, exact: z.boolean() }),
  /** The values that most records have, the commonest first. Where `distinct` is not exact, a late one may be missing. */
  commonest: z.array(valueCountSchema),
  /** Text that is nothing but a number counts as one, as it does for a filter. */
  numbers: z
    .strictObject({
      records: countSchema,
      smallest: z.string(),
      largest: z.string(),
      /** Undefined where a number is too large or too small to be added up (beyond 10 to the power of ±4,000). */
      sum: decimalSchema.optional(),
      /** Rounded to four digits more than the numbers have, half away from zero. */
      mean: decimalSchema.optional(),
    })
    .optional(),
  times: z.strictObject({ records: countSchema, earliest: z.string(), latest: z.string() }).optional(),
  texts: z
    .strictObject({
      records: countSchema,
      /** First and last by the alphabet, letter case and accents ignored. */
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
  /** Of what most filled records are: dates, numbers or text; undefined where there is nothing to spread. */
  histogram: histogramSchema.optional(),
})
export type ColumnProfile = z.infer<typeof columnProfileSchema>

export const columnProfilesSchema = z.strictObject({
  /** How many records were looked at. */
  records: countSchema,
  profiles: z.array(columnProfileSchema),
})
export type ColumnProfiles = z.infer<typeof columnProfilesSchema>

/** The most columns that are profiled in one go. */
export const mostProfiledColumns = 500

/** What is measured of the records of each group. A mean, or the smallest or largest, is over those with a number. */
export const measureSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('count') }),
  z.strictObject({ kind: z.enum(['sum', 'mean', 'smallest', 'largest']), path: z.string() }),
])
export type Measure = z.infer<typeof measureSchema>

/**
 * How records are put into groups.
 * - `time`: by a date; `automatic` takes the unit that makes a readable number of groups
 * - `value`: by a value; the `most` groups that measure most, the rest together
 * - `weekday-hour`: by the day of the week and the hour of a date
 */
export const groupingSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('time'),
    path: z.string(),
    unit: z.union([timeUnitSchema, z.literal('automatic')]),
  }),
  z.strictObject({ kind: z.literal('value'), path: z.string(), most: z.int().min(1).max(100) }),
  z.strictObject({ kind: z.literal('weekday-hour'), path: z.string() }),
])
export type Grouping = z.infer<typeof groupingSchema>

/** What a chart is to show. `split`: a series for each of a second column's `most` commonest values. */
export const chartQuestionSchema = z.strictObject({
  measure: measureSchema,
  grouping: groupingSchema,
  split: z.strictObject({ path: z.string(), most: z.int().min(1).max(8) }).optional(),
  timeZone: timeZoneSchema,
})
export type ChartQuestion = z.infer<typeof chartQuestionSchema>

/** Which records a group or a series holds. `others`: those with none of the values that have one of their own. */
const valueGroup = [
  z.strictObject({ kind: z.literal('value'), value: cellSchema }),
  z.strictObject({ kind: z.literal('others') }),
  z.strictObject({ kind: z.literal('empty') }),
] as const

export const chartGroupSchema = z.discriminatedUnion('kind', [
  stretchSchema.extend({ kind: z.literal('time') }),
  weekHourSchema.extend({ kind: z.literal('hour') }),
  ...valueGroup,
])
export type ChartGroup = z.infer<typeof chartGroupSchema>

export const seriesNameSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  ...valueGroup,
])
export type SeriesName = z.infer<typeof seriesNameSchema>

/** What a group of a series measures: null where no record of it has a number (nor is it a count or a sum). */
const measuredSchema = z.strictObject({ value: decimalSchema.nullable(), records: countSchema })
export type Measured = z.infer<typeof measuredSchema>

/** A chart's numbers. Every record that was looked at is in one group, or among those left out. */
export const chartSchema = z.strictObject({
  /** How many records were looked at. */
  records: countSchema,
  /** Those that have no date to be put in a group by. */
  withoutDate: countSchema,
  /** Those in a group that have no number to measure. */
  withoutNumber: countSchema,
  groups: z.array(chartGroupSchema),
  /** For each series what each group measures. */
  series: z.array(z.strictObject({ name: seriesNameSchema, measured: z.array(measuredSchema) })),
  /** Of the columns that groups and series are made of those in which some records have a list. */
  withLists: z.array(z.string()),
  /** For groups by time and by weekday and hour. */
  time: z
    .strictObject({
      clock: clockSchema,
      /** Longer than the one asked for where that would have made more groups than anyone can look at. */
      unit: timeUnitSchema,
      /** Empty stretches are left out: they would be more groups than anyone can look at. */
      gapsLeftOut: z.boolean(),
    })
    .optional(),
})
export type Chart = z.infer<typeof chartSchema>

/** The most characters of a chart saved as SVG: several times what the largest takes. */
export const chartSvgLimit = 5_000_000
/** The most characters of a chart saved as PNG, in Base64. */
export const chartPngLimit = 20_000_000
