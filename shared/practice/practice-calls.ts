import { z } from 'zod'
import { nothing, type CallsOf } from '../call-shapes.ts'
import { profileSchema } from '../profiles/profile.ts'
import { practiceDataSchema, practiceFaultSchema, practiceStateSchema } from './practice.ts'

export const practiceCalls = {
  'practice.state': { access: 'shows', input: nothing, output: practiceStateSchema },
  'practice.start': { access: 'adjusts', input: nothing, output: practiceStateSchema },
  'practice.stop': { access: 'adjusts', input: nothing, output: practiceStateSchema },
  /** Starts the practice service and creates the practice profiles, ready to use. Returns them. */
  'practice.setUp': { access: 'adjusts', input: nothing, output: z.array(profileSchema) },
  /** Removes the practice profiles with their keys and stops the service. */
  'practice.tearDown': { access: 'adjusts', input: nothing, output: nothing },
  'practice.setFaults': {
    access: 'adjusts',
    input: z.strictObject({ faults: z.array(practiceFaultSchema) }),
    output: practiceStateSchema,
  },
  'practice.setRecords': {
    access: 'adjusts',
    input: z.strictObject({ records: z.int().min(0).max(10_000_000) }),
    output: practiceStateSchema,
  },
  /** Chooses between believable and awkward data, and lets days pass in the believable data. */
  'practice.setData': { access: 'adjusts', input: practiceDataSchema, output: practiceStateSchema },
} as const satisfies CallsOf<'practice'>
