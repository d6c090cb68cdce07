import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'

/** Possible values of an input's fields, by name; other fields are generated from the schema alone. */
export type Candidates = Readonly<Record<string, readonly unknown[]>>

/** How often an input is generated again if rules beyond its shape reject it. */
const maxTries = 200

/**
 * Generates a random valid input for a call from its schema.
 * @param random 0 up to 1
 * @returns undefined if none was found: then the candidates lack something that the call accepts
 */
export function makeInput(
  schema: z.ZodType,
  candidates: Candidates,
  random: () => number,
): { readonly input: unknown } | undefined {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const input = make(schema, '', candidates, random)
    if (schema.safeParse(input).success) return { input }
  }
  return undefined
}

function make(schema: $ZodType, name: string, candidates: Candidates, random: () => number): unknown {
  const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)]
  const among = candidates[name]
  if (among !== undefined && among.length > 0) return pick(among)
  const { def } = (schema as $ZodTypes)._zod
  const inner = (type: $ZodType): unknown => make(type, name, candidates, random)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).flatMap(([member, type]) => {
          const value = make(type, member, candidates, random)
          return value === undefined ? [] : [[member, value]]
        }),
      )
    case 'array':
      return Array.from({ length: 1 + Math.floor(random() * 2) }, () => inner(def.element))
    case 'optional':
    case 'default':
      return random() < 0.3 ? undefined : inner(def.innerType)
    case 'union':
      return inner(pick(def.options) ?? def.options[0] ?? z.never())
    case 'enum':
      return pick(Object.values(def.entries))
    case 'literal':
      return pick(def.values)
    case 'boolean':
      return random() < 0.5
    case 'number':
      return pick([0, 1, 2, 5, 50])
    case 'record':
      return {}
    case 'string':
      return 'format' in def && def.format === 'uuid' ? randomUUID() : pick(['', 'a', 'status', '10.0.0.1', '::1'])
    case 'pipe':
      return inner(def.in)
    default:
      return undefined
  }
}

/** Returns a generator of random numbers that are the same each time. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
