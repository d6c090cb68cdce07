import { z } from 'zod'
import { nothing, type CallsOf } from '../call-shapes.ts'
import { profileSchema } from '../profiles/profile.ts'
import { practiceDataSchema, practiceFaultSchema, practiceStateSchema } from './practice.ts'

export const practiceCalls = {
  'practice.state': { input: nothing, output: practiceStateSchema },
  'practice.start': { input: nothing, output: practiceStateSchema },
  'practice.stop': { input: nothing, output: practiceStateSchema },
  /** Starts the practice service and creates the practice profiles, ready to use. Returns them. */
  'practice.setUp': { input: nothing, output: z.array(profileSchema) },
  /** Removes the practice profiles with their keys and stops the service. */
  'practice.tearDown': { input: nothing, output: nothing },
  'practice.setFaults': {
    input: z.strictObject({ faults: z.array(practiceFaultSchema) }),
    output: practiceStateSchema,
  },
  'practice.setRecords': {
    input: z.strictObject({ records: z.int().min(0).max(10_000_000) }),
    output: practiceStateSchema,
  },
  /** Chooses between believable and awkward data, and lets days pass in the believable data. */
  'practice.setData': { input: practiceDataSchema, output: practiceStateSchema },
} as const satisfies CallsOf<'practice'>
