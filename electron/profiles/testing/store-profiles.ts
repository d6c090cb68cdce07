import { Database } from '../../store/database.ts'
import { hostsOf, agreeToHosts } from '../guards/profile-hosts.ts'
import { insertProfiles } from '../store/profile-rows.ts'
import type { StoredProfile } from '../store/stored-profile.ts'

/** Replaces the profiles of a data folder, like a command would. Their keys are in no keychain. */
export async function storeProfiles(folder: string, profiles: readonly StoredProfile[]): Promise<void> {
  const database = new Database({ folder })
  await database.change(({ sql }) => {
    sql.exec('DELETE FROM profiles')
    insertProfiles(sql, profiles)
    for (const { profile } of profiles) agreeToHosts(sql, profile.id, hostsOf(profile))
  })
  await database.end()
}
