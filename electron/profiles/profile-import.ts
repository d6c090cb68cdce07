import type { FileView } from '#shared/lists/list-views.ts'
import type { ProfilePreview } from '#shared/profiles/profile-preview.ts'
import { type Profile, settingsOf } from '#shared/profiles/profile.ts'
import { refuseConfirmation, type Confirm } from '../confirmation.ts'
import { addViews, changedViews, readViews } from '../lists/views/view-rows.ts'
import type { Authority } from './authorities.ts'
import { changeProfilesQuestion, questionForChange } from './guards/confirmation-messages.ts'
import { hostsOf, same, agreeToHosts } from './guards/profile-hosts.ts'
import { previewOf, proxiesInQuestion, questionForImport, withNetworkOf, withoutNetwork } from './imported-settings.ts'
import { formatProfileFile, parseProfileFile } from './profile-file-format.ts'
import { changedElsewhere, found } from './store/profile-lookup.ts'
import type { ProfileStore } from './store/profile-store.ts'
import type { StoredProfile } from './store/stored-profile.ts'

/** Previews the profiles of a file. @throws `profile-file-invalid` */
export function previewProfileFile(text: string): ProfilePreview[] {
  const authorities = new Map<string, Authority>()
  return parseProfileFile(text).map(({ settings, views }) => ({
    ...previewOf(settings, authorities),
    ...(views.length === 0 ? {} : { views: views.length }),
  }))
}

/**
 * Imports all profiles of a file, or none.
 * Secrets of replaced profiles whose host changes are deleted.
 * @param options `withNetwork`: keeps the trusted CAs and proxies of the file. `replace`: gives profiles that have the
 *   names already the file's settings, and is asked before guarded settings of Production profiles change
 * @param confirm asks before CAs and proxies are kept, in any environment
 * @throws `profile-file-invalid`, `profile-name-taken`, `profile-changed-elsewhere`; what `confirm` and `replace` throw
 */
export async function importProfileFile(
  store: ProfileStore,
  text: string,
  { withNetwork, replace }: { readonly withNetwork: boolean; readonly replace?: Confirm } = { withNetwork: false },
  confirm: Confirm = refuseConfirmation,
): Promise<Profile[]> {
  // As in the profile store: the table of letters that look alike would slow down each command.
  const { checkName, nameTaken } = await import('./profile-names.ts')
  const inFile = parseProfileFile(text)
  const parsed = inFile.map(({ settings }) => settings)
  store.requireUsable(parsed.map((settings) => ({ profile: { ...settings, practice: false } })))
  const question = withNetwork ? questionForImport(parsed) : undefined
  if (question !== undefined) await confirm(question)
  const twice = parsed.find(({ name }, index) => parsed.findIndex((other) => other.name === name) < index)
  if (twice !== undefined) throw nameTaken(twice.name)
  const before = replace === undefined ? [] : await store.list()
  const changes = inFile.map(({ settings, views }) => {
    const current = before.find(({ profile }) => profile.name === settings.name)?.profile
    const imported =
      current === undefined
        ? store.newProfile(withNetwork ? settings : withoutNetwork(settings), { practice: false })
        : store.revised(current, withNetwork ? settings : withNetworkOf(current, settings))
    return { current, imported, settings, views }
  })
  if (replace !== undefined) await confirmReplacements(store, changes, replace)
  const change = (profiles: readonly StoredProfile[]): readonly StoredProfile[] => {
    let all = profiles
    for (const { current, imported } of changes) {
      const now = all.find(({ profile }) => profile.id === imported.id)
      if (now?.profile.revision !== current?.revision) throw changedElsewhere()
      if (now?.profile.name !== imported.name) checkName(all, imported.name, imported.id)
      all =
        now === undefined
          ? [...all, { profile: imported, credentials: [], history: [] }]
          : all.map((stored) => (stored === now ? { ...stored, profile: imported } : stored))
    }
    return all
  }
  await store.database.change(async (within) => {
    await store.changeAll(change, within)
    const named = question === undefined ? [] : proxiesInQuestion(parsed)
    for (const { current, imported, settings, views } of changes) {
      addViews(within.sql, imported.id, views, store.database.path, store.newId)
      agreeToHosts(within.sql, imported.id, same(hostsOf(imported), store.isTyped ? hostsOf(settings) : named))
      if (current !== undefined) await store.removeOutdatedSecrets(current, imported, within)
    }
  })
  return changes.map(({ imported }) => imported)
}

/** Formats a profile file with these profiles, in this order. @throws `profile-not-found` */
export async function exportProfileFile(store: ProfileStore, profileIds: readonly string[]): Promise<string> {
  const profiles = await store.list()
  const { database } = store
  const files = await database.read((sql) =>
    profileIds.map((profileId) => ({
      settings: settingsOf(found(profiles, profileId).profile),
      views: readViews(sql, profileId, database.path).map(({ id: _id, ...view }) => view),
    })),
  )
  return formatProfileFile(files)
}

interface ImportedChange {
  readonly current: Profile | undefined
  readonly imported: Profile
  readonly views: readonly FileView[]
}

/** Asks once about all Production profiles whose guarded settings or saved views an import changes. */
async function confirmReplacements(
  { database }: ProfileStore,
  changes: readonly ImportedChange[],
  confirm: Confirm,
): Promise<void> {
  const questions = await database.read((sql) =>
    changes.flatMap(({ current, imported, views }) => {
      if (current === undefined) return []
      const changed = changedViews(readViews(sql, current.id, database.path), views)
      return questionForChange(current, settingsOf(imported), changed) ?? []
    }),
  )
  const [first, ...others] = questions
  if (first !== undefined) await confirm(others.length === 0 ? first : changeProfilesQuestion(questions))
}
