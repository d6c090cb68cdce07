import type { ClavisError } from '#shared/errors.ts'
import { reasonSentences } from '../tokens/service-reason.ts'
import type { DiagnosisFacts, Suspicion } from './facts.ts'

/** Finds the causes of other error responses of the token endpoint and the API. */
export function serviceCauses(facts: DiagnosisFacts): Suspicion[] {
  const lists = Object.values(facts.listFailures)
  return [
    ...(facts.tokenFailure === undefined ? [] : responseCauses(facts.tokenFailure, 'token')),
    ...(facts.helloFailure === undefined ? [] : responseCauses(facts.helloFailure, 'api')),
    ...lists.flatMap((failure) => responseCauses(failure, 'lists')),
  ]
}

const places = {
  token: { setting: 'token URL', field: 'tokenUrl', weight: 90 },
  api: { setting: 'API base address', field: 'apiBaseUrl', weight: 60 },
  lists: { setting: 'reporting base address', field: 'reportsBaseUrl', weight: 55 },
} as const

function responseCauses(failure: ClavisError, place: keyof typeof places): Suspicion[] {
  const { setting, field, weight } = places[place]
  const { status, reason } = failure.details ?? {}
  const common = {
    weight,
    what: failure.message,
    evidence: [...reasonSentences(reason), ...(typeof status === 'number' ? [`Status: ${status}.`] : [])],
    remedy: failure.hint ?? 'Try again. If the problem persists, contact the service operator.',
  }
  switch (failure.code) {
    case 'response-not-json':
      return [
        {
          ...common,
          id: 'gateway-page',
          place: 'edit-profile',
          field,
          remedy: `Check the ${setting}. If it is right, a gateway or sign-in page may be in between.`,
        },
      ]
    case 'response-truncated':
    case 'response-encoding-unsupported':
      return [{ ...common, id: 'response-damaged' }]
    case 'response-too-large':
      return [{ ...common, id: 'response-too-large' }]
    case 'token-response-invalid':
      return [{ ...common, id: 'token-response-unusable' }]
    case 'service-rate-limited':
      return [{ ...common, id: 'rate-limited' }]
    case 'service-failed':
      return [{ ...common, id: 'service-down' }]
    case 'service-unauthorized':
      return [{ ...common, id: 'api-token-refused', place: 'edit-profile', field: 'audience' }]
    case 'service-refused':
      return [
        {
          ...common,
          place: 'edit-profile',
          ...(status === 403
            ? {
                id: 'api-permission' as const,
                field: 'scopes' as const,
                what: `${common.what} The token is valid but lacks permission.`,
              }
            : { id: 'api-path-wrong' as const, field }),
        },
      ]
    default:
      return []
  }
}
