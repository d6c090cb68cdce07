import type { ClavisError } from '#shared/errors.ts'
import { reasonSentences } from '../../tokens/service-reason.ts'
import type { DiagnosisFacts, Refusal, Suspicion } from '../facts.ts'
import { clientCauses } from './client-causes.ts'
import { parameterCauses, scopeCauses, targetCauses } from './parameter-causes.ts'
import { missingEndpointCauses, otherFlavorCauses } from './token-url-causes.ts'

/** Finds the possible causes of a refusal by the token endpoint (RFC 6749 §5.2, RFC 8707 §2, RFC 7523 §3). */
export function refusalCauses(facts: DiagnosisFacts, failure: ClavisError): Suspicion[] {
  const error = String(failure.details?.['error'] ?? '')
  const reason = failure.details?.['reason']
  const status = failure.details?.['status']
  const description = typeof reason === 'string' ? reason : ''
  const refusal: Refusal = {
    error,
    message: `${error} ${description}`.toLowerCase(),
    reason: description,
    status,
  }
  const response = `Response: “${error === '' ? String(status ?? 'a refusal') : error}”.`
  const evidence = [...reasonSentences(reason), response]
  return candidates(facts, refusal)
    .filter(({ weight }) => weight > 0)
    .map((suspicion) => ({ ...suspicion, evidence: [...suspicion.evidence, ...evidence] }))
}

function candidates(facts: DiagnosisFacts, refusal: Refusal): Suspicion[] {
  if (refusal.status === 404 || refusal.status === 405) return missingEndpointCauses(facts)
  const isClient = ['invalid_client', 'invalid_grant', 'unauthorized_client', 'access_denied', ''].includes(
    refusal.error,
  )
  return [
    ...(isClient ? clientCauses(facts, refusal) : []),
    ...targetCauses(facts, refusal),
    ...scopeCauses(facts, refusal),
    ...otherFlavorCauses(facts, refusal),
    ...parameterCauses(refusal),
    ...(refusal.error === 'unauthorized_client' ? [notAllowed] : []),
    ...(refusal.message.trim() === '' ? [gateway] : []),
    ...(isClient ? [] : clientCauses(facts, refusal).filter(({ weight }) => weight >= 90)),
  ]
}

const notAllowed: Suspicion = {
  id: 'client-not-allowed',
  weight: 75,
  what: 'The portal doesn’t allow this client to use this flavor.',
  evidence: [],
  remedy: 'Check the client’s settings in the portal, or contact the service operator.',
}

const gateway: Suspicion = {
  id: 'gateway-page',
  weight: 20,
  place: 'edit-profile',
  field: 'tokenUrl',
  what: 'A gateway or firewall refused the request, not the service.',
  evidence: ['The response contains no reason.'],
  remedy: 'Check the token URL. If it is right, ask your network administrator.',
}
