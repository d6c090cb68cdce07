import type { ClavisError } from '../../shared/model/errors/error.ts'
import type { Facts } from './facts.ts'
import type { Suspicion } from './suspicion.ts'

/** What other answers of the token endpoint and of the API mean. */
export function serviceCauses(facts: Facts): Suspicion[] {
  const lists = Object.values(facts.listFailures)
  return [
    ...(facts.tokenFailure === undefined ? [] : answerCauses(facts.tokenFailure, 'token')),
    ...(facts.helloFailure === undefined ? [] : answerCauses(facts.helloFailure, 'api')),
    ...lists.flatMap((failure) => answerCauses(failure, 'lists')),
  ]
}

const places = {
  token: { words: 'token URL', weight: 90 },
  api: { words: 'API address', weight: 60 },
  lists: { words: 'reporting address', weight: 55 },
} as const

function answerCauses(failure: ClavisError, place: keyof typeof places): Suspicion[] {
  const { words, weight } = places[place]
  const status = failure.details?.['status']
  const common = {
    weight,
    what: failure.message,
    evidence: typeof status === 'number' ? [`The status was ${status}.`] : [],
    remedy: failure.hint ?? 'Try again; if it stays so, tell the people who run the service.',
  }
  switch (failure.code) {
    case 'response-not-json':
      return [
        {
          ...{ ...common, id: 'gateway-page', place: 'edit-profile' },
          remedy: `Check the ${words}. If it is right, a gateway or sign-in page stands in between.`,
        },
      ]
    case 'response-truncated':
      return [{ ...common, id: 'answer-broken' }]
    case 'response-too-large':
      return [{ ...common, id: 'answer-too-large' }]
    case 'token-response-invalid':
      return [{ ...common, id: 'token-answer-unusable' }]
    case 'service-rate-limited':
      return [{ ...common, id: 'rate-limited' }]
    case 'service-failed':
      return [{ ...common, id: 'service-down' }]
    case 'service-unauthorized':
      return [{ ...common, id: 'api-token-refused', place: 'edit-profile' }]
    case 'service-refused':
      return [
        {
          ...{ ...common, place: 'edit-profile' },
          ...(status === 403
            ? {
                id: 'api-permission' as const,
                what: `${common.what} The token is good, but not for this.`,
              }
            : { id: 'api-path-wrong' as const }),
        },
      ]
    default:
      return []
  }
}
