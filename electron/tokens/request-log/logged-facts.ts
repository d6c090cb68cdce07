import { certificateOf, confirmationOf } from '#shared/credentials/credential-parts.ts'
import type { Credential, Thumbprint } from '#shared/credentials/credential.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { ShownRequest } from '#shared/requests/logged-request.ts'
import { jsonObject, objectOf } from '#shared/values/json.ts'
import { readJwtParts, type TokenResponse } from '../response-json.ts'
import { shownMembersOf } from './shown-response.ts'

/** What a response says about the token, without the token. */
export interface ResponseFacts {
  readonly status: number
  /** Its members as they are shown, if the body is a JSON object. */
  readonly members: Readonly<Record<string, unknown>> | undefined
  readonly accessToken: 'jwt' | 'opaque' | 'not-text' | 'missing'
}

/** Everything that the checks look at. Contains no secret. */
export interface LoggedFacts {
  /** At the time of the request. */
  readonly profile: Profile
  readonly request: ShownRequest
  /** The assertion's members, if one is sent that can be read. */
  readonly header: Readonly<Record<string, unknown>> | undefined
  readonly claims: Readonly<Record<string, unknown>> | undefined
  /** The active certificate, and its Thumbprint as pasted from the portal. */
  readonly certificate: { readonly thumbprint: Thumbprint; readonly confirmed: string | undefined } | undefined
  /** When the request was built, milliseconds since the epoch by this computer's clock. */
  readonly madeAt: number
  readonly response: ResponseFacts | undefined
}

/** Parses an assertion's header and claims; undefined if they can't be read. */
export function readAssertion({ assertion }: ShownRequest): Pick<LoggedFacts, 'header' | 'claims'> {
  return { header: jsonObject(assertion?.header ?? ''), claims: jsonObject(assertion?.claims ?? '') }
}

/** The certificate of the credential that signs. */
export function certificateFacts(credential: Credential | undefined): LoggedFacts['certificate'] {
  const certificate = certificateOf(credential)
  return certificate && { thumbprint: certificate.thumbprint, confirmed: confirmationOf(credential)?.thumbprint }
}

/** Describes a response, without its tokens and the secrets of the request. */
export function responseFacts({ status, parsed, secrets }: TokenResponse): ResponseFacts {
  const members = parsed.kind === 'form' ? undefined : objectOf(parsed.value)
  if (members === undefined) return { status, members, accessToken: 'missing' }
  return {
    status,
    members: shownMembersOf(members, secrets),
    accessToken: kindOfToken(members['access_token']),
  }
}

function kindOfToken(token: unknown): ResponseFacts['accessToken'] {
  if (token === undefined) return 'missing'
  if (typeof token !== 'string' || token === '') return 'not-text'
  return readJwtParts(token) === undefined ? 'opaque' : 'jwt'
}
