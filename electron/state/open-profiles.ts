import { randomUUID } from 'node:crypto'
import type { ProductionAccess } from '../../shared/model/profile/production-access.ts'
import { ProfileStore } from '../profiles/store/profile-store.ts'
import { openDatabase } from './open-database.ts'

/** Opens the profiles of a data folder on first use, with this computer's clock and random ids. */
export function openProfiles(dataFolder: string, productionAccess: ProductionAccess = 'full'): ProfileStore {
  return new ProfileStore({ database: openDatabase(dataFolder), now: Date.now, newId: randomUUID, productionAccess })
}
