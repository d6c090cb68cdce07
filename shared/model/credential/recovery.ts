import { z } from 'zod'
import { credentialIdSchema } from './credential-id.ts'
import { environmentSchema } from '../profile/environment.ts'
import { instantSchema, profileIdSchema } from '../profile/profile.ts'

/** Names a private key in the keychain: the id of the credential that it was created for. */
export const keyIdSchema = credentialIdSchema

/** What Clavis was doing with a key when its trace was written. */
export const keyPurposes = ['create', 'import', 'restore', 'delete', 'keep'] as const
export type KeyPurpose = (typeof keyPurposes)[number]

/**
 * How a key and the profiles stand to each other:
 * - `assigned`: a credential has it.
 * - `unassigned`: no credential has it.
 * - `unreadable`: no credential has it, and only a part of it is left of an interrupted operation.
 * - `marked-deleted`: its credential says that the key was deleted, but it is there.
 * - `missing`: a credential has it, but it is not in the keychain.
 * - `in-progress`: another operation of Clavis works with it now.
 */
export const keyStates = ['unassigned', 'unreadable', 'marked-deleted', 'missing', 'in-progress', 'assigned'] as const

/** A private key, as the keychain, the profiles and the traces tell of it. Nothing of the key itself. */
export const keyRecordSchema = z.strictObject({
  keyId: keyIdSchema,
  state: z.enum(keyStates),
  /** The profile whose credential it belongs to, if any. */
  profile: z
    .strictObject({
      id: profileIdSchema,
      name: z.string(),
      environment: environmentSchema,
      /** What the credential is called. */
      credentialName: z.string(),
    })
    .optional(),
  /** What is known of an operation that did not finish, or after which the key was kept. */
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
