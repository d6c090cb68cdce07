import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { writeFileAtomically } from '../../files/atomic-file.ts'
import { fileNameFrom } from '../../files/file-name.ts'
import type { Services } from '../../services.ts'
import type { CallHandlers } from '../answer-call.ts'
import type { Desktop } from '../desktop.ts'
import type { WindowQuestions } from '../window-questions.ts'

type ReplacementCalls = Extract<keyof CallHandlers, `replacements.${string}`>

/** Creates the handlers of calls that replace a credential step by step. */
export function replacementHandlers(
  { replacements }: Services,
  { dialogs }: Desktop,
  questions: WindowQuestions,
): Pick<CallHandlers, ReplacementCalls> {
  return {
    'replacements.list': () => replacements.list(),
    'replacements.start': ({ profileId, keySize }) => replacements.start(profileId, keySize),
    'replacements.suggestRequest': ({ profileId }) => replacements.suggestRequest(profileId),
    'replacements.repeatRequests': ({ profileIds }) => replacements.repeatRequests(profileIds),
    'replacements.saveRequests': async ({ profileIds }, { windowId }) => {
      const requests = await replacements.requests(profileIds)
      const folder = await dialogs.chooseFolder(windowId, { title: 'Save the CSRs' })
      if (folder === undefined) return undefined
      const fileNames = distinctFileNames(
        requests.map(({ profileName }) => profileName),
        await readdir(folder),
      )
      for (const [index, { pem }] of requests.entries())
        await writeFileAtomically(join(folder, fileNames[index] ?? 'request.csr'), pem)
      await replacements.markRequestsExported(requests.map(({ profileId }) => profileId))
      return { folderName: basename(folder), fileNames }
    },
    'replacements.markUploaded': ({ profileId }) => replacements.markUploaded(profileId),
    'replacements.skipConfirmation': ({ profileId }) => replacements.skipConfirmation(profileId),
    'replacements.tryOut': ({ profileId }) => replacements.tryOut(profileId),
    'replacements.switchOver': ({ profileId }, { windowId }) =>
      replacements.switchOver(profileId, questions.inWindow(windowId)),
    'replacements.goBack': ({ profileId }, { windowId }) =>
      replacements.goBack(profileId, questions.inWindow(windowId)),
    'replacements.retireOld': ({ profileId }, { windowId }) =>
      replacements.retireOld(profileId, questions.inWindow(windowId)),
    'replacements.end': ({ profileId }) => replacements.end(profileId),
  }
}

/** Returns a file name for each profile, numbered if needed, so that no existing file is overwritten. */
function distinctFileNames(profileNames: readonly string[], there: readonly string[]): string[] {
  const taken = new Set(there.map((name) => name.toLowerCase()))
  return profileNames.map((profileName) => {
    const base = fileNameFrom(profileName)
    let name = `${base}.csr`
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${base}-${number}.csr`
    taken.add(name.toLowerCase())
    return name
  })
}
