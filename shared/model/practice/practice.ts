import { z } from 'zod'
import { practiceFaults } from './practice-faults.ts'

export const practiceFaultSchema = z.enum(practiceFaults)
export type PracticeFault = z.infer<typeof practiceFaultSchema>

/** How each fault is described to people. */
export const practiceFaultTitles: Readonly<Record<PracticeFault, string>> = {
  'token-expired': 'Access tokens end after five calls (401)',
  'rate-limited': 'Too many requests (429 with Retry-After)',
  unavailable: 'Service unavailable (503)',
  'truncated-body': 'Bodies cut in the middle',
  'repeated-cursor': 'A cursor comes twice',
  'slow-answer': 'Answers take two seconds',
  'clock-ahead': 'The service’s clock is two minutes ahead',
  'other-names': 'The JWT token endpoint asks for resource, scope, client_id and a jti',
}

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
