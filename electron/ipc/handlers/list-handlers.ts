import { basename } from 'node:path'
import { plainPicture } from '../../files/plain-picture.ts'
import type { ExportFormat } from '../../../shared/model/lists/export.ts'
import type { Services } from '../../services.ts'
import type { CallHandlers } from '../answer-call.ts'
import type { Desktop } from '../desktop.ts'
import type { JobsUnderWay } from '../jobs-under-way.ts'
import { saveFile } from '../save-file.ts'

const formats: Readonly<Record<ExportFormat, { readonly name: string; readonly extension: string }>> = {
  ndjson: { name: 'NDJSON (one record a line)', extension: 'ndjson' },
  json: { name: 'JSON', extension: 'json' },
  csv: { name: 'CSV', extension: 'csv' },
  parquet: { name: 'Parquet', extension: 'parquet' },
}

type ListCalls = Extract<keyof CallHandlers, `lists.${string}` | `jobs.${string}`>

export function listHandlers(
  { lists, listColumns, linkedRecords }: Services,
  { dialogs }: Desktop,
  jobs: JobsUnderWay,
): Pick<CallHandlers, ListCalls> {
  return {
    'lists.open': ({ profileId, list, restart }) => lists.open(profileId, list, restart),
    'lists.reload': ({ runId }) => lists.reload(runId),
    'lists.cancelNewReading': ({ runId }) => lists.cancelReload(runId),
    'lists.summary': ({ runId }) => lists.summary(runId),
    'lists.report': ({ runId }) => lists.report(runId),
    'lists.load': ({ runId, pages }) => lists.load(runId, pages),
    'lists.pause': ({ runId }) => lists.pause(runId),
    'lists.stop': ({ runId }) => lists.stop(runId),
    'lists.close': ({ runId }) => lists.close(runId),
    'lists.rows': (question) => lists.rows(question),
    'lists.rowOf': ({ runId, view, position }) => lists.rowOf(runId, view, position),
    'lists.commonValues': ({ runId, path, beginning }) => lists.commonValues(runId, path, beginning),
    'lists.record': async ({ runId, position }) => ({ text: await lists.record(runId, position) }),
    'lists.chooseRecordMember': ({ profileId, list, member }) => lists.chooseRecordMember(profileId, list, member),

    'lists.profileColumns': (question) => lists.profileColumns(question),
    'lists.chart': ({ runId, analysisId, view, question }) => lists.chart(runId, analysisId, view, question),
    'lists.cancelAnalysis': ({ analysisId }) => {
      lists.analyses.cancel(analysisId)
      return undefined
    },

    'lists.saveChart': ({ list, ...picture }, { windowId }) => {
      const { format } = picture
      const question = {
        title: 'Save chart',
        filters: [{ name: `${format.toUpperCase()} image`, extensions: [format] }],
        suggestion: `${list}-chart.${format}`,
      }
      return saveFile(dialogs, windowId, question, plainPicture(picture))
    },

    'lists.linkedRecords': ({ runId, position }) => linkedRecords.find(runId, position),
    'lists.cancelLinkedRecords': ({ runId }) => {
      linkedRecords.cancel(runId)
      return undefined
    },

    'lists.columns': (place) => listColumns.read(place),
    'lists.changeColumns': ({ layout, ...place }) => listColumns.changeLayout(place, layout),
    'lists.dismissColumnChange': (place) => listColumns.dismissChange(place),

    'lists.export': ({ jobId, runId, chosen, options }, { windowId }) =>
      lists.leasing(runId, async ({ list, store }) => {
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

    'jobs.cancel': ({ jobId }, { windowId }) => {
      jobs.cancel(windowId, jobId)
      return undefined
    },
  }
}
