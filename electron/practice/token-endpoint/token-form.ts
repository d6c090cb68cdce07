import { invalidRequest, Refusal } from '../state/responses.ts'

/** The part of a token request that every flavor reads. */
export interface TokenCall {
  readonly method: string
  /** Without parameters, in lower case. */
  readonly mediaType: string
  readonly authorization: string | undefined
  readonly body: string
}

/**
 * Parses the form of a token request, with each parameter once (RFC 6749 §3.2) and no unknown ones.
 * @param known `any`: further parameters are ignored, as in the standard
 * @throws Refusal
 */
export function readTokenForm(call: TokenCall, known: readonly string[] | 'any'): ReadonlyMap<string, string> {
  if (call.method !== 'POST')
    throw new Refusal('invalid_request', 'The token endpoint accepts only POST.', {
      status: 405,
      headers: { allow: 'POST' },
    })
  if (call.mediaType !== 'application/x-www-form-urlencoded')
    throw invalidRequest('The content type must be application/x-www-form-urlencoded.')
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(call.body)) {
    if (form.has(name)) throw invalidRequest(`“${name}” was sent twice.`)
    form.set(name, value)
  }
  const grantType = form.get('grant_type')
  if (grantType === undefined) throw invalidRequest('“grant_type” is missing.')
  if (grantType !== 'client_credentials')
    throw new Refusal('unsupported_grant_type', '“grant_type” must be client_credentials.')
  for (const name of form.keys())
    if (known !== 'any' && name !== 'grant_type' && !known.includes(name))
      throw invalidRequest(`This endpoint has no parameter “${name}”.`)
  return form
}
