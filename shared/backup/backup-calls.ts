import { z } from 'zod'
import { nothing, type CallsOf } from '../call-shapes.ts'
import { profileIdSchema } from '../profiles/profile.ts'
import {
  backupChoicesSchema,
  backupPreviewSchema,
  backupStateSchema,
  passphraseJudgementSchema,
  restoredProfileSchema,
  savedBackupSchema,
} from './backup.ts'

const passphrase = z.string().min(1).max(1000)

/** Backup and restore of profiles with their keys, in one encrypted file. */
export const backupCalls = {
  /** Returns when the last backup was saved, and which keys are in none. Does not touch the keychain. */
  'backup.state': { access: 'shows', input: nothing, output: backupStateSchema },
  /** Judges a passphrase for a new backup while it is typed. */
  'backup.judgePassphrase': {
    access: 'shows',
    input: z.strictObject({ passphrase }),
    output: passphraseJudgementSchema,
  },
  /** Draws a strong passphrase that the person may use. */
  'backup.suggestPassphrase': { access: 'shows', input: nothing, output: z.strictObject({ passphrase }) },
  /**
   * Backs up profiles with their keys and client secrets to a file chosen in a dialog, encrypted with the passphrase.
   * Reads the keychain, and asks for Production profiles. `leaveOutMissing`: skips keys that are missing from it.
   */
  'backup.create': {
    access: 'reveals',
    input: z.strictObject({ profileIds: z.array(profileIdSchema).min(1), passphrase, leaveOutMissing: z.boolean() }),
    output: savedBackupSchema.optional(),
  },
  /** Opens a backup chosen in a dialog. The id is bound to the window. `undefined`: dialog cancelled. */
  'backup.openFile': {
    access: 'shows',
    input: nothing,
    output: z.strictObject({ backupId: z.uuid(), fileName: z.string() }).optional(),
  },
  /** Compares the opened backup with this computer. Changes nothing; reads the keychain. */
  'backup.preview': {
    access: 'uses',
    input: z.strictObject({ backupId: z.uuid(), passphrase }),
    output: backupPreviewSchema,
  },
  /**
   * Restores the chosen profiles, all or none. Asks before Production profiles are added or replaced. `withNetwork`: keeps
   * the backup's trusted CAs and proxies, after a question.
   */
  'backup.restore': {
    access: 'changes',
    input: z.strictObject({
      backupId: z.uuid(),
      passphrase,
      choices: backupChoicesSchema,
      withNetwork: z.boolean(),
    }),
    output: z.array(restoredProfileSchema),
  },
} as const satisfies CallsOf<'backup'>
