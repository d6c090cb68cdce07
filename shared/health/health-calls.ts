import { z } from 'zod'
import { nothing, type CallsOf } from '../call-shapes.ts'
import { profileHealthSchema } from './health-schemas.ts'

export const healthCalls = {
  /** Returns what was verified of each profile, what failed last, and its health by that; the most urgent first. */
  'health.list': { access: 'shows', input: nothing, output: z.array(profileHealthSchema) },
} as const satisfies CallsOf<'health'>
