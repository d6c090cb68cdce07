import { basename } from 'node:path'
import { csvTable } from '#shared/lists/csv-cell.ts'
import type { ExportFormat } from '#shared/lists/export.ts'
import { saveFile } from '../files/file-dialogs.ts'
import { savedFileAt } from '../files/saved-file.ts'
import type { HandlerContext, HandlersOf } from '../handler-types.ts'
import { recordsOfView } from './views/view-query.ts'

const formats: Readonly<Record<ExportFormat, { readonly name: string; readonly extension: ExportFormat }>> = {
  ndjson: { name: 'NDJSON (one record a line)', extension: 'ndjson' },
  json: { name: 'JSON', extension: 'json' },
  csv: { name: 'CSV', extension: 'csv' },
  xlsx: { name: 'Excel workbook', extension: 'xlsx' },
  parquet: { name: 'Parquet', extension: 'parquet' },
}

/** Creates the handlers of calls for lists and long-running jobs. */
export function listHandlers({
  services: { lists, datasets, listColumns, listViews, watches },
  jobs,
  savedFiles,
}: HandlerContext): HandlersOf<'lists' | 'jobs'> {
  return {
    'lists.open': ({ profileId, list, restart }) => lists.open(profileId, list, restart),
    'lists.reload': ({ datasetId }) => lists.reloads.reload(datasetId),
    'lists.cancelReload': ({ datasetId }) => lists.reloads.cancel(datasetId),
    'lists.loaded': () => datasets.loaded(),
    'lists.summary': ({ datasetId }) => datasets.get(datasetId).summary(),
    'lists.report': ({ datasetId }) => datasets.get(datasetId).report(),
    'lists.load': ({ datasetId, pages }, { confirm }) => lists.load(datasetId, pages, confirm),
    'lists.reaches': ({ datasetId, need }) => datasets.get(datasetId).loader.reaches(need),
    'lists.pause': ({ datasetId }) => datasets.get(datasetId).pause(),
    'lists.stop': ({ datasetId }) => datasets.get(datasetId).stop(),
    'lists.close': ({ datasetId }) => datasets.close(datasetId),
    'lists.rows': ({ datasetId, ...request }) => datasets.get(datasetId).rows(request),
    'lists.rowOf': ({ datasetId, query, position }) => datasets.get(datasetId).rowOf(query, position),
    'lists.commonValues': ({ datasetId, path, beginning }) =>
      datasets.get(datasetId).store.commonValues(path, beginning),
    'lists.findRecords': ({ text }) => lists.finder.find(text),
    'lists.record': async ({ datasetId, position }) => ({ text: await datasets.get(datasetId).record(position) }),
    'lists.wholeRow': ({ datasetId, position, paths }) => datasets.get(datasetId).wholeRow(position, paths),
    'lists.selectedRows': ({ datasetId, selection, paths }) => datasets.get(datasetId).selectedRows(selection, paths),
    'lists.summarizeSelection': ({ datasetId, analysisId, selection, ...columns }) => {
      const dataset = datasets.get(datasetId)
      return lists.analyses.run(analysisId, (control) => dataset.summarizeSelection(selection, columns, control))
    },
    'lists.chooseRecordMember': ({ profileId, list, member }) => lists.chooseRecordMember(profileId, list, member),

    'lists.constantColumns': ({ datasetId, analysisId }) =>
      lists.analyses.run(analysisId, datasets.get(datasetId).store.constantColumns),
    'lists.profileColumns': ({ datasetId, analysisId, query, paths, timeZone }) => {
      const { store } = datasets.get(datasetId)
      return lists.analyses.run(analysisId, (control) => store.profileColumns(query, paths, timeZone, control))
    },
    'lists.chart': ({ datasetId, analysisId, query, definition }) => {
      const { store } = datasets.get(datasetId)
      return lists.analyses.run(analysisId, (control) => store.chart(query, definition, control))
    },
    'lists.groups': ({ datasetId, analysisId, query, sums }) => {
      const dataset = datasets.get(datasetId)
      return lists.analyses.run(analysisId, (control) => dataset.groups(query, sums, control))
    },
    'lists.cancelAnalysis': ({ analysisId }) => lists.analyses.cancel(analysisId),

    'lists.saveChart': async ({ list, ...chart }, { files }) => {
      const { plainPicture } = await import('../files/plain-picture.ts')
      const { format } = chart
      const name = format === 'csv' ? formats.csv.name : `${format.toUpperCase()} image`
      const content = chart.format === 'csv' ? `\uFEFF${csvTable(chart.rows, chart.delimiter)}` : plainPicture(chart)
      const dialog = {
        title: 'Save chart',
        filters: [{ name, extensions: [format] }],
        suggestion: `${list}-chart.${format}`,
      }
      return saveFile(files, dialog, content)
    },

    'lists.columns': (place) => listColumns.read(place),
    'lists.changeColumns': ({ layout, ...place }) => listColumns.changeLayout(place, layout),
    'lists.dismissColumnChange': (place) => listColumns.dismissChange(place),

    'lists.views': ({ profileId }) => listViews.read(profileId),
    'lists.savedViews': () => listViews.all(),
    'lists.keepState': ({ state, ...place }) => listViews.keepState(place, state),
    'lists.forgetStates': () => listViews.forgetStates(),
    'lists.saveView': ({ name, content, ...place }) => listViews.save(place, name, content),
    'lists.changeView': ({ viewId, ...change }) => listViews.change(viewId, change),
    'lists.removeView': async ({ viewId }, { confirm }) => {
      // Its watch goes with it, which Production asks about.
      const watch = (await watches.all()).find((each) => each.viewId === viewId)
      if (watch !== undefined) await watches.remove(watch.profileId, watch.id, confirm)
      await listViews.remove(viewId)
    },

    'lists.export': ({ jobId, datasetId, chosen, options }, { id, files }) =>
      lists.leasing(datasetId, async ({ list, store }) => {
        const { name, extension } = formats[options.format]
        const path = await files.chooseTarget({
          title: 'Export list',
          filters: [{ name, extensions: [extension] }],
          suggestion: `${list}.${extension}`,
        })
        if (path === undefined) return undefined
        const result = await jobs.run(id, jobId, (control) => store.exportTo(chosen, options, path, control))
        const file = await savedFileAt(path, extension, options.format === 'csv' && !options.guardFormulas)
        return { ...result, fileName: basename(path), fileId: savedFiles.keep(id, file), canOpen: file.canOpen }
      }),

    'jobs.cancel': ({ jobId }, { id }) => jobs.cancel(id, jobId),
  }
}

/** Creates the handlers of calls for snapshots and differences. */
export function snapshotHandlers({
  services: { snapshots, comparisons, listViews, settings },
  jobs,
}: HandlerContext): HandlersOf<'snapshots' | 'comparisons'> {
  return {
    'snapshots.list': () => snapshots.list(),
    'snapshots.keep': async ({ datasetId, name }) => {
      await snapshots.keep(datasetId, name)
    },
    'snapshots.rename': ({ snapshotId, name }) => snapshots.rename(snapshotId, name),
    'snapshots.remove': ({ snapshotId }) => snapshots.remove(snapshotId),
    'snapshots.open': ({ snapshotId }) => snapshots.open(snapshotId),
    'comparisons.compare': async ({ jobId, before, after, idPath, viewId }, { id }) => {
      const { dates } = await settings.read()
      const view = (await listViews.all()).find((each) => each.view.id === viewId)?.view
      return jobs.run(id, jobId, (control) =>
        comparisons.compare(before, after, idPath, control, (columns) => view && recordsOfView(view, columns, dates)),
      )
    },
  }
}
