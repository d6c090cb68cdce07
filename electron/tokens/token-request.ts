import type { Profile } from '#shared/profiles/profile.ts'
import { tokenParameters, type FormParameter } from '#shared/tokens/token-parameters.ts'
import type { SigningKey } from '../credentials/signing-keys.ts'
import type { ClientCertificate } from '../http/http-message.ts'
import type { Secret } from '../keychain/secret.ts'
import { requireOwnParameters } from '../profiles/own-parameters.ts'
import { assertionClaims, signAssertion, type AssertionClaims, type AssertionHeader } from './assertion.ts'
import { elided } from './secret-names.ts'

export type ClientProof =
  | { readonly kind: 'client_secret_basic' | 'client_secret_post'; readonly clientSecret: Secret }
  | { readonly kind: 'private_key_jwt' | 'tls_client_auth'; readonly signingKey: SigningKey }

/** A token request as sent. */
export interface TokenRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly parameters: readonly FormParameter[]
  /** Presented by the connection (RFC 8705 §2.1). */
  readonly clientCertificate?: ClientCertificate
}

/** What a request and its preview depend on. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly newId: () => string
}

const commonHeaders = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }

/**
 * Builds a profile's token request: `client_credentials` (RFC 6749 §4.4) with the client's authentication, target and
 * scope under the names set in the profile (service document, sections 4.1 and 5).
 * @throws `input-invalid` if an additional parameter would set one of these
 */
export async function buildTokenRequest(profile: Profile, proof: ClientProof, moment: Moment): Promise<TokenRequest> {
  requireOwnParameters(profile)
  const settings = { ...profile, clientAuthentication: proof.kind }
  switch (proof.kind) {
    case 'client_secret_basic':
      return {
        headers: { ...commonHeaders, authorization: basicAuthorization(profile.clientId, proof.clientSecret) },
        parameters: tokenParameters(settings, ''),
      }
    case 'client_secret_post':
      return { headers: commonHeaders, parameters: tokenParameters(settings, proof.clientSecret.text()) }
    case 'private_key_jwt': {
      const { kid, privateKey } = proof.signingKey
      const assertion = await signAssertion(kid, claimsOf(profile, moment), privateKey)
      return { headers: commonHeaders, parameters: tokenParameters(settings, assertion) }
    }
    case 'tls_client_auth': {
      const { privateKey, certificateChainPem } = proof.signingKey
      return {
        headers: commonHeaders,
        parameters: tokenParameters(settings, ''),
        clientCertificate: { privateKey, certificateChainPem },
      }
    }
  }
}

/**
 * Builds the same request without sending it: no secret is read and nothing is signed; `…` replaces them.
 * @param kid the key ID that would be sent; undefined if no credential is active
 */
export function unsentTokenRequest(profile: Profile, kid: string | undefined, moment: Moment): TokenRequest {
  switch (profile.clientAuthentication) {
    case 'client_secret_basic':
      return {
        headers: { ...commonHeaders, authorization: `Basic ${elided}` },
        parameters: tokenParameters(profile, ''),
      }
    case 'private_key_jwt': {
      const header: AssertionHeader = { alg: 'RS256', kid: kid ?? elided }
      const assertion = `${encodePart(header)}.${encodePart(claimsOf(profile, moment))}.${elided}`
      return { headers: commonHeaders, parameters: tokenParameters(profile, assertion) }
    }
    case 'client_secret_post':
    case 'tls_client_auth':
      return { headers: commonHeaders, parameters: tokenParameters(profile, elided) }
  }
}

function claimsOf(profile: Profile, { now, newId }: Moment): AssertionClaims {
  return assertionClaims({
    clientId: profile.clientId,
    tokenUrl: profile.tokenUrl,
    lifetimeSeconds: profile.assertionLifetimeSeconds,
    now,
    jti: profile.includeJti ? newId() : undefined,
  })
}

/** HTTP Basic with ID and secret form-encoded first (RFC 6749 §2.3.1). */
function basicAuthorization(clientId: string, clientSecret: Secret): string {
  const pair = `${encodeFormValue(clientId)}:${encodeFormValue(clientSecret.text())}`
  return `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`
}

function encodePart(part: AssertionHeader | AssertionClaims): string {
  return Buffer.from(JSON.stringify(part), 'utf8').toString('base64url')
}

/** Encodes a form body (RFC 6749 appendix B): `[{ name: 'scope', value: 'a b' }]` to `scope=a+b`. */
export function encodeForm(parameters: readonly FormParameter[]): string {
  return new URLSearchParams(parameters.map(({ name, value }): [string, string] => [name, value])).toString()
}

/** Encodes a value of a form, and of HTTP Basic (RFC 6749 §2.3.1): `a b&c` to `a+b%26c`. */
export function encodeFormValue(value: string): string {
  return new URLSearchParams([['', value]]).toString().slice(1)
}
