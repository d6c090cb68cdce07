import { z } from 'zod'
import { environmentSchema, flavorSchema } from '../profiles/environment-schemas.ts'
import { profilePreviewSchema } from '../profiles/profile-preview.ts'
import { instantSchema, profileIdSchema } from '../profiles/profile.ts'

/** How a profile of this computer differs from the one in a backup. */
export const backupDifferenceSchema = z.enum([
  'name',
  'settings',
  'credentials',
  'keys',
  'client-secret',
  'proxy-password',
])
export type BackupDifference = z.infer<typeof backupDifferenceSchema>

const besideShape = {
  /** The matching profile of this computer. */
  profileId: profileIdSchema,
  name: z.string(),
  environment: environmentSchema,
} as const

/** What this computer has in place of a profile in a backup. */
export const backupPlaceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('new') }),
  /** The same profile, with the same settings, credentials, keys and secret. */
  z.strictObject({ kind: z.literal('same'), ...besideShape }),
  z.strictObject({
    kind: z.literal('differs'),
    ...besideShape,
    differences: z.array(backupDifferenceSchema),
    /** Number of credentials that only this computer has. Replacing keeps them. */
    onlyHere: z.int(),
  }),
  /** Another profile has this name. */
  z.strictObject({ kind: z.literal('name-taken'), ...besideShape, onlyHere: z.int() }),
])
export type BackupPlace = z.infer<typeof backupPlaceSchema>

/** A profile in a backup, as shown before anything is restored. */
export const backupEntrySchema = z.strictObject({
  ...profilePreviewSchema.shape,
  /** Its id in the backup, used in choices. */
  profileId: profileIdSchema,
  flavor: flavorSchema,
  practice: z.boolean(),
  credentials: z.int(),
  /** Number of credentials with their private key in the backup. */
  keys: z.int(),
  hasClientSecret: z.boolean(),
  place: backupPlaceSchema,
  /** Credentials that the profile on this computer has retired since: replacing it keeps them retired. */
  stayRetired: z.array(z.string()),
  /** Names of profiles here that have one of its keys, which prevents this choice. */
  keyOwners: z.strictObject({ add: z.string().optional(), replace: z.string().optional() }),
  /** A name that is not taken here. */
  freeName: z.string(),
})
export type BackupEntry = z.infer<typeof backupEntrySchema>

export const backupPreviewSchema = z.strictObject({ createdAt: instantSchema, entries: z.array(backupEntrySchema) })
export type BackupPreview = z.infer<typeof backupPreviewSchema>

export const backupChoiceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('skip') }),
  /** Adds it under a name that is not taken. */
  z.strictObject({ kind: z.literal('add'), name: z.string().trim().min(1).max(120) }),
  /**
   * Replaces the settings and credentials of this computer's profile with the backup's; credentials that only this
   * computer has stay.
   */
  z.strictObject({ kind: z.literal('replace') }),
])
export type BackupChoice = z.infer<typeof backupChoiceSchema>

export const backupChoicesSchema = z
  .array(z.strictObject({ profileId: profileIdSchema, choice: backupChoiceSchema }))
  .max(10_000)
export type BackupChoices = z.infer<typeof backupChoicesSchema>

export const restoredProfileSchema = z.strictObject({
  /** Its id and name on this computer. */
  profileId: profileIdSchema,
  name: z.string(),
  environment: environmentSchema,
  kind: z.enum(['added', 'replaced']),
  keys: z.int(),
  /** What was not restored as it is in the backup, one sentence each. */
  notes: z.array(z.string()),
})
export type RestoredProfile = z.infer<typeof restoredProfileSchema>

export const backupSummarySchema = z.strictObject({
  profiles: z.int(),
  keys: z.int(),
  clientSecrets: z.int(),
  /** Descriptions of keys that are missing from this computer; empty if the backup is complete. */
  missing: z.array(z.string()),
})
export type BackupSummary = z.infer<typeof backupSummarySchema>

/** A backup that was saved. `note`: why its date could not be stored. */
export const savedBackupSchema = backupSummarySchema.extend({ fileName: z.string(), note: z.string().optional() })
export type SavedBackup = z.infer<typeof savedBackupSchema>

/** Whether what this computer has could be restored. Practice profiles don't count: they can be created again anywhere. */
export const backupStateSchema = z.strictObject({
  /** When the last backup was saved; undefined if none was. */
  lastAt: instantSchema.optional(),
  /** Names of profiles with a key that is in no backup. */
  without: z.array(z.string()),
})
export type BackupState = z.infer<typeof backupStateSchema>

/** How well a passphrase protects a backup. A `refused` one can't be used; the others are the person's choice. */
export const passphraseJudgementSchema = z.strictObject({
  level: z.enum(['refused', 'weak', 'fair', 'strong']),
  /** One or two sentences for the person. */
  words: z.string(),
})
export type PassphraseJudgement = z.infer<typeof passphraseJudgementSchema>
