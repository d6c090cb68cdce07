import { z } from 'zod'
import { credentialSchema } from '../model/credential/credential.ts'
import { profileIdSchema } from '../model/profile/profile.ts'
import { keyIdSchema, keyRecordSchema } from '../model/credential/recovery.ts'
import type { CallsOf } from './call-shapes.ts'
import { nothing } from './recurring-shapes.ts'

/** Keys that no profile has, and profiles without their key. */
export const recoveryCalls = {
  /** Every key, those that need the person first. Touches all of Clavis's entries in the keychain, which may ask. */
  'recovery.list': { input: nothing, output: z.array(keyRecordSchema) },
  /** How many keys an interrupted operation may have left behind. Touches no keychain. */
  'recovery.leftBehind': { input: nothing, output: z.int().min(0) },
  /** Makes a key a credential of a profile. Main asks first. */
  'recovery.attach': {
    input: z.strictObject({ keyId: keyIdSchema, profileId: profileIdSchema }),
    output: credentialSchema,
  },
  /** Deletes a key that no credential has. Main asks first. */
  'recovery.delete': { input: z.strictObject({ keyId: keyIdSchema }), output: nothing },
} as const satisfies CallsOf<'recovery'>
