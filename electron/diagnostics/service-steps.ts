import type { DiagnosisStep } from '#shared/diagnostics/diagnosis.ts'
import type { ClavisError } from '#shared/errors.ts'
import { urlBelow } from '#shared/profiles/address.ts'
import { listNames, listTitles, type ListName } from '#shared/profiles/list-name.ts'
import type { LoggedRequest } from '#shared/requests/logged-request.ts'
import { jsonObject } from '#shared/values/json.ts'
import { differs, isOff, type ServiceClocks } from '../http/service-clocks.ts'
import type { AuthenticatedClient } from '../tokens/authenticated-client.ts'
import type { TokenService } from '../tokens/token-service.ts'
import type { DiagnosisFacts } from './facts.ts'
import { exceedsAssertions } from './refusal/assertion-causes.ts'
import { asFailure, bad, good, skipped, warning } from './step.ts'

/** Requests a new token. If it is refused, may send one more request with a jti. */
export async function tokenStep(tokens: TokenService, facts: DiagnosisFacts): Promise<DiagnosisStep> {
  try {
    const state = await tokens.get(facts.own.profile.id, { renew: true })
    if (state.kind !== 'held') return bad('token', 'The token was discarded during the check.')
    facts.token = state
    return good('token', `Token received; expires in ${state.lifetimeSeconds.toLocaleString()} s.`, [
      { label: 'Type', value: state.tokenType },
      ...(state.scopes === undefined ? [] : [{ label: 'Scopes', value: state.scopes.join(' ') }]),
      ...(state.notice === undefined ? [] : [{ label: 'Notice', value: state.notice }]),
    ])
  } catch (error) {
    const failure = asFailure(error)
    facts.tokenFailure = failure
    const repeated = repeatedJti(tokens.requestLog.list(facts.own.profile.id))
    if (repeated !== undefined) facts.repeatedJti = repeated
    if (mayNeedJti(facts, failure) && (await isAccepted(tokens.tryWithJti(facts.own.profile.id)))) facts.jtiHelps = true
    // The likely cause quotes the service.
    const sentence = failure.code === 'token-refused' ? 'The service refuses the token request.' : failure.message
    return bad('token', sentence, evidenceOf(failure, ['status', 'error', 'cause']))
  }
}

/** Whether the service may require a jti. Many services do not say why they refuse, so only another request can tell. */
function mayNeedJti({ own, kidOwner }: DiagnosisFacts, { code, details }: ClavisError): boolean {
  const { clientAuthentication, includeJti } = own.profile
  return (
    code === 'token-refused' &&
    (details?.['error'] === 'invalid_client' || details?.['error'] === 'invalid_grant') &&
    clientAuthentication === 'private_key_jwt' &&
    !includeJti &&
    kidOwner?.kind === 'active'
  )
}

function isAccepted(request: Promise<void>): Promise<boolean> {
  return request.then(
    () => true,
    () => false,
  )
}

/** Returns the newest assertion's jti if an earlier assertion of this session had the same. */
function repeatedJti([newest, ...earlier]: readonly LoggedRequest[]): string | undefined {
  const jtiIn = ({ request }: LoggedRequest): unknown => jsonObject(request.assertion?.claims ?? '')?.['jti']
  const jti = newest && jtiIn(newest)
  return typeof jti === 'string' && earlier.some((entry) => jtiIn(entry) === jti) ? jti : undefined
}

/** Compares this computer's clock with the service's, from its responses. */
export function clockStep(clocks: ServiceClocks, facts: DiagnosisFacts): DiagnosisStep {
  const clock = clocks.offset(facts.own.profile.tokenUrl)
  if (clock === undefined) return skipped('clock', 'Skipped: the service sent no time.')
  facts.clock = clock
  const seconds = Math.abs(Math.round(clock.offset / 100) / 10)
  const evidence = [
    { label: 'Offset', value: `${(clock.offset / 1000).toFixed(1)} s` },
    { label: 'Uncertainty', value: `± ${(clock.uncertainty / 1000).toFixed(1)} s` },
  ]
  if (!differs(clock)) return good('clock', 'This computer’s clock matches the service’s.', evidence)
  const sentence = `The service’s clock is ${seconds} seconds ${clock.offset > 0 ? 'ahead of' : 'behind'} this computer’s.`
  if (!isOff(clock)) return good('clock', `${sentence.slice(0, -1)}, which most services accept.`, evidence)
  return exceedsAssertions(clock, facts.own.profile)
    ? bad('clock', sentence, evidence)
    : warning('clock', sentence, evidence)
}

/** Checks that the token has the audience and the scopes of the profile. */
export function tokenClaimsStep({ token, own }: DiagnosisFacts): DiagnosisStep {
  if (token === undefined) return skipped('token-claims', 'Skipped: no token.')
  if (token.claims === undefined) return skipped('token-claims', 'Skipped: the token is opaque.')
  const claims = claimsOf(token.claims.payload)
  const evidence = Object.entries(claims).map(([label, value]) => ({ label, value }))
  const { audience, scopes } = own.profile
  if (audience !== '' && claims['aud'] !== undefined && !claims['aud'].split(' ').includes(audience))
    return warning('token-claims', `The token’s audience is “${claims['aud']}”, not the profile’s.`, evidence)
  const missing = scopes.split(/\s+/u).filter((scope) => scope !== '' && token.scopes?.includes(scope) === false)
  if (missing.length > 0)
    return warning('token-claims', `The token lacks requested scopes: ${missing.join(' ')}.`, evidence)
  return good('token-claims', 'The token has the requested audience and scopes.', evidence)
}

export async function helloStep(client: AuthenticatedClient, facts: DiagnosisFacts): Promise<DiagnosisStep> {
  const { profile } = facts.own
  if (facts.token === undefined) return skipped('hello', 'Skipped: no token.')
  if (profile.apiBaseUrl === '') return skipped('hello', 'Skipped: no API base address.')
  try {
    const { status, durationMs, url } = await client.testConnection(profile.id)
    return good('hello', 'The hello-world call succeeded.', [
      { label: 'Address', value: url },
      { label: 'Status', value: String(status) },
      { label: 'Duration', value: `${Math.round(durationMs)} ms` },
    ])
  } catch (error) {
    const failure = asFailure(error)
    facts.helloFailure = failure
    return bad('hello', failure.message, evidenceOf(failure, ['status', 'reason']))
  }
}

/** Timeout for a first page with its retries, ms. */
const firstPageTimeoutMs = 120_000

/** Loads the first page of each list. */
export async function listSteps(client: AuthenticatedClient, facts: DiagnosisFacts): Promise<DiagnosisStep[]> {
  const steps: DiagnosisStep[] = []
  for (const list of listNames) steps.push(await listStep(client, facts, list))
  return steps
}

async function listStep(client: AuthenticatedClient, facts: DiagnosisFacts, list: ListName): Promise<DiagnosisStep> {
  const { profile } = facts.own
  if (facts.token === undefined) return skipped(list, 'Skipped: no token.')
  if (profile.reportsBaseUrl === '') return skipped(list, 'Skipped: no reporting base address.')
  const title = listTitles[list]
  try {
    const url = urlBelow(profile.reportsBaseUrl, list)
    const { status, body, durationMs } = await client.send(profile.id, url, {
      kind: 'list',
      what: `First page of ${title.toLowerCase()} (diagnostics)`,
      timeLimit: firstPageTimeoutMs,
    })
    return good(list, `${title}: first page loaded.`, [
      { label: 'Status', value: String(status) },
      { label: 'Size', value: `${body.size} bytes` },
      { label: 'Duration', value: `${Math.round(durationMs)} ms` },
    ])
  } catch (error) {
    const failure = asFailure(error)
    facts.listFailures[list] = failure
    return bad(list, `${title}: ${failure.message}`, evidenceOf(failure, ['status', 'reason']))
  }
}

function evidenceOf({ details = {} }: ClavisError, names: readonly string[]): DiagnosisStep['evidence'] {
  return names.flatMap((name) => {
    const label = name.charAt(0).toUpperCase() + name.slice(1)
    return details[name] === undefined ? [] : [{ label, value: String(details[name]) }]
  })
}

/** Returns the claims about a token's issuer, audience, subject, scopes and times as texts. */
function claimsOf(payload: string): Record<string, string> {
  const claims = jsonObject(payload) ?? {}
  return Object.fromEntries(
    ['iss', 'aud', 'sub', 'scope', 'scopes', 'iat', 'exp'].flatMap((name): [string, string][] => {
      const value = claims[name]
      if (typeof value === 'string' || typeof value === 'number') return [[name, String(value)]]
      return Array.isArray(value) ? [[name, value.map(String).join(' ')]] : []
    }),
  )
}
