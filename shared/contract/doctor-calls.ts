import { clockOffsetSchema, diagnosisSchema } from '../model/oauth/diagnosis.ts'
import type { CallsOf } from './call-shapes.ts'
import { ofProfile } from './recurring-shapes.ts'

/** What works for a profile, what does not, and why. */
export const doctorCalls = {
  /** Goes through everything that a token and a call rest on. It asks for a new token; `doctor.step` tells each step. */
  'doctor.diagnose': { input: ofProfile, output: diagnosisSchema },
  /** How the clock of the profile's token endpoint stands to this computer's, by its last answer; undefined before one. */
  'doctor.clock': { input: ofProfile, output: clockOffsetSchema.optional() },
} as const satisfies CallsOf<'doctor'>
