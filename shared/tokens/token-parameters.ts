import type { ProfileSettings } from '../profiles/profile.ts'

/** A form parameter. Its value may be something that stands for the assertion or the client secret. */
export interface FormParameter<Value = string> {
  readonly name: string
  readonly value: Value
}

/** `client_assertion_type` (RFC 7523 §2.2; service document, section 4.1). */
const jwtBearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

type FormSettings = Pick<
  ProfileSettings,
  | 'clientAuthentication'
  | 'clientId'
  | 'audience'
  | 'scopes'
  | 'targetParameter'
  | 'scopeParameter'
  | 'includeClientId'
  | 'extraTokenParameters'
>

/**
 * Returns the form of a token request: `client_credentials` (RFC 6749 §4.4) with the client's authentication, the target
 * and the scope under the names that the profile gives them.
 * @param proof the assertion or the client secret; unused if the header or the connection authenticates the client
 */
export function tokenParameters<P>(settings: FormSettings, proof: P): FormParameter<string | P>[] {
  const { audience, scopes, targetParameter, scopeParameter, clientId, includeClientId, extraTokenParameters } =
    settings
  const optional = (name: string, value: string): FormParameter[] => (value === '' ? [] : [{ name, value }])
  const authentication = authenticationParameters(settings, proof)
  const namesClient = authentication.some(({ name }) => name === 'client_id')
  return [
    { name: 'grant_type', value: 'client_credentials' },
    ...authentication,
    ...optional(targetParameter, audience),
    ...optional(scopeParameter, scopes),
    ...(includeClientId && !namesClient ? [{ name: 'client_id', value: clientId }] : []),
    ...Object.entries(extraTokenParameters).map(([name, value]) => ({ name, value })),
  ]
}

function authenticationParameters<P>(
  { clientAuthentication, clientId }: Pick<FormSettings, 'clientAuthentication' | 'clientId'>,
  proof: P,
): FormParameter<string | P>[] {
  switch (clientAuthentication) {
    case 'client_secret_basic':
      return []
    case 'client_secret_post':
      return [
        { name: 'client_id', value: clientId },
        { name: 'client_secret', value: proof },
      ]
    case 'private_key_jwt':
      return [
        { name: 'client_assertion_type', value: jwtBearer },
        { name: 'client_assertion', value: proof },
      ]
    case 'tls_client_auth':
      return [{ name: 'client_id', value: clientId }]
  }
}
