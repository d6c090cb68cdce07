import { z } from 'zod'
import { credentialSchema, type Credential } from '../../shared/model/credential/credential.ts'
import { credentialEventSchema, type CredentialEvent } from '../../shared/model/credential/history.ts'
import {
  profileSchema,
  storedSettingsSchema,
  type Profile,
  type ProfileSettings,
} from '../../shared/model/profile/profile.ts'
import { replacementSchema, type Replacement } from '../../shared/model/credential/replacement.ts'

/** A profile with its credentials, as the store keeps them: public parts only, secrets are in the keychain. */
export interface StoredProfile {
  readonly profile: Profile
  /** Newest first. */
  readonly credentials: Credential[]
  /** What happened to its credentials, those that are gone included; oldest first. */
  readonly history: CredentialEvent[]
  /** Of its active credential, while it is under way. */
  readonly replacement?: Replacement | undefined
}

export const storedProfileSchema = z.strictObject({
  profile: profileSchema,
  credentials: z.array(credentialSchema),
  history: z.array(credentialEventSchema),
  replacement: replacementSchema.optional(),
})

const settingNames = Object.keys(storedSettingsSchema.shape)

/** A profile's settings alone, without whose it is and when it changed. */
export function settingsOf(profile: Profile): ProfileSettings {
  return storedSettingsSchema.parse(
    Object.fromEntries(Object.entries(profile).filter(([name]) => settingNames.includes(name))),
  )
}
