import { basename } from 'node:path'
import { readChosenFile } from '../files/read-chosen-file.ts'
import { fileNameFrom } from '../files/separate-files.ts'
import type { HandlerContext } from '../handler-context.ts'
import type { HandlersOf } from '../ipc/answer-call.ts'
import { saveFile } from '../ipc/window-dialogs.ts'
import { Secret } from '../keychain/secret.ts'
import { maxProfileFileBytes } from './profile-file-format.ts'
import { exportProfileFile, importProfileFile, previewProfileFile } from './profile-import.ts'

const jsonFiles = [{ name: 'Clavis profiles', extensions: ['json'] }]

/** Creates the handlers of calls for profiles and their secrets; credentials, which a removal destroys, have that one. */
export function profileHandlers({
  services: { profiles, statuses, credentials, proxyPasswords },
  desktop: { dialogs },
  openedProfileFiles,
  questions,
}: HandlerContext): Omit<HandlersOf<'profiles'>, 'profiles.remove'> {
  return {
    'profiles.list': async () => (await profiles.list()).map(({ profile }) => profile),
    'profiles.statuses': () => statuses.list(),
    'profiles.create': (settings) => profiles.create(settings, { practice: false }),
    'profiles.update': ({ profileId, revision, settings }, { windowId }) =>
      profiles.update(profileId, revision, settings, questions.inWindow(windowId)),
    'profiles.duplicate': ({ profileId, name }) => profiles.duplicate(profileId, name),

    'profiles.openFile': async (_input, { windowId }) => {
      const [path] = await dialogs.chooseFiles(windowId, {
        title: 'Import profiles',
        filters: jsonFiles,
        several: false,
      })
      if (path === undefined) return undefined
      const file = await readChosenFile(path, maxProfileFileBytes)
      const previews = previewProfileFile(file.toString('utf8'))
      return { fileId: openedProfileFiles.keep(windowId, file), fileName: basename(path), profiles: previews }
    },
    'profiles.importFile': ({ fileId, withNetwork }, { windowId }) => {
      const text = Buffer.from(openedProfileFiles.get(windowId, fileId)).toString('utf8')
      return importProfileFile(profiles, text, { withNetwork }, questions.inWindow(windowId))
    },

    'profiles.exportFile': async ({ profileIds }, { windowId }) => {
      const text = await exportProfileFile(profiles, profileIds)
      const [first, ...others] = profileIds
      const suggestion =
        first !== undefined && others.length === 0
          ? `${fileNameFrom((await profiles.get(first)).profile.name)}.json`
          : 'clavis-profiles.json'
      return saveFile(dialogs, windowId, { title: 'Export profiles', filters: jsonFiles, suggestion }, text)
    },

    'profiles.setClientSecret': ({ profileId, clientSecret }, { windowId }) =>
      credentials.clientSecrets.set(profileId, Secret.fromText(clientSecret), questions.inWindow(windowId)),
    'profiles.hasClientSecret': ({ profileId }) => credentials.clientSecrets.has(profileId),
    'profiles.setProxyPassword': ({ profileId, password }, { windowId }) =>
      proxyPasswords.set(profileId, Secret.fromText(password), questions.inWindow(windowId)),
    'profiles.removeProxyPassword': ({ profileId }, { windowId }) =>
      proxyPasswords.remove(profileId, questions.inWindow(windowId)),
    'profiles.hasProxyPassword': async ({ profileId }) => (await proxyPasswords.of(profileId)) !== undefined,
  }
}

export function trustHandlers({ services: { trust }, questions }: HandlerContext): HandlersOf<'trust'> {
  return {
    'trust.inspectTls': ({ profileId, address }) => trust.inspectTls(profileId, address),
    'trust.add': ({ profileId, sha256 }, { windowId }) => trust.trust(profileId, sha256, questions.inWindow(windowId)),
  }
}
