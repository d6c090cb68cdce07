import { urlBelow } from '../profiles/address.ts'
import type { ClientAuthentication } from '../profiles/environment.ts'
import type { Profile } from '../profiles/profile.ts'
import { tokenParameters, type FormParameter } from './token-parameters.ts'

/** Where samples read the client's own files and secret from: none of them is in a sample. */
export const sampleFiles = {
  key: 'private-key.pem',
  certificate: 'certificate.pem',
  bundle: 'client.p12',
  authorities: 'authorities.pem',
} as const

/** What a code sample does: request a token, then call one address with it. */
export interface SampleRequest {
  readonly tokenUrl: string
  readonly clientId: string
  readonly authentication: ClientAuthentication
  readonly kid: string
  readonly lifetimeSeconds: number
  readonly includeJti: boolean
  /** In the order in which Clavis sends them; {@link proof} instead of the assertion or the client secret. */
  readonly parameters: readonly FormParameter<string | typeof proof>[]
  /** A list; without a reporting address the hello-world check; undefined without any address. */
  readonly call: { readonly url: string; readonly isList: boolean } | undefined
  /** Whether the profile trusts additional certificate authorities. */
  readonly hasOwnAuthorities: boolean
}

/** Stands for the assertion or the client secret among the parameters: no setting is it. */
export const proof: unique symbol = Symbol('proof')

/**
 * Returns what the code samples of a profile do: the same as Clavis.
 * @param kid the key ID that is sent; undefined if no credential is active
 */
export function sampleRequest(profile: Profile, kid: string | undefined): SampleRequest {
  const { tokenUrl, clientId, apiBaseUrl, reportsBaseUrl, helloPath } = profile
  return {
    tokenUrl,
    clientId,
    authentication: profile.clientAuthentication,
    kid: kid ?? 'THUMBPRINT',
    lifetimeSeconds: profile.assertionLifetimeSeconds,
    includeJti: profile.includeJti,
    parameters: tokenParameters(profile, proof),
    call:
      reportsBaseUrl !== ''
        ? { url: urlBelow(reportsBaseUrl, 'reports'), isList: true }
        : apiBaseUrl === ''
          ? undefined
          : { url: urlBelow(apiBaseUrl, helloPath), isList: false },
    hasOwnAuthorities: profile.certificateAuthorities.length > 0,
  }
}
