import { z } from 'zod'
import { credentialIdSchema } from '../model/credential/credential-id.ts'
import { expiryWarningSchema } from '../model/expiry/expiry.ts'
import { instantSchema, profileIdSchema } from '../model/profile/profile.ts'
import { timelineCertificateSchema, timelineSvgLimit } from '../model/expiry/timeline.ts'
import { expiryOverviewSchema, thresholdsSchema } from '../model/expiry/warning.ts'
import type { CallsOf } from './call-shapes.ts'
import { nothing, ofCredential, savedFile } from './recurring-shapes.ts'

/** How long certificates last, and the warnings of their ends. */
export const expiryCalls = {
  /** Certificates of all profiles that end within `withinDays` or have ended, nearest end first; retired ones left out. */
  'expiry.warnings': {
    input: z.strictObject({ withinDays: z.int().min(0).max(3650) }),
    output: z.array(expiryWarningSchema),
  },
  /** Every certificate of every profile, retired ones too. */
  'expiry.timeline': { input: nothing, output: z.array(timelineCertificateSchema) },
  /** Saves the drawn timeline by a file dialog. Main refuses an SVG that does more than draw. */
  'expiry.saveTimeline': { input: z.strictObject({ svg: z.string().max(timelineSvgLimit) }), output: savedFile },
  /** Every certificate that is watched, with what was said about its warnings. */
  'expiry.overview': { input: nothing, output: expiryOverviewSchema },
  /** Holds a certificate's warnings back until a moment; that it has ended is told all the same. */
  'expiry.snooze': {
    input: z.strictObject({ profileId: profileIdSchema, credentialId: credentialIdSchema, until: instantSchema }),
    output: nothing,
  },
  'expiry.unsnooze': { input: ofCredential, output: nothing },
  /** Notes that a replacement is under way, or with `note` left out that none is. */
  'expiry.setReplacementUnderWay': {
    input: z.strictObject({
      profileId: profileIdSchema,
      credentialId: credentialIdSchema,
      note: z.string().max(200).optional(),
    }),
    output: nothing,
  },
  /** Thresholds of one profile's own; left out: those of the app. */
  'expiry.setProfileThresholds': {
    input: z.strictObject({ profileId: profileIdSchema, thresholds: thresholdsSchema.optional() }),
    output: nothing,
  },
  /** Saves every threshold of every watched certificate as a calendar file (RFC 5545) by a file dialog. */
  'expiry.saveCalendar': { input: nothing, output: savedFile },
  /** Posts a test to the saved address. */
  'expiry.testWebhook': { input: nothing, output: nothing },
} as const satisfies CallsOf<'expiry'>
