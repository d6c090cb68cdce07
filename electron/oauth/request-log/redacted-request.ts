import type { ShownRequest } from '../../../shared/model/oauth/logged-request.ts'
import { readJwtParts } from '../responses/jwt-parts.ts'
import type { TokenRequest } from '../token-request.ts'
import { elided } from '../masking/elided.ts'
import { isSensitiveName } from '../masking/sensitive-names.ts'

/**
 * Returns a token request for display: the value of `Authorization`, the client secret and the assertion's signature
 * are replaced by `…`, everything else is as sent.
 * @param certificate what the connection presents
 */
export function redactedRequest(
  url: string,
  { headers, parameters }: Pick<TokenRequest, 'headers' | 'parameters'>,
  certificate: ShownRequest['clientCertificate'],
): ShownRequest {
  const assertion = parameters.find(({ name }) => name === 'client_assertion')?.value
  const parts = assertion === undefined ? undefined : readJwtParts(assertion)
  return {
    method: 'POST',
    url,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value: shownHeader(name, value) })),
    parameters: parameters.map(({ name, value }) => ({ name, value: shownParameter(name, value) })),
    ...(parts === undefined ? {} : { assertion: { header: parts.header, claims: parts.payload } }),
    ...(certificate === undefined ? {} : { clientCertificate: certificate }),
  }
}

function shownHeader(name: string, value: string): string {
  return name.toLowerCase() === 'authorization' ? `${value.split(' ')[0] ?? ''} ${elided}` : value
}

function shownParameter(name: string, value: string): string {
  if (name === 'client_assertion') return withoutSignature(value)
  return isSensitiveName(name) ? elided : value
}

/** Header and claims stay; anything that doesn't have their form is treated as a secret. */
function withoutSignature(assertion: string): string {
  const [header, claims, ...rest] = assertion.split('.')
  return header === undefined || claims === undefined || rest.length !== 1 ? elided : `${header}.${claims}.${elided}`
}
