import { z } from 'zod'
import { activityEntrySchema } from '../model/activity/activity.ts'
import { appSettingsSchema } from '../model/settings/app-settings.ts'
import { diagnosisStepSchema } from '../model/oauth/diagnosis.ts'
import { jobProgressSchema } from '../model/lists/job.ts'
import { analysisIdSchema } from '../model/lists/list-analysis.ts'
import { runSummarySchema } from '../model/lists/list.ts'
import { practiceStateSchema } from '../model/practice/practice.ts'
import { profileIdSchema } from '../model/profile/profile.ts'
import { tokenStateSchema } from '../model/oauth/token.ts'
import { nothing, ofCredential, ofList, ofProfile } from './recurring-shapes.ts'

/** Every event that main sends to the page, with its payload. */
export const events = {
  /** Profiles were made, changed or removed, here or by the command line. */
  'profiles.changed': nothing,
  'credentials.changed': ofProfile,
  'tokens.changed': z.strictObject({ profileId: profileIdSchema, state: tokenStateSchema }),
  /** A token request ended: `tokens.exchanges` has it. */
  'tokens.exchanged': ofProfile,
  /** A run made progress; at most about ten times a second for each run. */
  'lists.progress': runSummarySchema,
  /** How many records an analysis has looked at so far. */
  'lists.analysing': z.strictObject({ analysisId: analysisIdSchema, records: z.int().min(0) }),
  /** The kept arrangement of a list's columns changed, or a reading to the end found other columns than before. */
  'lists.columnsChanged': ofList,
  /** A snapshot came, went, or changed. */
  'snapshots.changed': nothing,
  /** How far a job is; at most about ten times a second for each. */
  'jobs.progress': jobProgressSchema,
  'doctor.step': z.strictObject({ profileId: profileIdSchema, step: diagnosisStepSchema }),
  'activity.added': z.array(activityEntrySchema),
  'practice.changed': practiceStateSchema,
  'app.settingsChanged': appSettingsSchema,
  /** A notification or the tray's menu was clicked: the page goes to this credential. */
  'app.openCredential': ofCredential,
  /** What is watched, or what was said about warnings, may have changed. */
  'expiry.changed': nothing,
} as const satisfies Record<string, z.ZodType>
