import { randomUUID } from 'node:crypto'
import type { ProductionAccess } from '#shared/profiles/production-access.ts'
import type { StartKeychainProcess } from './keychain/keychain-process-start.ts'
import { ProfileStore } from './profiles/store/profile-store.ts'
import { Database } from './store/database.ts'

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
  const database = new Database({ folder: dataFolder })
  return new ProfileStore({ database, now: Date.now, newId: randomUUID, productionAccess, isTyped, startKeychain })
}
