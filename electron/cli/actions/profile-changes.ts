import { removeProfile } from '../../credentials/profile-removal.ts'
import { writeFileAtomically } from '../../files/atomic-file.ts'
import { readChosenFile } from '../../files/read-chosen-file.ts'
import { withoutAsking } from '../../profiles/confirmation.ts'
import { maxProfileFileBytes } from '../../profiles/profile-exchange.ts'
import { confirmByName } from '../input/confirm-by-name.ts'
import { importedLines } from '../input/imported-profiles.ts'
import { fileArgument, type CommandContext } from '../command-context.ts'

export async function importProfiles(
  { profiles, say, answer }: CommandContext,
  path: string,
  { withNetwork }: { readonly withNetwork?: true },
): Promise<void> {
  const text = (await readChosenFile(fileArgument(path), maxProfileFileBytes)).toString('utf8')
  const store = await profiles()
  const previews = store.previewFile(text)
  // The option is the agreement that the window asks for in a dialog.
  const imported = await store.importFile(text, { withNetwork: withNetwork === true }, withoutAsking)
  answer(imported)
  say(importedLines(previews, withNetwork === true).join('\n'))
}

export async function exportProfiles(
  { profiles, say, answer }: CommandContext,
  names: readonly string[],
  { out }: { readonly out: string },
): Promise<void> {
  const store = await profiles()
  const chosen = names.length === 0 ? await store.list() : await Promise.all(names.map((name) => store.find(name)))
  const ids = chosen.map((stored) => stored.profile.id)
  await writeFileAtomically(fileArgument(out), await store.exportFile(ids))
  answer({ profiles: ids.length, file: fileArgument(out) })
  say(`Wrote ${ids.length} ${ids.length === 1 ? 'profile' : 'profiles'} to ${out}.`)
}

export interface RemovalOptions {
  readonly destroySecrets?: true
  readonly confirm?: string
}

export async function removeNamed(
  { services, say, answer }: CommandContext,
  name: string,
  { destroySecrets, confirm }: RemovalOptions,
): Promise<void> {
  const { profiles, credentials } = await services()
  const { profile: found } = await profiles.find(name)
  const { id, name: fullName } = found
  const options = { destroySecrets: destroySecrets === true }
  await removeProfile({ profiles, credentials }, id, options, confirmByName(confirm))
  answer({ removed: id })
  say(`Removed ${fullName}${destroySecrets === true ? ' and destroyed its keys and secret' : ''}.`)
}
