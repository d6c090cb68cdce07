import type { ActivityFormat } from '#shared/requests/activity.ts'
import { fileNameFrom } from '../files/file-name.ts'
import type { FileQuestion } from '../window/file-dialogs.ts'
import type { HandlersOf } from '../ipc/answer-call.ts'
import type { HandlerContext } from '../handler-context.ts'
import { saveFile } from '../ipc/save-file.ts'

const filters: Readonly<Record<ActivityFormat, FileQuestion['filters']>> = {
  har: [{ name: 'HTTP Archive', extensions: ['har'] }],
  jsonl: [{ name: 'JSON Lines', extensions: ['jsonl'] }],
}

/** Creates the handlers of calls for the activity. */
export function activityHandlers({
  services: { history, profiles },
  desktop: { dialogs },
  questions,
}: HandlerContext): HandlersOf<'activity'> {
  return {
    'activity.list': (question) => history.list(question),
    'activity.clear': (_input, { windowId }) => history.clear(questions.inWindow(windowId)),
    'activity.failure': () => history.failure(),
    'activity.export': async ({ profileId, format }, { windowId }) => {
      const owner = profileId === undefined ? 'clavis' : (await profiles.get(profileId)).profile.name
      const { text, lines } = await history.export(profileId, format)
      const suggestion = `${fileNameFrom(owner)}-activity.${format}`
      const question = { title: 'Export activity', filters: filters[format], suggestion }
      const saved = await saveFile(dialogs, windowId, question, text)
      return saved && { ...saved, lines }
    },
  }
}
