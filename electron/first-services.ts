import { randomUUID } from 'node:crypto'
import { ProfileStore } from './profiles/profile-store.ts'
import { SettingsStore } from './settings/settings-store.ts'

/** The services that the first screen hangs on; all others are made over them. */
export interface FirstServices {
  readonly profiles: ProfileStore
  readonly settings: SettingsStore
}

/** @param dataFolder as in the services' surroundings */
export function createFirstServices(dataFolder: string): FirstServices {
  return {
    profiles: new ProfileStore({ folder: dataFolder, now: Date.now, newId: randomUUID }),
    settings: new SettingsStore({ folder: dataFolder, now: Date.now }),
  }
}
