import { basename } from 'node:path'
import { plainPicture } from '../../../files/pictures/plain-picture.ts'
import type { ExportFormat } from '../../../../shared/model/lists/export/export.ts'
import type { HandlersOf } from '../../calls/answer-call.ts'
import type { HandlerContext } from '../../handler-context.ts'
import { saveFile } from '../../files/save-file.ts'

const formats: Readonly<Record<ExportFormat, { readonly name: string; readonly extension: string }>> = {
  ndjson: { name: 'NDJSON (one record a line)', extension: 'ndjson' },
  json: { name: 'JSON', extension: 'json' },
  csv: { name: 'CSV', extension: 'csv' },
  parquet: { name: 'Parquet', extension: 'parquet' },
}

/** Creates the handlers of calls for lists and long-running jobs. */
export function listHandlers({
  services: { lists, listColumns },
  desktop: { dialogs },
  jobs,
}: HandlerContext): HandlersOf<'lists' | 'jobs'> {
  return {
    'lists.open': ({ profileId, list, restart }) => lists.open(profileId, list, restart),
    'lists.reload': ({ datasetId }) => lists.reload(datasetId),
    'lists.cancelReload': ({ datasetId }) => lists.cancelReload(datasetId),
    'lists.loaded': ({ profileId }) => lists.runsOf(profileId),
    'lists.summary': ({ datasetId }) => lists.summary(datasetId),
    'lists.report': ({ datasetId }) => lists.report(datasetId),
    'lists.load': ({ datasetId, pages }) => lists.load(datasetId, pages),
    'lists.pause': ({ datasetId }) => lists.pause(datasetId),
    'lists.stop': ({ datasetId }) => lists.stop(datasetId),
    'lists.close': ({ datasetId }) => lists.close(datasetId),
    'lists.rows': (question) => lists.rows(question),
    'lists.rowOf': ({ datasetId, view, position }) => lists.rowOf(datasetId, view, position),
    'lists.commonValues': ({ datasetId, path, beginning }) => lists.commonValues(datasetId, path, beginning),
    'lists.record': async ({ datasetId, position }) => ({ text: await lists.record(datasetId, position) }),
    'lists.chooseRecordMember': ({ profileId, list, member }) => lists.chooseRecordMember(profileId, list, member),

    'lists.constantColumns': ({ datasetId, analysisId }) => lists.constantColumns(datasetId, analysisId),
    'lists.profileColumns': (question) => lists.profileColumns(question),
    'lists.chart': ({ datasetId, analysisId, view, question }) => lists.chart(datasetId, analysisId, view, question),
    'lists.cancelAnalysis': ({ analysisId }) => lists.analyses.cancel(analysisId),

    'lists.saveChart': ({ list, ...picture }, { windowId }) => {
      const { format } = picture
      const question = {
        title: 'Save chart',
        filters: [{ name: `${format.toUpperCase()} image`, extensions: [format] }],
        suggestion: `${list}-chart.${format}`,
      }
      return saveFile(dialogs, windowId, question, plainPicture(picture))
    },

    'lists.columns': (place) => listColumns.read(place),
    'lists.changeColumns': ({ layout, ...place }) => listColumns.changeLayout(place, layout),
    'lists.dismissColumnChange': (place) => listColumns.dismissChange(place),

    'lists.export': ({ jobId, datasetId, chosen, options }, { windowId }) =>
      lists.leasing(datasetId, async ({ list, store }) => {
        const { name, extension } = formats[options.format]
        const path = await dialogs.chooseTarget(windowId, {
          title: 'Export list',
          filters: [{ name, extensions: [extension] }],
          suggestion: `${list}.${extension}`,
        })
        if (path === undefined) return undefined
        const result = await jobs.run(windowId, jobId, (control) => store.exportTo(chosen, options, path, control))
        return { ...result, fileName: basename(path) }
      }),

    'jobs.cancel': ({ jobId }, { windowId }) => jobs.cancel(windowId, jobId),
  }
}
