import { z } from 'zod'
import { nothing, ofList, ofProfile, savedFile, type CallsOf } from '../call-shapes.ts'
import { jobIdSchema } from '../jobs.ts'
import { listNameSchema } from '../profiles/list-name-schema.ts'
import { profileIdSchema } from '../profiles/profile.ts'
import { comparisonRequestSchema, comparisonSchema } from './comparison.ts'
import { csvDelimiters } from './export-forms.ts'
import { chosenRecordsSchema, exportOptionsSchema, exportResultSchema } from './export.ts'
import {
  analysisIdSchema,
  chartPngLimit,
  chartDefinitionSchema,
  chartSchema,
  chartSvgLimit,
  chartTableLimits,
  columnProfilesSchema,
  maxProfiledColumns,
  maxSummedColumns,
  tableGroupsSchema,
} from './list-analysis.ts'
import { columnLayoutSchema, listColumnsSchema, maxArrangedColumns } from './list-columns.ts'
import { maxFilterTextLength } from './list-filter.ts'
import {
  listStateSchema,
  profileViewsSchema,
  savedViewSchema,
  viewContentSchema,
  viewIdSchema,
  viewNameSchema,
} from './list-views.ts'
import {
  commonValueSchema,
  listQuerySchema,
  datasetIdSchema,
  datasetSummarySchema,
  foundRecordSchema,
  loadedListSchema,
  loadNeedSchema,
  rowSchema,
  rowsRequestSchema,
  rowWindowSchema,
} from './list.ts'
import { loadReportSchema } from './load-report.ts'
import { selectedRecordsSchema, selectionSummarySchema, summedColumnSchema } from './selected-records.ts'
import { snapshotIdSchema, snapshotNameSchema, snapshotSchema } from './snapshot.ts'

const ofDataset = z.strictObject({ datasetId: datasetIdSchema })

/** Report lists: loading, querying, analyzing, exporting. */
export const listCalls = {
  /** Opens a list: returns its dataset, or creates one without fetching anything. `restart`: from the first page. */
  'lists.open': { access: 'shows', input: ofList.extend({ restart: z.boolean() }), output: datasetSummarySchema },
  /**
   * Reloads a dataset's list. The dataset stops loading, and stays until the first page of the new one is in, which then
   * replaces it. Returns the list's dataset: the old one if the first page failed or the reload was cancelled. A second
   * call meanwhile joins the first.
   */
  'lists.reload': { access: 'uses', input: ofDataset, output: datasetSummarySchema },
  /** Cancels the reload of a dataset, or clears its failure; does nothing if there is none. */
  'lists.cancelReload': { access: 'shows', input: ofDataset, output: nothing },
  /** Returns the open lists of all profiles, as far as they are loaded. Fetches nothing. */
  'lists.loaded': { access: 'shows', input: nothing, output: z.array(loadedListSchema) },
  'lists.summary': { access: 'shows', input: ofDataset, output: datasetSummarySchema },
  /**
   * Loads the next `pages` pages, all remaining ones, or what an answer needs, up to {@link maxNeededPages}. For Production
   * the last asks first. Returns when they are in, or when the load was paused, failed or completed: see the summary's
   * state. After a failure it resumes from the failed page. A second call joins a running load.
   */
  'lists.load': {
    access: 'uses',
    input: ofDataset.extend({
      pages: z.union([z.int().min(1).max(100), z.literal('all'), z.strictObject({ until: loadNeedSchema })]),
    }),
    output: datasetSummarySchema,
  },
  /** Returns whether everything that an answer needs is loaded. */
  'lists.reaches': { access: 'shows', input: ofDataset.extend({ need: loadNeedSchema }), output: z.boolean() },
  /** Stops loading after the current page. Loaded records stay, and `lists.load` resumes. */
  'lists.pause': { access: 'shows', input: ofDataset, output: datasetSummarySchema },
  /** Stops at once and cancels the current request. Loaded records stay, and `lists.load` resumes. */
  'lists.stop': { access: 'shows', input: ofDataset, output: datasetSummarySchema },
  /** Closes a dataset and frees its rows. */
  'lists.close': { access: 'shows', input: ofDataset, output: nothing },
  /** Returns details of a load so far: time, retries, warnings. */
  'lists.report': { access: 'shows', input: ofDataset, output: loadReportSchema },
  'lists.rows': { access: 'shows', input: ofDataset.extend(rowsRequestSchema.shape), output: rowWindowSchema },
  /** Returns the row of a record in a query, counted from 0; `undefined` if the query filters it out. */
  'lists.rowOf': {
    access: 'shows',
    input: ofDataset.extend({ query: listQuerySchema, position: z.int().min(0) }),
    output: z.int().min(0).optional(),
  },
  /**
   * Returns a column’s most frequent values among the loaded records that start with a text, ignoring case. A newer
   * call cancels an older one, which then fails with `cancelled`.
   */
  'lists.commonValues': {
    access: 'shows',
    input: ofDataset.extend({ path: z.string(), beginning: z.string().max(1000) }),
    output: z.array(commonValueSchema),
  },
  /**
   * Finds loaded records of all open lists by a text that their identifier is or, if none is, contains, ignoring case. A
   * newer call cancels an older one, which then fails with `cancelled`.
   */
  'lists.findRecords': {
    access: 'shows',
    input: z.strictObject({ text: z.string().min(1).max(maxFilterTextLength) }),
    output: z.array(foundRecordSchema),
  },
  /** Returns a record's exact text as the service sent it. */
  'lists.record': {
    access: 'shows',
    input: ofDataset.extend({ position: z.int().min(0) }),
    output: z.strictObject({ text: z.string() }),
  },
  /** Returns a record's values at some paths in full, where `lists.rows` cuts long ones; up to 64 Mi characters in all. */
  'lists.wholeRow': {
    access: 'shows',
    input: ofDataset.extend({ position: z.int().min(0), paths: z.array(z.string()).max(maxArrangedColumns) }),
    output: rowSchema,
  },
  /** Returns selected records as rows with their values in full. Fails if they are more than the clipboard takes. */
  'lists.selectedRows': {
    access: 'shows',
    input: ofDataset.extend({
      selection: selectedRecordsSchema,
      paths: z.array(z.string()).max(maxArrangedColumns),
    }),
    output: z.array(rowSchema),
  },
  /** Sums up the numbers of selected records in a column, like `lists.profileColumns`. */
  'lists.summarizeSelection': {
    access: 'shows',
    input: ofDataset.extend({
      analysisId: analysisIdSchema,
      selection: selectedRecordsSchema,
      ...summedColumnSchema.shape,
    }),
    output: selectionSummarySchema,
  },
  /**
   * Saves in the profile which field holds a list's records. A dataset with records of another one stays until it is
   * reloaded; an empty one must be opened again.
   */
  'lists.chooseRecordMember': {
    access: 'changes',
    input: ofList.extend({ member: z.string().min(1) }),
    output: nothing,
  },
  /**
   * Computes column statistics over all loaded records of a query. `timeZone` is the person's, for histograms of dates.
   * Long ones report progress with `lists.analysing` and can be cancelled.
   */
  'lists.profileColumns': {
    access: 'shows',
    input: ofDataset.extend({
      analysisId: analysisIdSchema,
      query: listQuerySchema,
      paths: z.array(z.string()).min(1).max(maxProfiledColumns),
      timeZone: chartDefinitionSchema.shape.timeZone,
    }),
    output: columnProfilesSchema,
  },
  /** Finds the columns that have the same value in all loaded records; can be cancelled like the column statistics. */
  'lists.constantColumns': {
    access: 'shows',
    input: ofDataset.extend({ analysisId: analysisIdSchema }),
    output: z.array(z.string()),
  },
  /** Computes a chart over all loaded records of a query, like `lists.profileColumns`. */
  'lists.chart': {
    access: 'shows',
    input: ofDataset.extend({
      analysisId: analysisIdSchema,
      query: listQuerySchema,
      definition: chartDefinitionSchema,
    }),
    output: chartSchema,
  },
  /**
   * Returns the groups of a query as `lists.rows` orders them, like `lists.profileColumns`, and what the numbers of some
   * columns add up to in each.
   */
  'lists.groups': {
    access: 'shows',
    input: ofDataset.extend({
      analysisId: analysisIdSchema,
      query: listQuerySchema,
      sums: z.array(summedColumnSchema).max(maxSummedColumns),
    }),
    output: tableGroupsSchema,
  },
  /** Cancels an analysis, whose call then fails with `cancelled`. */
  'lists.cancelAnalysis': {
    access: 'shows',
    input: ofDataset.extend({ analysisId: analysisIdSchema }),
    output: nothing,
  },
  /**
   * Saves a chart to a file chosen in a dialog: as drawn by the page, main writes only valid pictures, or its table as CSV
   * for spreadsheets, in which main leaves no formulas.
   */
  'lists.saveChart': {
    access: 'shows',
    input: z.discriminatedUnion('format', [
      z.strictObject({ format: z.literal('svg'), list: listNameSchema, svg: z.string().max(chartSvgLimit) }),
      z.strictObject({ format: z.literal('png'), list: listNameSchema, base64: z.base64().max(chartPngLimit) }),
      z.strictObject({
        format: z.literal('csv'),
        list: listNameSchema,
        delimiter: z.enum(csvDelimiters),
        rows: z
          .array(z.array(z.string().max(chartTableLimits.cell)).min(1).max(chartTableLimits.columns))
          .min(1)
          .max(chartTableLimits.rows),
      }),
    ]),
    output: savedFile,
  },
  /** Returns the layout of a list's columns, and how the data's columns changed since an earlier load. */
  'lists.columns': { access: 'shows', input: ofList, output: listColumnsSchema },
  'lists.changeColumns': { access: 'adjusts', input: ofList.extend({ layout: columnLayoutSchema }), output: nothing },
  /** Marks the column changes as seen, so that they are no longer shown. */
  'lists.dismissColumnChange': { access: 'adjusts', input: ofList, output: nothing },
  /** Returns the saved views of a profile, and how its lists were left. */
  'lists.views': { access: 'shows', input: ofProfile, output: profileViewsSchema },
  /** Returns the saved views of all profiles. */
  'lists.savedViews': {
    access: 'shows',
    input: nothing,
    output: z.array(z.strictObject({ profileId: profileIdSchema, view: savedViewSchema })),
  },
  /** Keeps how a list is shown, for the next start. */
  'lists.keepState': { access: 'adjusts', input: ofList.extend({ state: listStateSchema }), output: nothing },
  /** Forgets how the lists of all profiles were left. Saved views stay. */
  'lists.forgetStates': { access: 'adjusts', input: nothing, output: nothing },
  'lists.saveView': {
    access: 'adjusts',
    input: ofList.extend({ name: viewNameSchema, content: viewContentSchema }),
    output: savedViewSchema,
  },
  /** Renames a saved view, changes what it holds, or both. */
  'lists.changeView': {
    access: 'adjusts',
    input: z.strictObject({
      viewId: viewIdSchema,
      name: viewNameSchema.optional(),
      content: viewContentSchema.optional(),
    }),
    output: nothing,
  },
  'lists.removeView': { access: 'adjusts', input: z.strictObject({ viewId: viewIdSchema }), output: nothing },
  /**
   * Exports loaded records to a file chosen in a dialog, as a job. A partial file never has the final name.
   * `undefined`: dialog cancelled.
   */
  'lists.export': {
    access: 'shows',
    input: z.strictObject({
      jobId: jobIdSchema,
      datasetId: datasetIdSchema,
      chosen: chosenRecordsSchema,
      options: exportOptionsSchema,
    }),
    output: exportResultSchema
      .extend({
        fileName: z.string(),
        /** By which `app.openSavedFile` and `app.showSavedFile` find the file, one of them once. */
        fileId: z.uuid(),
        canOpen: z.boolean(),
      })
      .optional(),
  },
} as const satisfies CallsOf<'lists'>

export const jobCalls = {
  /** Cancels a job, whose call then fails with `cancelled`; does nothing if it has ended. */
  'jobs.cancel': { access: 'shows', input: z.strictObject({ jobId: jobIdSchema }), output: nothing },
} as const satisfies CallsOf<'jobs'>

export const snapshotCalls = {
  /** Lists the snapshots of all profiles, newest first. */
  'snapshots.list': { access: 'shows', input: nothing, output: z.array(snapshotSchema) },
  /** Saves a dataset as a snapshot; its records then outlive the app. */
  'snapshots.keep': {
    access: 'changes',
    input: z.strictObject({ datasetId: datasetIdSchema, name: snapshotNameSchema }),
    output: nothing,
  },
  'snapshots.rename': {
    access: 'changes',
    input: z.strictObject({ snapshotId: snapshotIdSchema, name: snapshotNameSchema }),
    output: nothing,
  },
  /** Removes a snapshot from disk. If it is open, its dataset stays until it is closed. */
  'snapshots.remove': { access: 'changes', input: z.strictObject({ snapshotId: snapshotIdSchema }), output: nothing },
  /** Opens a snapshot in place of the open dataset of its profile and list. */
  'snapshots.open': {
    access: 'shows',
    input: z.strictObject({ snapshotId: snapshotIdSchema }),
    output: datasetSummarySchema,
  },
  /** Compares two datasets or snapshots, as a job. The differences are a dataset of their own, closed with `lists.close`. */
  'comparisons.compare': { access: 'shows', input: comparisonRequestSchema, output: comparisonSchema },
} as const satisfies CallsOf<'snapshots' | 'comparisons'>
