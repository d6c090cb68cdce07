import { z } from 'zod'
import { listNameSchema } from '../profiles/list-name-schema.ts'
import { datasetIdSchema, loadStateSchema } from './list.ts'

/**
 * A notable event during a load.
 * - `retry`: a request was retried after a pause, because it failed or the service requested it
 * - `new-token`: the token was refused (401) and a new one was requested
 * - `woken`: the computer slept; the current request was resent
 * - `failure`: an error stopped the load, which may have been resumed later
 * - `warning`: the service contradicted itself
 * - `resumed`: an earlier load was resumed
 */
export const loadEventKinds = ['retry', 'new-token', 'woken', 'failure', 'warning', 'resumed'] as const
export const loadEventSchema = z.strictObject({
  kind: z.enum(loadEventKinds),
  at: z.iso.datetime(),
  /** The page that was being loaded, from 1. */
  page: z.int().min(1),
  words: z.string(),
})
export type LoadEvent = z.infer<typeof loadEventSchema>
export type LoadEventKind = LoadEvent['kind']

/** Details of a load. Pages and records are totals, including those of an earlier load that it resumed. */
export const loadReportSchema = z.strictObject({
  datasetId: datasetIdSchema,
  list: listNameSchema,
  state: loadStateSchema,
  pages: z.int().min(0),
  /** How many of them an earlier load contributed, whose duration and events are not stored. */
  pagesBefore: z.int().min(0),
  records: z.int().min(0),
  startedAt: z.iso.datetime(),
  /** Time spent loading, without pauses between loads, milliseconds. */
  loadingMs: z.int().min(0),
  /** Part of it spent waiting before retries, milliseconds. */
  waitingMs: z.int().min(0),
  counts: z.record(z.enum(loadEventKinds), z.int().min(0)),
  /** The newest events, oldest first. */
  events: z.array(loadEventSchema),
  /** Number of older events, which were dropped. */
  olderEvents: z.int().min(0),
})
export type LoadReport = z.infer<typeof loadReportSchema>
