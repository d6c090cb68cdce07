import { z } from 'zod'
import { errorValueSchema } from '../error-value.ts'
import { snoozeSchema } from '../expiry/warning-schemas.ts'
import { viewIdSchema } from '../lists/list-views.ts'
import { snapshotIdSchema } from '../lists/snapshot.ts'
import { listNameSchema } from '../profiles/list-name-schema.ts'
import { instantSchema, profileIdSchema } from '../profiles/profile.ts'

export const watchIdSchema = z.uuid()

/** Minutes between two loads, at least and at most. */
export const watchIntervals = { least: 15, most: 1440 } as const

const timeOfDaySchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, 'Enter a time, for example 08:00.')

/** When a watched list is loaded. Times of day are in the person's time zone. */
export const watchScheduleSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('every'), minutes: z.int().min(watchIntervals.least).max(watchIntervals.most) }),
  z.strictObject({ kind: z.literal('daily'), at: timeOfDaySchema }),
  /** `weekday`: 1 is Monday. */
  z.strictObject({ kind: z.literal('weekly'), weekday: z.int().min(1).max(7), at: timeOfDaySchema }),
])
export type WatchSchedule = z.infer<typeof watchScheduleSchema>

/** What a person is warned about. Records are those of the watch's saved view, or all. */
export const watchConditionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('appeared') }),
  z.strictObject({ kind: z.literal('changed') }),
  z.strictObject({ kind: z.literal('vanished') }),
  /** The number of records rises above `bound`. */
  z.strictObject({ kind: z.literal('above'), bound: z.int().min(0) }),
  /** The number of records falls below `bound`. */
  z.strictObject({ kind: z.literal('below'), bound: z.int().min(0) }),
  z.strictObject({ kind: z.literal('failed') }),
  /** The load takes three times as long as usual. */
  z.strictObject({ kind: z.literal('slow') }),
  /** Fields appeared or vanished. */
  z.strictObject({ kind: z.literal('fields') }),
])
export type WatchCondition = z.infer<typeof watchConditionSchema>

/** What a person chooses for a watch. */
export const watchSettingsSchema = z.strictObject({
  schedule: watchScheduleSchema,
  /** At most one of each kind. */
  conditions: z.array(watchConditionSchema).max(8),
  /** How many loads are kept with their records, and for how many days. The last complete one always is. */
  keep: z.strictObject({ loads: z.int().min(2).max(100), days: z.int().min(1).max(400) }),
  /** Path of the identifier; left out, it is found in the data. */
  idPath: z.string().min(1).max(1000).optional(),
})
export type WatchSettings = z.infer<typeof watchSettingsSchema>

export const defaultWatchSettings: WatchSettings = {
  schedule: { kind: 'daily', at: '08:00' },
  conditions: [{ kind: 'appeared' }, { kind: 'failed' }],
  keep: { loads: 10, days: 30 },
}

/** What is watched: a saved view of a list, or without one the whole list. */
export const watchedPlaceSchema = z.strictObject({
  profileId: profileIdSchema,
  list: listNameSchema,
  viewId: viewIdSchema.optional(),
})
export type WatchedPlace = z.infer<typeof watchedPlaceSchema>

/** Differences between a load and the one before, in records of the watch's view. */
export const watchChangesSchema = z.strictObject({
  appeared: z.int().min(0),
  changed: z.int().min(0),
  vanished: z.int().min(0),
  newFields: z.array(z.string()),
  lostFields: z.array(z.string()),
})
export type WatchChanges = z.infer<typeof watchChangesSchema>

const loadShape = {
  /** When it started. */
  at: instantSchema,
  durationMs: z.int().min(0),
  /** The conditions that were met, as far as the person was not warned about them before. */
  met: z.array(watchConditionSchema),
  /** Whether warnings were snoozed, so that nobody was warned. */
  snoozed: z.boolean(),
} as const

/** A load of a watched list, as its history shows it. */
export const watchLoadSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('loaded'),
    ...loadShape,
    pages: z.int().min(0),
    records: z.int().min(0),
    /** Records of the view. */
    matching: z.int().min(0),
    /** Left out if there was no load to compare with, or if they can't be compared: see `notCompared`. */
    changes: watchChangesSchema.optional(),
    notCompared: errorValueSchema.optional(),
    /** Its records, while they are kept, and those of the load it was compared with. */
    snapshotId: snapshotIdSchema.optional(),
    beforeId: snapshotIdSchema.optional(),
    /** The identifier that the records were compared by. */
    idPath: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('failed'), ...loadShape, error: errorValueSchema }),
])
export type WatchLoad = z.infer<typeof watchLoadSchema>

/** A watch as the window and the command line show it. */
export const watchSchema = z.strictObject({
  id: watchIdSchema,
  ...watchedPlaceSchema.shape,
  /** The saved view's name. */
  viewName: z.string().optional(),
  settings: watchSettingsSchema,
  isOn: z.boolean(),
  isLoading: z.boolean(),
  /** When it is loaded next; left out if it is off. */
  nextAt: instantSchema.optional(),
  /** What keeps it from loading, since when; it goes on once that is over. */
  paused: z.strictObject({ since: instantSchema, error: errorValueSchema }).optional(),
  snooze: snoozeSchema.optional(),
  lastLoad: watchLoadSchema.optional(),
  /** Numbers of matching records of the latest loads, oldest first. */
  counts: z.array(z.strictObject({ at: instantSchema, matching: z.int().min(0) })),
  /** Loads that are kept with their records, and their size on disk, bytes. */
  kept: z.strictObject({ loads: z.int().min(0), size: z.int().min(0) }),
})
export type Watch = z.infer<typeof watchSchema>

/** A warning that a condition was met, until a person dismisses it. */
export const watchNoticeSchema = z.strictObject({
  id: z.string(),
  watchId: watchIdSchema,
  ...watchedPlaceSchema.shape,
  at: instantSchema,
  /** `bad` if the load failed. */
  tone: z.enum(['bad', 'warn']),
  title: z.string(),
  text: z.string(),
})
export type WatchNotice = z.infer<typeof watchNoticeSchema>

/** What the last complete load of a list says about the cost of the next. */
export const watchCostSchema = z.strictObject({
  pages: z.int().min(0),
  records: z.int().min(0),
  at: instantSchema,
})
export type WatchCost = z.infer<typeof watchCostSchema>
