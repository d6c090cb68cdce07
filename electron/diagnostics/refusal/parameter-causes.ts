import { adviseOnAudience, parseAudience } from '#shared/tokens/audience.ts'
import type { DiagnosisFacts, Refusal, Suspicion } from '../facts.ts'
import { suggestedAudience, suggestedScopes } from './suggested-values.ts'

/** Finds a wrong audience, or one sent in another parameter than the service expects (RFC 8707 §2). */
export function targetCauses({ own }: DiagnosisFacts, { error, message, reason }: Refusal): Suspicion[] {
  const { audience, environment, targetParameter, flavor } = own.profile
  const isAboutTarget = error === 'invalid_target' || /\b(?:resource|audience)\b/u.test(message)
  const suggestion = suggestedAudience(audience, environment, reason)
  const field = {
    place: 'edit-profile',
    field: 'audience',
    ...(suggestion === undefined ? {} : { suggestion }),
  } as const
  const wrongTarget = (weight: number): Suspicion => ({
    ...field,
    id: 'audience-wrong',
    weight,
    what: 'The service doesn’t know this audience, or this client may not use it.',
    evidence: [`Audience: “${audience}”.`],
    remedy: 'Compare it with the portal. Expected format: prefix:uri:environment:product.',
  })
  if (!isAboutTarget || flavor !== 'jwt') return error === 'invalid_target' ? [wrongTarget(70)] : []
  const advice = adviseOnAudience(audience, environment)
  const base = error === 'invalid_target' ? 85 : 50
  const suspicions = [wrongTarget(base)]
  if (advice !== undefined)
    suspicions.push({
      id: parseAudience(audience) === undefined ? 'audience-wrong' : 'audience-of-other-environment',
      weight: base + 8,
      ...field,
      what: advice,
      evidence: [`Audience: “${audience}”.`],
      remedy: 'Copy the audience of this environment and product from the portal.',
    })
  if (
    new RegExp(`(?:missing|required).*(?:resource|audience)|(?:resource|audience).*(?:missing|required)`, 'u').test(
      message,
    )
  )
    suspicions.push({
      id: 'parameter-name',
      weight: 84,
      place: 'edit-profile',
      field: 'targetParameter',
      suggestion: targetParameter === 'resource' ? 'audience' : 'resource',
      what: `The service expects the target in a parameter other than “${targetParameter}”.`,
      evidence: [`Sent as ${targetParameter}.`],
      remedy: 'Set “Audience parameter name” in the profile’s settings, for example to “resource”.',
    })
  return suspicions
}

export function scopeCauses({ own }: DiagnosisFacts, { error, message, reason }: Refusal): Suspicion[] {
  const { scopes, scopeParameter } = own.profile
  if (error !== 'invalid_scope' && !/\bscopes?\b/u.test(message)) return []
  const suggestion = suggestedScopes(scopes, reason)
  return [
    {
      id: 'scope-wrong',
      weight: error === 'invalid_scope' ? 92 : 60,
      place: 'edit-profile',
      field: 'scopes',
      ...(suggestion === undefined ? {} : { suggestion }),
      what: scopes.includes(',')
        ? 'The scopes are separated by commas instead of spaces.'
        : 'A scope is unknown to the service, belongs to another product, or is not allowed for this client.',
      evidence: [scopes === '' ? 'No scopes are requested.' : `Requested scopes: ${scopes} (as ${scopeParameter}).`],
      remedy: 'Compare each scope with the portal, or request none.',
    },
  ]
}

/** Finds a parameter that is missing or invalid. */
export function parameterCauses({ error, message }: Refusal): Suspicion[] {
  if (error !== 'invalid_request') return []
  const name = /(?<name>client_id|client_assertion|client_assertion_type|grant_type)/u.exec(message)?.groups?.['name']
  return [
    {
      id: 'parameter-name',
      weight: 65,
      place: 'edit-profile',
      field:
        name === 'client_id' ? 'includeClientId' : name === undefined ? 'extraTokenParameters' : 'clientAuthentication',
      what:
        name === undefined ? 'A parameter is missing or sent twice.' : `The parameter “${name}” is missing or invalid.`,
      evidence: [],
      remedy:
        name === 'client_id'
          ? 'Turn on “Send client_id in the body” in the profile’s settings.'
          : 'Compare “Request & response” on the Token page with the service’s documentation.',
    },
  ]
}
