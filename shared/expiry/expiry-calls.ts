import { z } from 'zod'
import { nothing, ofCredential, ofProfile, savedFile, type CallsOf } from '../call-shapes.ts'
import { instantSchema } from '../profiles/profile.ts'
import { expiryOverviewSchema, thresholdsSchema, timelineCertificateSchema } from './warning-schemas.ts'

export const expiryCalls = {
  /** Lists every certificate of every profile, including retired ones. */
  'expiry.timeline': { access: 'shows', input: nothing, output: z.array(timelineCertificateSchema) },
  /** Lists every watched certificate, with the state of its warnings. */
  'expiry.overview': { access: 'shows', input: nothing, output: expiryOverviewSchema },
  /** Pauses a certificate's warnings until a moment, except on expiry. */
  'expiry.snooze': { access: 'changes', input: ofCredential.extend({ until: instantSchema }), output: nothing },
  'expiry.unsnooze': { access: 'changes', input: ofCredential, output: nothing },
  /** Marks a certificate as being replaced; without `note`, removes the mark. */
  'expiry.setReplacementUnderWay': {
    access: 'changes',
    input: ofCredential.extend({
      note: z.string().max(200).optional(),
    }),
    output: nothing,
  },
  /** Sets a profile's own thresholds; without them, those of the app apply. */
  'expiry.setProfileThresholds': {
    access: 'changes',
    input: ofProfile.extend({ thresholds: thresholdsSchema.optional() }),
    output: nothing,
  },
  /** Saves the expiry of every watched certificate, with its upcoming warnings, as a calendar file (RFC 5545) chosen in a dialog. */
  'expiry.saveCalendar': { access: 'shows', input: nothing, output: savedFile },
  /** Posts a test message to the saved address. */
  'expiry.testWebhook': { access: 'adjusts', input: nothing, output: nothing },
} as const satisfies CallsOf<'expiry'>
