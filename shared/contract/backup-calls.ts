import { z } from 'zod'
import {
  backupChoicesSchema,
  backupPreviewSchema,
  backupSummarySchema,
  restoredProfileSchema,
} from '../model/backup/backup.ts'
import { instantSchema, profileIdSchema } from '../model/profile/profile.ts'
import type { CallsOf } from './call-shapes.ts'
import { nothing } from './recurring-shapes.ts'

const passphrase = z.string().min(1).max(1000)

/** Profiles with their keys in one encrypted file, and back. */
export const backupCalls = {
  /**
   * Backs up profiles with their keys and client secrets, encrypted under the passphrase, by a file dialog. Reads the
   * keychain; `leaveOutMissing`: go on without the keys that it does not have.
   */
  'backup.create': {
    input: z.strictObject({ profileIds: z.array(profileIdSchema).min(1), passphrase, leaveOutMissing: z.boolean() }),
    output: backupSummarySchema.extend({ fileName: z.string() }).optional(),
  },
  /** Opens a file dialog for a backup. The id is bound to the window. `undefined`: dialog closed. */
  'backup.openFile': {
    input: nothing,
    output: z.strictObject({ backupId: z.uuid(), fileName: z.string(), createdAt: instantSchema }).optional(),
  },
  /** What is in the opened backup and what is here in its place. Changes nothing; reads the keychain. */
  'backup.preview': { input: z.strictObject({ backupId: z.uuid(), passphrase }), output: backupPreviewSchema },
  /** Restores what was chosen, all of it or nothing. */
  'backup.restore': {
    input: z.strictObject({ backupId: z.uuid(), passphrase, choices: backupChoicesSchema }),
    output: z.array(restoredProfileSchema),
  },
} as const satisfies CallsOf<'backup'>
