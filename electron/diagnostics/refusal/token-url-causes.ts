import type { DiagnosisFacts, Refusal, Suspicion } from '../facts.ts'

/** Lists the causes of a missing endpoint, which says nothing about the client. */
export function missingEndpointCauses({ own }: DiagnosisFacts): Suspicion[] {
  const { tokenUrl } = own.profile
  return [
    ...(endsWithSlash(tokenUrl)
      ? [slash(tokenUrl, 93, 'There is no token endpoint at this address, which ends with a slash.')]
      : []),
    wrongUrl(tokenUrl, 90, 'There is no token endpoint at this address.'),
  ]
}

/** Finds a token URL that is not the aud which the service expects in the assertion (RFC 7523 §3). */
export function assertionAudienceCauses({ own }: DiagnosisFacts, { message }: Refusal): Suspicion[] {
  const { tokenUrl } = own.profile
  const mentionsAudience = /\baud\b|audience/u.test(message)
  if (endsWithSlash(tokenUrl)) {
    const what = 'The token URL ends with a slash, and so does the assertion’s aud, which must match exactly.'
    return [slash(tokenUrl, mentionsAudience ? 93 : 62, what)]
  }
  if (!mentionsAudience) return []
  return [wrongUrl(tokenUrl, 80, 'The service expects a different aud in the assertion than the token URL.')]
}

/** Finds the endpoint of another flavor, which refuses the grant. */
export function otherFlavorCauses({ own }: DiagnosisFacts, { error }: Refusal): Suspicion[] {
  if (error !== 'unsupported_grant_type') return []
  const what = 'This endpoint doesn’t accept client_credentials. It is not the endpoint of this flavor.'
  return [{ ...wrongUrl(own.profile.tokenUrl, 88, what), remedy: 'Copy the token URL of this flavor from the portal.' }]
}

function endsWithSlash(tokenUrl: string): boolean {
  return tokenUrl.endsWith('/') && new URL(tokenUrl).pathname !== '/'
}

function slash(tokenUrl: string, weight: number, what: string): Suspicion {
  const remedy = 'Remove the slash, unless the portal shows it.'
  return {
    ...wrongUrl(tokenUrl, weight, what),
    id: 'token-url-slash',
    remedy,
    suggestion: tokenUrl.replace(/\/+$/u, ''),
  }
}

function wrongUrl(tokenUrl: string, weight: number, what: string): Suspicion {
  return {
    id: 'token-url-wrong',
    weight,
    place: 'edit-profile',
    field: 'tokenUrl',
    what,
    evidence: [`Token URL: ${tokenUrl}.`],
    remedy: 'Copy the exact token URL from the portal.',
  }
}
