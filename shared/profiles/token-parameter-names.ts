import { z } from 'zod'

/** Parameters that authenticate the client (RFC 6749, RFC 7521): only Clavis sends them. */
const authenticating = [
  'grant_type',
  'assertion',
  'client_assertion',
  'client_assertion_type',
  'client_id',
  'client_secret',
]

/** Names under which services take the target and the scope. */
const describing = ['audience', 'resource', 'scope', 'scopes']

const parameterNameSchema = z
  .string()
  .trim()
  .regex(/^[!-~]+$/u, 'Use letters, digits and signs without spaces.')

/** The name under which a profile sends its target or scope. */
export const renamedParameterSchema = parameterNameSchema.refine(
  (name) => !authenticating.includes(name.toLowerCase()),
  'Clavis sets this parameter itself.',
)

/** The name of an additional parameter. Services may read names regardless of case. */
export const extraParameterSchema = renamedParameterSchema.refine(
  (name) => !describing.includes(name.toLowerCase()),
  'Clavis sets this parameter itself: use the fields for audience and scopes.',
)

/** Names as stored: earlier versions took some of today's reserved ones. */
export const storedParameterSchema = parameterNameSchema

interface Named {
  readonly targetParameter: string
  readonly scopeParameter: string
  readonly extraTokenParameters: Readonly<Record<string, string>>
}

/** Returns the names of target and scope that only Clavis may set: earlier versions and backups may have them. */
export function reservedRenamedParameters({
  targetParameter,
  scopeParameter,
}: Omit<Named, 'extraTokenParameters'>): string[] {
  return [targetParameter, scopeParameter].filter((name) => !renamedParameterSchema.safeParse(name).success)
}

/** Returns the additional parameters that would set what Clavis sends itself. */
export function reservedExtraParameters({ targetParameter, scopeParameter, extraTokenParameters }: Named): string[] {
  const own = [targetParameter, scopeParameter].map((name) => name.toLowerCase())
  return Object.keys(extraTokenParameters).filter(
    (name) => own.includes(name.toLowerCase()) || !extraParameterSchema.safeParse(name).success,
  )
}
