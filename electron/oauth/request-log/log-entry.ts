import type { Credential } from '../../../shared/model/credential/credential.ts'
import type { ErrorValue } from '../../../shared/model/errors/error.ts'
import type { LoggedRequest, TokenRequestPreview } from '../../../shared/model/oauth/logged-request.ts'
import type { Profile } from '../../../shared/model/profile/profile.ts'
import type { HttpResponse } from '../../http/message/http-message.ts'
import { isSensitiveName } from '../masking/sensitive-names.ts'
import type { TokenRequest } from '../token-request.ts'
import { compareWithDocument } from './checks.ts'
import { responseFacts, certificateFacts, judgeSignature, readAssertion, type LoggedFacts } from './logged-facts.ts'
import { KnownSecrets } from '../masking/known-secrets.ts'
import { learnedSecrets, maskText } from '../masking/masked-text.ts'
import { redactedResponse } from './redacted-response.ts'
import { redactedRequest } from './redacted-request.ts'
import { certificateOf } from '../../../shared/model/credential/credential-parts.ts'

/** A token request and what it was built from. */
export interface MadeRequest {
  readonly profile: Profile
  readonly request: TokenRequest
  /** The credential that signs or is presented. */
  readonly credential: Credential | undefined
  /** Milliseconds since the epoch, by this computer's clock. */
  readonly madeAt: number
}

/** How a request ended: with any response, or without one. */
export type Ending =
  | { readonly response: HttpResponse; readonly refusal: ErrorValue | undefined }
  | { readonly error: ErrorValue }

/** A request that was not sent, against the rules. */
export function previewOf(made: MadeRequest): TokenRequestPreview {
  const facts = factsOf(made)
  return { request: facts.request, rules: compareWithDocument(facts) }
}

/** Returns the log entry of a request that was sent: request, response and checks, without secrets. */
export function logEntryOf(made: MadeRequest, what: string, ending: Ending): Omit<LoggedRequest, 'id'> {
  const { request, madeAt } = made
  const ofRequest = secretsIn(request)
  const secrets = 'response' in ending ? learnedSecrets(ending.response.body.text(), ofRequest) : ofRequest
  const facts = factsOf(made, 'response' in ending ? ending.response : undefined)
  return {
    at: new Date(madeAt).toISOString(),
    what,
    request: facts.request,
    outcome:
      'response' in ending
        ? {
            ...redactedResponse(ending.response, secrets),
            ...(ending.refusal === undefined ? {} : { refusal: ending.refusal }),
          }
        : { kind: 'no-answer', error: ending.error },
    // A field of the response is the service's own and may contain anything.
    rules: compareWithDocument(facts).map((verdict) =>
      verdict.part === 'answer' ? { ...verdict, found: maskText(verdict.found, secrets) } : verdict,
    ),
  }
}

/** Collects what the checks look at. @param response undefined if none was received or nothing was sent */
export function factsOf({ profile, request, credential, madeAt }: MadeRequest, response?: HttpResponse): LoggedFacts {
  const certificate = certificateOf(credential)
  const assertion = request.parameters.find(({ name }) => name === 'client_assertion')?.value
  const shown = redactedRequest(
    profile.tokenUrl,
    request,
    profile.clientAuthentication !== 'tls_client_auth' || certificate === undefined
      ? undefined
      : { subject: certificate.subject, sha1: certificate.thumbprint.sha1 },
  )
  return {
    profile,
    request: shown,
    ...readAssertion(shown),
    signature: certificate === undefined ? 'none' : judgeSignature(assertion, certificate.pem),
    certificate: certificateFacts(credential),
    madeAt,
    answer: response && responseFacts(response),
  }
}

/** Returns the secrets of a request, which a response might echo. */
export function secretsIn({ headers, parameters }: TokenRequest): KnownSecrets {
  const credentials = headers['authorization']?.split(' ')[1] ?? ''
  const [, password = ''] = Buffer.from(credentials, 'base64').toString('utf8').split(':')
  const values = parameters.flatMap(({ name, value }) => {
    if (name === 'client_assertion') return [value, value.split('.')[2] ?? '']
    return isSensitiveName(name) ? [value] : []
  })
  return new KnownSecrets([credentials, password, decodeURIComponent(password.replaceAll('+', ' ')), ...values])
}
