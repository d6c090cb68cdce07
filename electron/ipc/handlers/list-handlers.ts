import { basename } from 'node:path'
import type { ExportFormat } from '../../../shared/model/list.ts'
import type { Services } from '../../services.ts'
import type { CallHandlers } from '../answer-call.ts'
import type { Desktop } from '../desktop.ts'

const formats: Readonly<Record<ExportFormat, { readonly name: string; readonly extension: string }>> = {
  ndjson: { name: 'NDJSON (one record a line)', extension: 'ndjson' },
  json: { name: 'JSON', extension: 'json' },
  csv: { name: 'CSV', extension: 'csv' },
}

type ListCalls = Extract<keyof CallHandlers, `lists.${string}`>

/** Handlers of the list calls. */
export function listHandlers({ lists }: Services, { dialogs }: Desktop): Pick<CallHandlers, ListCalls> {
  return {
    'lists.open': ({ profileId, list, restart }) => lists.open(profileId, list, restart),
    'lists.summary': ({ runId }) => lists.summary(runId),
    'lists.load': ({ runId, pages }) => lists.load(runId, pages),
    'lists.pause': ({ runId }) => lists.pause(runId),
    'lists.stop': ({ runId }) => lists.stop(runId),
    'lists.close': ({ runId }) => lists.close(runId),
    'lists.rows': (question) => lists.rows(question),
    'lists.commonValues': ({ runId, path, beginning }) => lists.commonValues(runId, path, beginning),
    'lists.record': async ({ runId, position }) => ({ text: await lists.record(runId, position) }),
    'lists.chooseRecordMember': ({ profileId, list, member }) => lists.chooseRecordMember(profileId, list, member),

    'lists.export': async ({ runId, view, format }, { windowId }) => {
      const { name, extension } = formats[format]
      const { list } = lists.summary(runId)
      const path = await dialogs.chooseTarget(windowId, {
        title: 'Save the list',
        filters: [{ name, extensions: [extension] }],
        suggestion: `${list}.${extension}`,
      })
      if (path === undefined) return undefined
      const { records } = await lists.exportTo(runId, view, format, path)
      return { fileName: basename(path), records }
    },
  }
}
