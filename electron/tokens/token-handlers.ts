import { saveFile } from '../files/file-dialogs.ts'
import { writeNewFolder, fileNameFrom } from '../files/separate-files.ts'
import type { HandlerContext, HandlersOf } from '../handler-types.ts'
import { brunoCollection } from './collections/bruno-collection.ts'
import { collectionOf, confirmCollection } from './collections/collection-requests.ts'
import { postmanCollection } from './collections/postman-collection.ts'

const jsonFiles = [{ name: 'Postman collection', extensions: ['json'] }]

export function tokenHandlers({
  services: { tokens, profiles, localAddresses },
  desktop: { clipboard },
}: HandlerContext): HandlersOf<'tokens'> {
  return {
    'tokens.state': ({ profileId }) => tokens.state(profileId),
    'tokens.get': ({ profileId, renew }) => tokens.get(profileId, { renew }),
    'tokens.cancel': ({ profileId }) => tokens.cancel(profileId),
    'tokens.drop': ({ profileId }) => tokens.drop(profileId),
    'tokens.reveal': async ({ profileId }, { confirm }) => ({
      accessToken: await tokens.reveal(profileId, 'show', confirm),
    }),
    'tokens.copy': async ({ profileId }, { confirm }) =>
      clipboard.copySecret(await tokens.reveal(profileId, 'copy', confirm)),
    'tokens.preview': ({ profileId }) => tokens.preview(profileId),
    'tokens.requestLog': ({ profileId }) => tokens.requestLog.list(profileId),
    'tokens.saveCollection': async ({ profileId, program }, { confirm, files }) => {
      const { profile } = await profiles.get(profileId)
      const localUrl = localAddresses.list().find((each) => each.profileId === profileId)?.url
      if (localUrl === undefined) await confirmCollection(profile, confirm)
      const collection = collectionOf(profile, localUrl)
      const name = fileNameFrom(collection.name)
      if (program === 'bruno') {
        const folder = await files.chooseFolder({ title: 'Save Bruno collection' })
        return folder === undefined
          ? undefined
          : { name: await writeNewFolder(folder, `${name}-bruno`, brunoCollection(collection)) }
      }
      const suggestion = `${name}.postman_collection.json`
      const question = { title: 'Save Postman collection', filters: jsonFiles, suggestion }
      const saved = await saveFile(files, question, postmanCollection(collection))
      return saved && { name: saved.fileName }
    },
  }
}
