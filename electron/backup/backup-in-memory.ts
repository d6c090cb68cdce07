import { randomUUID } from 'node:crypto'
import { withoutAsking } from '../confirmation.ts'
import { MemoryKeychain } from '../keychain/memory-keychain.ts'
import type { Secret } from '../keychain/secret.ts'
import { ProfileStore } from '../profiles/store/profile-store.ts'
import { ActivityLog } from '../requests/activity-log.ts'
import { KeyUses } from '../requests/key-uses.ts'
import { Database } from '../store/database.ts'
import { BackupService } from './backup-service.ts'

/** The profiles and secrets of a backup, in memory alone. */
export interface BackupInMemory {
  readonly profiles: ProfileStore
  /** Sealed: every change fails. */
  readonly keychain: MemoryKeychain
}

/**
 * Decrypts a backup into memory, with its trusted CAs and proxies. Touches neither keychain nor data folder, and asks nothing:
 * anyone who has the passphrase made the backup or was given it.
 * @param file the file's bytes
 * @param rounds fewest PBKDF2 rounds that it may have; by default those of real backups
 * @throws `backup-…`; `input-invalid`, `profile-name-taken` for profiles that Clavis would not store
 */
export async function openBackupInMemory(
  file: Uint8Array,
  passphrase: Secret,
  rounds?: number,
): Promise<BackupInMemory> {
  const [now, newId] = [Date.now, randomUUID]
  const profiles = new ProfileStore({ database: new Database({ folder: undefined }), now, newId, isTyped: true })
  const keychain = new MemoryKeychain()
  const keyUses = new KeyUses({ activity: new ActivityLog(), now })
  const backup = new BackupService({
    profiles,
    keychain,
    keyUses,
    now,
    newId,
    ...(rounds === undefined ? {} : { rounds }),
  })
  await backup.restore(file, passphrase, 'add-all', withoutAsking, withoutAsking)
  keychain.seal()
  return { profiles, keychain }
}
