import { basename } from 'node:path'
import { saveFile } from '../files/file-dialogs.ts'
import { readChosenFile } from '../files/read-chosen-file.ts'
import { fileNameFrom } from '../files/separate-files.ts'
import type { HandlerContext, HandlersOf } from '../handler-types.ts'
import { Secret } from '../keychain/secret.ts'
import { maxProfileFileBytes } from './profile-file-format.ts'
import { exportProfileFile, importProfileFile, previewProfileFile } from './profile-import.ts'

const jsonFiles = [{ name: 'Clavis profiles', extensions: ['json'] }]

/** Creates the handlers of calls for profiles and their secrets; credentials, which a removal destroys, have that one. */
export function profileHandlers({
  services: { profiles, credentials, proxyPasswords },
  openedProfileFiles,
}: HandlerContext): Omit<HandlersOf<'profiles'>, 'profiles.remove'> {
  return {
    'profiles.list': async () => (await profiles.list()).map(({ profile }) => profile),
    'profiles.create': (settings) => profiles.create(settings, { practice: false }),
    'profiles.update': ({ profileId, revision, settings }, { confirm }) =>
      profiles.update(profileId, revision, settings, confirm),
    'profiles.duplicate': ({ profileId, name }) => profiles.duplicate(profileId, name),

    'profiles.openFile': async (_input, { id, files }) => {
      const [path] = await files.chooseFiles({
        title: 'Import profiles',
        filters: jsonFiles,
        several: false,
      })
      if (path === undefined) return undefined
      const file = await readChosenFile(path, maxProfileFileBytes)
      const previews = previewProfileFile(file.toString('utf8'))
      return { fileId: openedProfileFiles.keep(id, file), fileName: basename(path), profiles: previews }
    },
    'profiles.importFile': ({ fileId, withNetwork }, { id, confirm }) => {
      const text = Buffer.from(openedProfileFiles.get(id, fileId)).toString('utf8')
      return importProfileFile(profiles, text, { withNetwork }, confirm)
    },

    'profiles.exportFile': async ({ profileIds }, { files }) => {
      const text = await exportProfileFile(profiles, profileIds)
      const [first, ...others] = profileIds
      const suggestion =
        first !== undefined && others.length === 0
          ? `${fileNameFrom((await profiles.get(first)).profile.name)}.json`
          : 'clavis-profiles.json'
      return saveFile(files, { title: 'Export profiles', filters: jsonFiles, suggestion }, text)
    },

    'profiles.setClientSecret': ({ profileId, clientSecret }, { confirm }) =>
      credentials.clientSecrets.set(profileId, Secret.fromText(clientSecret), confirm),
    'profiles.hasClientSecret': ({ profileId }) => credentials.clientSecrets.has(profileId),
    'profiles.setProxyPassword': ({ profileId, password }, { confirm }) =>
      proxyPasswords.set(profileId, Secret.fromText(password), confirm),
    'profiles.removeProxyPassword': ({ profileId }, { confirm }) => proxyPasswords.remove(profileId, confirm),
    'profiles.hasProxyPassword': async ({ profileId }) => (await proxyPasswords.of(profileId)) !== undefined,
  }
}

export function trustHandlers({ services: { trust } }: HandlerContext): HandlersOf<'trust'> {
  return {
    'trust.inspectTls': ({ profileId, address }) => trust.inspectTls(profileId, address),
    'trust.add': ({ profileId, sha256 }, { confirm }) => trust.trust(profileId, sha256, confirm),
  }
}
