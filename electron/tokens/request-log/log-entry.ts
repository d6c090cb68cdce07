import { certificateOf } from '#shared/credentials/credential-parts.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import type { ErrorValue } from '#shared/errors.ts'
import type { Profile } from '#shared/profiles/profile.ts'
import type { LoggedRequest, TokenRequestPreview, RuleVerdict, ShownRequest } from '#shared/requests/logged-request.ts'
import { KnownSecrets } from '../known-secrets.ts'
import { readJwtParts, type TokenResponse } from '../response-json.ts'
import { isSensitiveName, elided } from '../secret-names.ts'
import { encodeFormValue, type TokenRequest } from '../token-request.ts'
import { assertionRules } from './assertion-checks.ts'
import type { Rules } from './check.ts'
import { responseFacts, certificateFacts, readAssertion, type LoggedFacts } from './logged-facts.ts'
import { requestRules } from './request-checks.ts'
import { responseRules } from './response-checks.ts'
import { shownResponse } from './shown-response.ts'

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
  | { readonly response: TokenResponse; readonly refusal: ErrorValue | undefined }
  | { readonly error: ErrorValue }

/** A request that was not sent, against the rules. */
export function previewOf(made: MadeRequest): TokenRequestPreview {
  const facts = factsOf(made)
  return { request: facts.request, rules: compareWithDocument(facts) }
}

/** Returns the log entry of a request that was sent: request, response and checks, without secrets. */
export function logEntryOf(made: MadeRequest, what: string, ending: Ending): Omit<LoggedRequest, 'id'> {
  const facts = factsOf(made, 'response' in ending ? ending.response : undefined)
  return {
    at: new Date(made.madeAt).toISOString(),
    what,
    request: facts.request,
    outcome: outcomeOf(ending),
    rules: compareWithDocument(facts),
  }
}

function outcomeOf(ending: Ending): LoggedRequest['outcome'] {
  if ('error' in ending) return { kind: 'no-response', error: ending.error }
  const { response, refusal } = ending
  const { status, body, durationMs, timings } = response
  return {
    kind: 'response',
    status,
    ...shownResponse(response),
    size: body.size,
    durationMs,
    ...(timings === undefined ? {} : { timings }),
    ...(refusal === undefined ? {} : { refusal }),
  }
}

/** Collects what the checks look at. @param response undefined if none was received or nothing was sent */
export function factsOf({ profile, request, credential, madeAt }: MadeRequest, response?: TokenResponse): LoggedFacts {
  const certificate = certificateOf(credential)
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
    certificate: certificateFacts(credential),
    madeAt,
    response: response && responseFacts(response),
  }
}

/** Returns the secrets of a request, which a response might echo. */
export function secretsIn({ headers, parameters }: TokenRequest): KnownSecrets {
  const basic = headers['authorization']?.split(' ')[1] ?? ''
  const valueOf = (wanted: string): string =>
    encodeFormValue(parameters.find(({ name }) => name === wanted)?.value ?? '')
  // The service may turn a form's into those of HTTP Basic.
  const encoded =
    basic === ''
      ? [valueOf('client_id'), valueOf('client_secret')]
      : Buffer.from(basic, 'base64').toString('utf8').split(':')
  const pairs = [encoded, encoded.map((part) => decodeURIComponent(part.replaceAll('+', ' ')))]
  const values = parameters.flatMap(({ name, value }) => {
    if (name === 'client_assertion') return [value, value.split('.')[2] ?? '']
    return isSensitiveName(name) ? [value] : []
  })
  const credentials = pairs.flatMap(([id = '', secret = '']) => (secret === '' ? [] : [secret, `${id}:${secret}`]))
  return new KnownSecrets([basic, ...credentials, ...values])
}

/** Every rule, in the order of an exchange. */
export const documentRules: Rules = { ...requestRules, ...assertionRules, ...responseRules }

/**
 * Runs all checks on a token request, sent or not: those of the service's document, and if that is silent (requests of
 * the basic and the legacy flavor) those of the standards that the design chose.
 */
export function compareWithDocument(facts: LoggedFacts): RuleVerdict[] {
  return Object.entries(documentRules)
    .filter(([, { isFor }]) => isFor(facts))
    .map(([id, { part, source, rule, judge }]) => ({ id, part, source, rule, ...judge(facts) }))
}

/**
 * Returns a token request for display: the value of `Authorization`, the client secret and the assertion's signature
 * are replaced by `…`, everything else is as sent.
 * @param certificate what the connection presents
 */
function redactedRequest(
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
