import { Database } from '../../store/database.ts'
import { hostsOf, agreeToHosts } from '../guards/profile-hosts.ts'
import type { StoredProfile } from '../store/stored-profile.ts'

/** Replaces the profiles of a data folder, like a command would. Their keys are in no keychain. */
export async function storeProfiles(folder: string, profiles: readonly StoredProfile[]): Promise<void> {
  const database = new Database({ folder })
  await database.change(({ sql }) => {
    sql.exec('DELETE FROM profiles')
    const insert = sql.prepare('INSERT INTO profiles (id, position, content) VALUES (?, ?, ?)')
    for (const [index, stored] of profiles.entries()) {
      insert.run(stored.profile.id, index + 1, JSON.stringify(stored))
      agreeToHosts(sql, stored.profile.id, hostsOf(stored.profile))
    }
  })
  await database.end()
}
