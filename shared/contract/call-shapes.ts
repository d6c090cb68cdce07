import type { z } from 'zod'

/** Input and output of a call. Both sides validate them at run time. */
export interface CallShape {
  readonly input: z.ZodType
  readonly output: z.ZodType
}

/** Calls whose names start with one of these rooms, so that no two parts of the contract define the same call. */
export type CallsOf<Room extends string> = Readonly<Record<`${Room}.${string}`, CallShape>>
