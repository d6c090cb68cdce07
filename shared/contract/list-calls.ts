import { z } from 'zod'
import { chosenRecordsSchema, exportOptionsSchema, exportResultSchema } from '../model/lists/export.ts'
import { jobIdSchema } from '../model/lists/job.ts'
import { linkedListSchema } from '../model/lists/linked-record.ts'
import {
  analysisIdSchema,
  chartPngLimit,
  chartQuestionSchema,
  chartSchema,
  chartSvgLimit,
  columnProfilesSchema,
  mostProfiledColumns,
} from '../model/lists/list-analysis.ts'
import { columnLayoutSchema, listColumnsSchema } from '../model/lists/list-columns.ts'
import { commonValueSchema, listViewSchema, runIdSchema, runSummarySchema } from '../model/lists/list.ts'
import { listNameSchema } from '../model/profile/list-name-schema.ts'
import { packedRowsSchema } from '../model/lists/packed-rows-schema.ts'
import { profileIdSchema } from '../model/profile/profile.ts'
import { runReportSchema } from '../model/lists/run-report.ts'
import type { CallsOf } from './call-shapes.ts'
import { nothing, ofList, savedFile } from './recurring-shapes.ts'

const ofRun = z.strictObject({ runId: runIdSchema })

/** The report lists: reading, looking, counting, saving. */
export const listCalls = {
  /** Opens a list: answers the run that is there, or starts one without fetching anything. `restart`: from the first page. */
  'lists.open': {
    input: z.strictObject({ profileId: profileIdSchema, list: listNameSchema, restart: z.boolean() }),
    output: runSummarySchema,
  },
  /**
   * Reads a run's list anew. The run, whose fetching stops, stays until the new reading's first page is in; then that one
   * takes its place. Answers the reading that is the list's now: where the first page failed, or the new reading was
   * cancelled, that is the run as it was. A second call meanwhile joins the first.
   */
  'lists.readAnew': { input: ofRun, output: runSummarySchema },
  /** Ends the new reading that is to take a run's place, or forgets that it failed; nothing happens where there is none. */
  'lists.cancelNewReading': { input: ofRun, output: nothing },
  'lists.summary': { input: ofRun, output: runSummarySchema },
  /**
   * Fetches the next `pages` pages, or all that follow. Answers when they are in, or when the run was paused, failed or
   * completed: look at the summary's state. After a failure it goes on from the page that failed. While a fetch is
   * under way a second call joins it.
   */
  'lists.load': {
    input: z.strictObject({ runId: runIdSchema, pages: z.union([z.int().min(1).max(100), z.literal('all')]) }),
    output: runSummarySchema,
  },
  /** Stops fetching after the page that is under way; what came is kept and `lists.load` goes on. */
  'lists.pause': { input: ofRun, output: runSummarySchema },
  /** Stops at once; the request under way is cancelled. What came is kept and `lists.load` goes on. */
  'lists.stop': { input: ofRun, output: runSummarySchema },
  /** Ends a run and frees its rows. */
  'lists.close': { input: ofRun, output: nothing },
  /** How a run went so far: time, retries, warnings. */
  'lists.report': { input: ofRun, output: runReportSchema },
  /** Rows of a view from `offset` on, with a cell for each of `paths`. */
  'lists.rows': {
    input: z.strictObject({
      runId: runIdSchema,
      view: listViewSchema,
      offset: z.int().min(0),
      limit: z.int().min(1).max(1000),
      paths: z.array(z.string()).max(500),
    }),
    output: packedRowsSchema,
  },
  /** The row of a view that a record is in, counted from 0; `undefined`: the view leaves it out. */
  'lists.rowOf': {
    input: z.strictObject({ runId: runIdSchema, view: listViewSchema, position: z.int().min(0) }),
    output: z.int().min(0).optional(),
  },
  /**
   * A column’s commonest values among the loaded records that begin with a text, letter case ignored. A newer question
   * cancels an older one, which then fails with `list-cancelled`.
   */
  'lists.commonValues': {
    input: z.strictObject({ runId: runIdSchema, path: z.string(), beginning: z.string().max(1000) }),
    output: z.array(commonValueSchema),
  },
  /** A record's exact text as the service sent it. */
  'lists.record': {
    input: z.strictObject({ runId: runIdSchema, position: z.int().min(0) }),
    output: z.strictObject({ text: z.string() }),
  },
  /**
   * Remembers on the profile which member holds a list's records. A run that has records of another one stays until it is
   * read anew; one that has none must be opened anew.
   */
  'lists.chooseRecordMember': {
    input: z.strictObject({ profileId: profileIdSchema, list: listNameSchema, member: z.string().min(1) }),
    output: nothing,
  },
  /**
   * Profiles columns over all loaded records of a view, whatever is on the screen. `timeZone` is the person's, for
   * histograms of dates. Long ones tell of themselves by `lists.analysing` and can be cancelled.
   */
  'lists.profileColumns': {
    input: z.strictObject({
      runId: runIdSchema,
      analysisId: analysisIdSchema,
      view: listViewSchema,
      paths: z.array(z.string()).min(1).max(mostProfiledColumns),
      timeZone: chartQuestionSchema.shape.timeZone,
    }),
    output: columnProfilesSchema,
  },
  /** A chart's numbers over all loaded records of a view, as `lists.profileColumns`. */
  'lists.chart': {
    input: z.strictObject({
      runId: runIdSchema,
      analysisId: analysisIdSchema,
      view: listViewSchema,
      question: chartQuestionSchema,
    }),
    output: chartSchema,
  },
  /** Ends an analysis, whose call then fails with `list-cancelled`. */
  'lists.cancelAnalysis': {
    input: z.strictObject({ runId: runIdSchema, analysisId: analysisIdSchema }),
    output: nothing,
  },
  /** Saves a chart that the page has drawn, by a file dialog; only pictures and nothing else are written. */
  'lists.saveChart': {
    input: z.discriminatedUnion('format', [
      z.strictObject({ format: z.literal('svg'), list: listNameSchema, svg: z.string().max(chartSvgLimit) }),
      z.strictObject({ format: z.literal('png'), list: listNameSchema, base64: z.base64().max(chartPngLimit) }),
    ]),
    output: savedFile,
  },
  /**
   * Which records of the profile's other lists have an identifier of this record, among what is loaded. A question for
   * another record of the run ends the one before with `list-cancelled`.
   */
  'lists.linkedRecords': {
    input: z.strictObject({ runId: runIdSchema, position: z.int().min(0) }),
    output: z.array(linkedListSchema),
  },
  'lists.cancelLinkedRecords': { input: ofRun, output: nothing },
  /** How the person arranged a list's columns, and how the data's columns changed since an earlier reading. */
  'lists.columns': { input: ofList, output: listColumnsSchema },
  'lists.changeColumns': { input: ofList.extend({ layout: columnLayoutSchema }), output: nothing },
  /** The person has seen how the columns changed: it is told no more. */
  'lists.dismissColumnChange': { input: ofList, output: nothing },
  /**
   * Saves loaded records by a file dialog, as a job. A partial file never stands under the final name. `undefined`:
   * dialog closed.
   */
  'lists.export': {
    input: z.strictObject({
      jobId: jobIdSchema,
      runId: runIdSchema,
      chosen: chosenRecordsSchema,
      options: exportOptionsSchema,
    }),
    output: exportResultSchema.extend({ fileName: z.string() }).optional(),
  },
} as const satisfies CallsOf<'lists'>
