import { z } from 'zod'
import { placeToOpen, nothing, ofList, ofProfile } from './call-shapes.ts'
import { diagnosisStepSchema } from './diagnostics/diagnosis.ts'
import { jobProgressSchema } from './jobs.ts'
import { analysisIdSchema } from './lists/list-analysis.ts'
import { datasetSummarySchema } from './lists/list.ts'
import { localAddressSchema } from './local-address/local-address.ts'
import { practiceProgressSchema, practiceStateSchema } from './practice/practice.ts'
import { profileIdSchema } from './profiles/profile.ts'
import { activityLineSchema } from './requests/activity.ts'
import { appSettingsSchema, helpTopicSchema } from './settings/app-settings.ts'
import { tokenStateSchema } from './tokens/token.ts'

/** Every event that main sends to the page, with its payload. */
export const events = {
  /** Profiles, or their credentials, were created, changed or removed, here or with the command line. */
  'profiles.changed': z.strictObject({ profileIds: z.array(profileIdSchema) }),
  /** Something was verified or failed; `health.list` has it. */
  'profiles.statusChanged': ofProfile,
  'tokens.changed': ofProfile.extend({ state: tokenStateSchema }),
  /** A token request ended; `tokens.requestLog` includes it. */
  'tokens.logged': ofProfile,
  /** A load made progress; at most about ten times a second per dataset. */
  'lists.progress': datasetSummarySchema,
  /** How many records an analysis has processed so far. */
  'lists.analysing': z.strictObject({ analysisId: analysisIdSchema, records: z.int().min(0) }),
  /** The saved layout of a list's columns changed, or a complete load found other columns than before. */
  'lists.columnsChanged': ofList,
  /** Saved views were added, changed or removed, here or with another process. */
  'lists.viewsChanged': nothing,
  'snapshots.changed': nothing,
  /** Progress of a job; at most about ten times a second per job. */
  'jobs.progress': jobProgressSchema,
  'doctor.step': ofProfile.extend({ step: diagnosisStepSchema }),
  'activity.added': z.array(activityLineSchema),
  'practice.changed': practiceStateSchema,
  'practice.progress': practiceProgressSchema,
  /** All open local addresses: one was opened or closed, has a new program, or an answer; requests at most once a second. */
  'localAddress.changed': z.array(localAddressSchema),
  /** A watch, its history or its warnings changed, here or in another process. */
  'watches.changed': nothing,
  'app.settingsChanged': appSettingsSchema,
  /** “About Clavis” was chosen in the window's menu. */
  'app.openAbout': nothing,
  /** A topic was chosen in the window's Help menu. */
  'app.openHelp': z.strictObject({ topic: helpTopicSchema }),
  /** A notification or the tray's menu was clicked: the page opens this credential or watch. */
  'app.openPlace': placeToOpen,
  /** The watched certificates, or the state of their warnings, may have changed. */
  'expiry.changed': nothing,
} as const satisfies Record<string, z.ZodType>
