import { ofProfile, type CallsOf } from '../call-shapes.ts'
import { clockOffsetSchema, diagnosisSchema } from './diagnosis.ts'

export const doctorCalls = {
  /** Checks everything that a token and a call depend on. Requests a new token; `doctor.step` reports each step. */
  'doctor.diagnose': { access: 'uses', input: ofProfile, output: diagnosisSchema },
  /** Returns the clock offset of the profile's token endpoint, by its last response; undefined before one. */
  'doctor.clock': { access: 'shows', input: ofProfile, output: clockOffsetSchema.optional() },
} as const satisfies CallsOf<'doctor'>
