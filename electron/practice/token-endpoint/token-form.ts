/** An error of a token endpoint (RFC 6749 §5.2, RFC 8707 §2). The description says which rule was violated. */
export class TokenRefusal extends Error {
  readonly status: number
  readonly error: string
  readonly headers: Readonly<Record<string, string>>

  constructor(
    error: string,
    description: string,
    { status, headers = {} }: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(description)
    this.error = error
    this.status = status ?? (error === 'invalid_client' ? 401 : 400)
    this.headers = headers
  }
}

/** Returns the error of a client that isn't who it says. */
export function clientRefused(description: string): TokenRefusal {
  return new TokenRefusal('invalid_client', description)
}

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
 * @throws TokenRefusal
 */
export function readTokenForm(call: TokenCall, known: readonly string[] | 'any'): ReadonlyMap<string, string> {
  if (call.method !== 'POST')
    throw new TokenRefusal('invalid_request', 'The token endpoint accepts only POST.', {
      status: 405,
      headers: { allow: 'POST' },
    })
  if (call.mediaType !== 'application/x-www-form-urlencoded')
    throw new TokenRefusal('invalid_request', 'The content type must be application/x-www-form-urlencoded.')
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(call.body)) {
    if (form.has(name)) throw new TokenRefusal('invalid_request', `“${name}” was sent twice.`)
    form.set(name, value)
  }
  const grantType = form.get('grant_type')
  if (grantType === undefined) throw new TokenRefusal('invalid_request', '“grant_type” is missing.')
  if (grantType !== 'client_credentials')
    throw new TokenRefusal('unsupported_grant_type', '“grant_type” must be client_credentials.')
  for (const name of form.keys())
    if (known !== 'any' && name !== 'grant_type' && !known.includes(name))
      throw new TokenRefusal('invalid_request', `This endpoint has no parameter “${name}”.`)
  return form
}
