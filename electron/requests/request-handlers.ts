import { activityLine, type ActivityFormat } from '#shared/requests/activity.ts'
import type { HandlerContext, HandlersOf } from '../door.ts'
import { fileNameFrom } from '../files/separate-files.ts'
import { saveFile } from '../ipc/window-dialogs.ts'
import type { FileQuestion } from '../window/file-dialogs.ts'

const filters: Readonly<Record<ActivityFormat, FileQuestion['filters']>> = {
  har: [{ name: 'HTTP Archive', extensions: ['har'] }],
  jsonl: [{ name: 'JSON Lines', extensions: ['jsonl'] }],
}

export function requestHandlers({
  services: { client, history, profiles },
  desktop: { dialogs },
}: HandlerContext): HandlersOf<'connection' | 'activity'> {
  return {
    'connection.get': ({ profileId, path }) => client.get(profileId, path),
    'connection.test': ({ profileId }) => client.testConnection(profileId),
    'activity.list': async (question) => (await history.list(question)).map(activityLine),
    'activity.entry': ({ id }) => history.entry(id),
    'activity.clear': (_input, { confirm }) => history.clear(confirm),
    'activity.failure': () => history.failure(),
    'activity.export': async ({ profileId, format }, { windowId }) => {
      const owner = profileId === undefined ? 'clavis' : (await profiles.get(profileId)).profile.name
      const { text, lines } = await history.export(profileId, format)
      const suggestion = `${fileNameFrom(owner)}-requests.${format}`
      const question = { title: 'Export requests', filters: filters[format], suggestion }
      const saved = await saveFile(dialogs, windowId, question, text)
      return saved && { ...saved, lines }
    },
  }
}
