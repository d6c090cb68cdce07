import { randomUUID } from 'node:crypto'
import type { ProductionAccess } from '#shared/profiles/production-access.ts'
import { hasJsonFiles } from './earlier-json-names.ts'
import type { StartKeychainProcess } from './keychain/keychain-process-start.ts'
import { ProfileStore } from './profiles/store/profile-store.ts'
import type { EarlierFiles } from './store/create-database-file.ts'
import { Database } from './store/database.ts'

/** Their code is loaded only where they are: once. */
const jsonFiles: EarlierFiles = {
  areThere: hasJsonFiles,
  read: async (folder) => (await import('./earlier-json-files.ts')).readJsonFiles(folder),
  setAside: async (folder, sql) => (await import('./earlier-json-files.ts')).setJsonFilesAside(folder, sql),
}

/** Opens the database of a data folder on first use, with what earlier versions stored there. */
export function openDatabase(folder: string): Database {
  return new Database({ folder, earlier: jsonFiles })
}

/**
 * Opens the profiles of a data folder on first use, with this computer's clock and random ids.
 * @param options `isTyped`: whether a person types all settings, as on the command line
 */
export function openProfiles(
  dataFolder: string,
  options: {
    readonly productionAccess?: ProductionAccess | undefined
    readonly isTyped?: boolean | undefined
    readonly startKeychain?: StartKeychainProcess | undefined
  },
): ProfileStore {
  const { productionAccess = 'full', isTyped = false, startKeychain } = options
  const database = openDatabase(dataFolder)
  return new ProfileStore({ database, now: Date.now, newId: randomUUID, productionAccess, isTyped, startKeychain })
}
