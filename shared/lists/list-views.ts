import { z } from 'zod'
import { listNameSchema } from '../profiles/list-name-schema.ts'
import { groupingSchema, measureSchema } from './list-analysis.ts'
import { columnLayoutSchema } from './list-columns.ts'
import { listQuerySchema } from './list.ts'
import { maxStoredFilterLength, maxViewNameLength } from './view-limits.ts'

const [timeGrouping, valueGrouping] = groupingSchema.options
const timeGroupsSchema = timeGrouping.omit({ kind: true })
const valueGroupsSchema = valueGrouping.omit({ kind: true })
const planShape = { measure: measureSchema, splitPath: z.string().optional() } as const

/**
 * What a person chose for a chart, including kinds not shown now, so that each is restored. A kind has no choices
 * (undefined) until it is first shown.
 */
const chartPlanSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    ...planShape,
    kind: z.literal('time'),
    dates: timeGroupsSchema,
    values: valueGroupsSchema.optional(),
  }),
  z.strictObject({
    ...planShape,
    kind: z.literal('value'),
    dates: timeGroupsSchema.optional(),
    values: valueGroupsSchema,
  }),
])

export type ChartPlan = z.infer<typeof chartPlanSchema>

const chartChoiceSchema = z.strictObject({
  plan: chartPlanSchema,
  /** For charts over time. By value it is bars. */
  shape: z.enum(['bars', 'lines']),
  isTable: z.boolean(),
})

export type ChartChoice = z.infer<typeof chartChoiceSchema>

/** What is shown of a list besides its columns. Relative dates in the filter, such as `last week`, stay relative. */
const shownSchema = z.strictObject({
  /** The filter line as typed. */
  filter: z.string().max(maxStoredFilterLength),
  sort: listQuerySchema.shape.sort,
  /** Left out: not grouped. */
  groups: listQuerySchema.shape.groups,
  mode: z.enum(['table', 'charts']),
  /** Left out: the default chart. */
  chart: chartChoiceSchema.optional(),
})

/** What a saved view holds: a query with the columns and the chart. */
export const viewContentSchema = shownSchema.extend({ columns: columnLayoutSchema })
export type ViewContent = z.infer<typeof viewContentSchema>

export const viewNameSchema = z.string().trim().min(1, 'Enter a name.').max(maxViewNameLength)
export const viewIdSchema = z.uuid()

export const savedViewSchema = viewContentSchema.extend({
  id: viewIdSchema,
  list: listNameSchema,
  name: viewNameSchema,
})
export type SavedView = z.infer<typeof savedViewSchema>

/** How a person left a list. */
export const listStateSchema = shownSchema.extend({
  /** The saved view that is open, with its columns as they are now. */
  view: z.strictObject({ id: viewIdSchema, columns: columnLayoutSchema }).optional(),
})
export type ListState = z.infer<typeof listStateSchema>

/** The saved views of a profile by name, and how each of its lists was left. */
export const profileViewsSchema = z.strictObject({
  saved: z.array(savedViewSchema),
  left: z.array(z.strictObject({ list: listNameSchema, state: listStateSchema })),
})
export type ProfileViews = z.infer<typeof profileViewsSchema>

/** A saved view in a profile file, where it has no id. */
export const fileViewSchema = savedViewSchema.omit({ id: true })
export type FileView = z.infer<typeof fileViewSchema>
