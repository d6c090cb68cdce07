import type { Credential } from '../../../shared/model/credential/credential.ts'
import type { ErrorValue } from '../../../shared/model/errors/error.ts'
import type { TokenExchange, TokenRequestPreview } from '../../../shared/model/oauth/exchange.ts'
import type { Profile } from '../../../shared/model/profile/profile.ts'
import type { HttpResponse } from '../../http/message/http-message.ts'
import { encodeFormValue } from '../form-encoding.ts'
import type { TokenRequest } from '../token-request.ts'
import { compareWithDocument } from './checks.ts'
import { answerFacts, certificateFacts, judgeSignature, readAssertion, type ExchangeFacts } from './logged-facts.ts'
import { redactAnswer, showAnswer } from './shown-response.ts'
import { showRequest } from './shown-request.ts'

/** A token request and what it was made from. */
export interface MadeRequest {
  readonly profile: Profile
  readonly request: TokenRequest
  /** The credential that signs or is presented. */
  readonly credential: Credential | undefined
  /** Milliseconds since the epoch, by this computer's clock. */
  readonly madeAt: number
}

/** How a request ended: with an answer of any kind, or without one. */
export type Ending =
  { readonly response: HttpResponse; readonly refusal: ErrorValue | undefined } | { readonly error: ErrorValue }

/** A request that was not sent, against the rules. */
export function previewOf(made: MadeRequest): TokenRequestPreview {
  const facts = factsOf(made)
  return { request: facts.request, rules: compareWithDocument(facts) }
}

/** A request that was sent and its answer, without secrets, against the rules. */
export function exchangeOf(made: MadeRequest, what: string, ending: Ending): Omit<TokenExchange, 'id'> {
  const { request, madeAt } = made
  const secrets = secretsIn(request)
  const facts = factsOf(made, 'response' in ending ? ending.response : undefined)
  return {
    at: new Date(madeAt).toISOString(),
    what,
    request: facts.request,
    outcome:
      'response' in ending
        ? {
            ...showAnswer(ending.response, secrets),
            ...(ending.refusal === undefined ? {} : { refusal: ending.refusal }),
          }
        : { kind: 'no-answer', error: ending.error },
    // What a member of the answer says is the service's own: it may hold anything.
    rules: compareWithDocument(facts).map((verdict) =>
      verdict.part === 'answer' ? { ...verdict, found: redactAnswer(verdict.found, secrets) } : verdict,
    ),
  }
}

/** What the rules are compared with. @param response undefined where none came, or nothing was sent */
export function factsOf({ profile, request, credential, madeAt }: MadeRequest, response?: HttpResponse): ExchangeFacts {
  const certificate = credential !== undefined && 'certificate' in credential ? credential.certificate : undefined
  const assertion = request.parameters.find(({ name }) => name === 'client_assertion')?.value
  const shown = showRequest(
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
    answer: response && answerFacts(response),
  }
}

/** What a request carries in secret, in every spelling in which an answer might send it back. */
export function secretsIn({ headers, parameters }: TokenRequest): string[] {
  const credentials = headers['authorization']?.split(' ')[1] ?? ''
  const [, password = ''] = Buffer.from(credentials, 'base64').toString('utf8').split(':')
  const values = parameters.flatMap(({ name, value }) => {
    if (name === 'client_secret') return [value]
    return name === 'client_assertion' ? [value, value.split('.')[2] ?? ''] : []
  })
  const plain = [credentials, password, decodeURIComponent(password.replaceAll('+', ' ')), ...values]
  return plain.flatMap((secret) => [secret, encodeFormValue(secret), encodeURIComponent(secret)])
}
