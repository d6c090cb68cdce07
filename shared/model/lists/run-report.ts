import { z } from 'zod'
import { runIdSchema, runStateSchema } from './list.ts'
import { listNameSchema } from '../profile/list-name-schema.ts'

/**
 * Something worth telling that happened during a run.
 * - `retry`: a request was sent once more after a pause, because it failed or the service asked for it
 * - `new-token`: the token was refused (401) and a new one was made
 * - `woken`: the computer slept; the request under way was made anew
 * - `failure`: an error ended the reading; it may have gone on later
 * - `warning`: the service contradicted itself
 * - `resumed`: the reading went on from where an earlier one stopped
 */
export const runEventKinds = ['retry', 'new-token', 'woken', 'failure', 'warning', 'resumed'] as const
export const runEventSchema = z.strictObject({
  kind: z.enum(runEventKinds),
  at: z.iso.datetime(),
  /** The page that was being fetched, from 1. */
  page: z.int().min(1),
  words: z.string(),
})
export type RunEvent = z.infer<typeof runEventSchema>
export type RunEventKind = RunEvent['kind']

/** How a run went. Pages and records are all that it has, those of an earlier reading that it goes on from included. */
export const runReportSchema = z.strictObject({
  runId: runIdSchema,
  list: listNameSchema,
  state: runStateSchema,
  pages: z.int().min(0),
  /** How many of them an earlier reading loaded: how long that took, and what happened meanwhile, is not kept. */
  pagesBefore: z.int().min(0),
  records: z.int().min(0),
  startedAt: z.iso.datetime(),
  /** Time spent loading, pauses between loads left out, milliseconds. */
  loadingMs: z.int().min(0),
  /** How much of it was spent waiting before retries, milliseconds. */
  waitingMs: z.int().min(0),
  /** How often each kind of event came. */
  counts: z.record(z.enum(runEventKinds), z.int().min(0)),
  /** The newest events, oldest first. */
  events: z.array(runEventSchema),
  /** How many older events are no longer kept. */
  olderEvents: z.int().min(0),
})
export type RunReport = z.infer<typeof runReportSchema>
