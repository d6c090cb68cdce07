import type { z } from 'zod'

/** What goes into a call and what comes out of it. Both sides check it at run time. */
export interface CallShape {
  readonly input: z.ZodType
  readonly output: z.ZodType
}

/** Calls whose names begin with one of these rooms, so that no two parts of the contract can have the same call. */
export type CallsOf<Room extends string> = Readonly<Record<`${Room}.${string}`, CallShape>>
