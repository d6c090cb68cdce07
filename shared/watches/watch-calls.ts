import { z } from 'zod'
import { nothing, ofList, ofProfile, type CallsOf } from '../call-shapes.ts'
import { instantSchema } from '../profiles/profile.ts'
import {
  watchCostSchema,
  watchedPlaceSchema,
  watchIdSchema,
  watchLoadSchema,
  watchNoticeSchema,
  watchSchema,
  watchSettingsSchema,
} from './watch.ts'

/** The profile tells whose it is: a watch of another one is unknown. */
const ofWatch = ofProfile.extend({ watchId: watchIdSchema })

export const watchCalls = {
  /** Lists the watches of all profiles. */
  'watches.list': { access: 'shows', input: nothing, output: z.array(watchSchema) },
  /** Returns the loads of a watch, newest first. */
  'watches.history': { access: 'shows', input: ofWatch, output: z.array(watchLoadSchema) },
  /** Returns the warnings that were not dismissed, newest first. */
  'watches.notices': { access: 'shows', input: nothing, output: z.array(watchNoticeSchema) },
  /** Returns what the last complete load of a list took; `undefined` if it was never loaded completely. */
  'watches.cost': { access: 'shows', input: ofList, output: watchCostSchema.optional() },
  /** Watches a saved view or a list, or changes its watch. Production asks before it is loaded otherwise than agreed, or loses a warning. */
  'watches.set': {
    access: 'changes',
    input: watchedPlaceSchema.extend({ settings: watchSettingsSchema }),
    output: watchSchema,
  },
  /** Switches a watch on or off; its loads stay. One of Production asks. */
  'watches.switch': { access: 'changes', input: ofWatch.extend({ isOn: z.boolean() }), output: nothing },
  /** Removes a watch with its history and the records of its loads. One of Production asks. */
  'watches.remove': { access: 'changes', input: ofWatch, output: nothing },
  /** Loads it now, also if it is off or paused, and returns its load. Production asks. Fails if it is being loaded elsewhere. */
  'watches.load': { access: 'uses', input: ofWatch, output: watchLoadSchema },
  /** Stops the load that runs in this process. */
  'watches.stop': { access: 'shows', input: ofWatch, output: nothing },
  /** Pauses a watch's warnings until a moment; without one, resumes them. Its history goes on. Production asks before the first. */
  'watches.snooze': { access: 'changes', input: ofWatch.extend({ until: instantSchema.optional() }), output: nothing },
  /** Dismisses the warnings of a watch. */
  'watches.dismiss': { access: 'adjusts', input: ofWatch, output: nothing },
} as const satisfies CallsOf<'watches'>
