import type { Environment } from '#shared/profiles/environment.ts'
import { parseAudience } from '#shared/tokens/audience.ts'

/** Environments of audiences, as the service document gives them in its examples (section 4.1). */
const documented: Readonly<Partial<Record<Environment, string>>> = { 'client-testing': 'sandbox', production: 'prod' }

/**
 * Returns the audience that a refusal asks for: one that it names, or the profile's with the environment that it names;
 * undefined if it names none.
 * @param reason the service's own words
 */
export function suggestedAudience(audience: string, environment: Environment, reason: string): string | undefined {
  const named = reason.match(/[^\s:“”"'‘’<>…]+:uri:[^\s:“”"'‘’<>…]+:[^\s:“”"'‘’<>….,;)]+/gu) ?? []
  const whole = named.find((each) => each !== audience)
  if (whole !== undefined) return whole
  const own = parseAudience(audience)
  if (own === undefined) return undefined
  const quoted = quotedWords(reason)
  const isDocumented = Object.values(documented).includes(own.environment)
  const asked = quoted.includes(own.environment)
    ? quoted.find((word) => word !== own.environment && /^[\w-]+$/u.test(word))
    : isDocumented
      ? documented[environment]
      : undefined
  return asked === undefined || asked === own.environment ? undefined : `${own.prefix}:uri:${asked}:${own.product}`
}

/** Returns the requested scopes without those that a refusal names, or separated as they should be; undefined if they are. */
export function suggestedScopes(scopes: string, reason: string): string | undefined {
  const refused = quotedWords(reason)
  const kept = scopes.split(/[\s,]+/u).filter((scope) => scope !== '' && !refused.includes(scope))
  const suggestion = kept.join(' ')
  return suggestion === scopes ? undefined : suggestion
}

function quotedWords(text: string): string[] {
  return [...text.matchAll(/[“"'‘`](?<word>[^\s“”"'‘’`]+)[”"'’`]/gu)].map(({ groups }) => groups?.['word'] ?? '')
}
