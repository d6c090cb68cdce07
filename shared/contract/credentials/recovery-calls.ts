import { z } from 'zod'
import { credentialSchema } from '../../model/credential/credential.ts'
import { profileIdSchema } from '../../model/profile/profile.ts'
import { keyIdSchema, keyRecordSchema } from '../../model/credential/recovery.ts'
import type { CallsOf } from '../call-shapes.ts'
import { nothing } from '../recurring-shapes.ts'

/** Keys without a profile, and profiles without their key. */
export const recoveryCalls = {
  /** Lists every key, those that need attention first. Reads all of Clavis's keychain entries, which may prompt. */
  'recovery.list': { input: nothing, output: z.array(keyRecordSchema) },
  /** Returns how many keys interrupted operations may have left. Doesn't read the keychain. */
  'recovery.leftBehind': { input: nothing, output: z.int().min(0) },
  /** Adds a key to a profile as a credential. Main asks first. */
  'recovery.attach': {
    input: z.strictObject({ keyId: keyIdSchema, profileId: profileIdSchema }),
    output: credentialSchema,
  },
  /** Deletes a key without a credential. Main asks first. */
  'recovery.delete': { input: z.strictObject({ keyId: keyIdSchema }), output: nothing },
} as const satisfies CallsOf<'recovery'>
