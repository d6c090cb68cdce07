import { z } from 'zod'
import { environmentSchema } from '../profiles/environment-schemas.ts'
import { instantSchema, profileIdSchema } from '../profiles/profile.ts'
import { credentialIdSchema } from './credential-id.ts'

/** Identifies a private key in the keychain: the id of the credential that it was created for. */
export const keyIdSchema = credentialIdSchema

/** What Clavis was doing with a key when its trace was written. */
export const keyPurposes = ['create', 'import', 'restore', 'delete', 'keep'] as const
export type KeyPurpose = (typeof keyPurposes)[number]

/**
 * How a key relates to the profiles:
 * - `assigned`: it belongs to a credential.
 * - `unassigned`: it belongs to no credential.
 * - `unreadable`: it belongs to no credential, and an interrupted operation left only a part of it.
 * - `marked-deleted`: its credential says that the key was deleted, but it exists.
 * - `missing`: it belongs to a credential, but is not in the keychain.
 * - `in-progress`: another operation of Clavis uses it now.
 */
export const keyStates = ['missing', 'unassigned', 'unreadable', 'marked-deleted', 'in-progress', 'assigned'] as const

/** What the keychain, the profiles and the traces say about a private key. Contains nothing of the key itself. */
export const keyRecordSchema = z.strictObject({
  keyId: keyIdSchema,
  state: z.enum(keyStates),
  /** The profile whose credential it belongs to, if any. */
  profile: z
    .strictObject({
      id: profileIdSchema,
      name: z.string(),
      environment: environmentSchema,
      practice: z.boolean(),
      credentialName: z.string(),
    })
    .optional(),
  /** The interrupted operation that left the key, or the one after which it was kept. */
  origin: z
    .strictObject({
      profileId: profileIdSchema,
      profileName: z.string(),
      purpose: z.enum(keyPurposes),
      at: instantSchema,
    })
    .optional(),
})
export type KeyRecord = z.infer<typeof keyRecordSchema>
export type KeyState = KeyRecord['state']
