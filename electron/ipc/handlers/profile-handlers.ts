import { basename } from 'node:path'
import { Secret } from '../../keychain/secret.ts'
import { writeFileAtomically } from '../../files/atomic-file.ts'
import { readChosenFile } from '../../files/read-chosen-file.ts'
import { requireTypedName, requireTypedNameForChange } from '../../profiles/production-guard.ts'
import type { Services } from '../../services.ts'
import type { CallHandlers } from '../answer-call.ts'
import type { Desktop } from '../desktop.ts'
import { fileNameFrom } from '../../files/file-name.ts'
import type { FirstCalls } from './first-handlers.ts'

const jsonFiles = [{ name: 'Clavis profiles', extensions: ['json'] }]

type ProfileCalls = Exclude<Extract<keyof CallHandlers, `profiles.${string}`>, FirstCalls>

/** Handlers of the profile calls. */
export function profileHandlers(
  { profiles, credentials, proxyPasswords }: Services,
  { dialogs }: Desktop,
): Pick<CallHandlers, ProfileCalls> {
  return {
    'profiles.create': (settings) => profiles.create(settings, { practice: false }),
    'profiles.update': async ({ profileId, revision, settings, typedName }) => {
      requireTypedNameForChange(await profiles.get(profileId), settings, typedName)
      return profiles.update(profileId, revision, settings)
    },
    'profiles.duplicate': ({ profileId, name }) => profiles.duplicate(profileId, name),

    'profiles.remove': async ({ profileId, destroySecrets, typedName }) => {
      requireTypedName((await profiles.get(profileId)).profile, typedName, 'Removing it cannot be undone.')
      // Secrets first: were it the other way round, a failing keychain would leave keys that nothing names any more.
      if (destroySecrets) await credentials.destroySecretsOf(profileId)
      await profiles.remove(profileId)
    },

    'profiles.importFile': async (_input, { windowId }) => {
      const [path] = await dialogs.chooseFiles(windowId, {
        title: 'Import profiles',
        filters: jsonFiles,
        several: false,
      })
      return path === undefined ? undefined : profiles.importFile((await readChosenFile(path)).toString('utf8'))
    },

    'profiles.exportFile': async ({ profileIds }, { windowId }) => {
      const text = await profiles.exportFile(profileIds)
      const [first, ...others] = profileIds
      const suggestion =
        first !== undefined && others.length === 0
          ? `${fileNameFrom((await profiles.get(first)).profile.name)}.json`
          : 'clavis-profiles.json'
      const path = await dialogs.chooseTarget(windowId, { title: 'Export profiles', filters: jsonFiles, suggestion })
      if (path === undefined) return undefined
      await writeFileAtomically(path, text)
      return { fileName: basename(path) }
    },

    'profiles.setClientSecret': ({ profileId, clientSecret }) =>
      credentials.setClientSecret(profileId, Secret.fromText(clientSecret)),
    'profiles.hasClientSecret': ({ profileId }) => credentials.hasClientSecret(profileId),
    'profiles.setProxyPassword': ({ profileId, password }) => proxyPasswords.set(profileId, Secret.fromText(password)),
    'profiles.removeProxyPassword': ({ profileId }) => proxyPasswords.remove(profileId),
    'profiles.hasProxyPassword': async ({ profileId }) => (await proxyPasswords.of(profileId)) !== undefined,
  }
}
