import { activityLine, type ActivityFormat } from '#shared/requests/activity.ts'
import { saveFile, type FileQuestion } from '../files/file-dialogs.ts'
import { fileNameFrom } from '../files/separate-files.ts'
import type { HandlerContext, HandlersOf } from '../handler-types.ts'

const filters: Readonly<Record<ActivityFormat, FileQuestion['filters']>> = {
  har: [{ name: 'HTTP Archive', extensions: ['har'] }],
  jsonl: [{ name: 'JSON Lines', extensions: ['jsonl'] }],
}

export function requestHandlers({
  services: { client, history, profiles },
}: HandlerContext): HandlersOf<'connection' | 'activity'> {
  return {
    'connection.get': ({ profileId, path }) => client.get(profileId, path),
    'connection.test': ({ profileId }) => client.testConnection(profileId),
    'activity.list': async (question) => (await history.list(question)).map(activityLine),
    'activity.entry': ({ id }) => history.entry(id),
    'activity.clear': (_input, { confirm }) => history.clear(confirm),
    'activity.failure': () => history.failure(),
    'activity.export': async ({ profileId, format }, { files }) => {
      const owner = profileId === undefined ? 'clavis' : (await profiles.get(profileId)).profile.name
      const { text, lines } = await history.export(profileId, format)
      const suggestion = `${fileNameFrom(owner)}-requests.${format}`
      const question = { title: 'Export requests', filters: filters[format], suggestion }
      const saved = await saveFile(files, question, text)
      return saved && { ...saved, lines }
    },
  }
}
