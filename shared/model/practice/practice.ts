import { z } from 'zod'
import { practiceFaults } from './practice-faults.ts'

export const practiceFaultSchema = z.enum(practiceFaults)
export type PracticeFault = z.infer<typeof practiceFaultSchema>

/** State of the practice service. */
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
    /** Number of records in each list. */
    records: z.int().min(0),
  }),
])
export type PracticeState = z.infer<typeof practiceStateSchema>
