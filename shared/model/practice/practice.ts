import { z } from 'zod'
import { practiceFaults } from './practice-faults.ts'

export const practiceFaultSchema = z.enum(practiceFaults)
export type PracticeFault = z.infer<typeof practiceFaultSchema>

/** The practice service as the page sees it. */
export const practiceStateSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('stopped'), profiles: z.int().min(0) }),
  z.strictObject({
    kind: z.literal('running'),
    /** Number of practice profiles that exist. */
    profiles: z.int().min(0),
    httpOrigin: z.string(),
    httpsOrigin: z.string(),
    portalUrl: z.string(),
    faults: z.array(practiceFaultSchema),
    /** Records in each list. */
    records: z.int().min(0),
  }),
])
export type PracticeState = z.infer<typeof practiceStateSchema>
