import { z } from 'zod'
import { practiceFaults } from './practice-faults.ts'

export const practiceFaultSchema = z.enum(practiceFaults)
export type PracticeFault = z.infer<typeof practiceFaultSchema>

export const practiceDataSchema = z.strictObject({
  /** Awkward instead of believable data. */
  isAwkward: z.boolean(),
  /** How many days the believable data is ahead of today. */
  daysAhead: z.int().min(0).max(3650),
})
export type PracticeData = z.infer<typeof practiceDataSchema>

/** What the practice service says of a client ID from before it was removed, and what to do. */
export const formerPracticeClient = {
  what: 'This client ID is from an earlier set-up of the practice service.',
  remedy:
    'The practice service was removed and set up again, with new client IDs. Copy the client ID from its portal, and set the secret or upload the certificate again; or use the new practice profiles.',
} as const

export const practiceStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('stopped'), profiles: z.int().min(0) }),
  z.strictObject({
    kind: z.literal('running'),
    /** Number of existing practice profiles. */
    profiles: z.int().min(0),
    httpOrigin: z.string(),
    httpsOrigin: z.string(),
    portalUrl: z.string(),
    faults: z.array(practiceFaultSchema),
    /** Number of reports; with awkward data, number of records in each list. */
    records: z.int().min(0),
    data: practiceDataSchema,
  }),
])
export type PracticeState = z.infer<typeof practiceStateSchema>

/** How many of the practice profiles have their credentials, while they are being set up. */
export const practiceProgressSchema = z.strictObject({ ready: z.int().min(0), profiles: z.int().min(1) })
export type PracticeProgress = z.infer<typeof practiceProgressSchema>
