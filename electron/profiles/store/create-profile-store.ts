import { randomUUID } from 'node:crypto'
import type { ProductionAccess } from '../../../shared/model/profile/production-access.ts'
import { ProfileStore } from './profile-store.ts'

/** Creates the store over the profiles of a data folder, with this computer's clock and random ids. */
export function createProfileStore(dataFolder: string, productionAccess?: ProductionAccess): ProfileStore {
  return new ProfileStore({
    ...{ folder: dataFolder, now: Date.now, newId: randomUUID },
    ...(productionAccess === undefined ? {} : { productionAccess }),
  })
}
