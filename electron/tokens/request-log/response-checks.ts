import { isSuccess } from '../token-response.ts'
import { failed, judged, passed, notChecked, shown, type Rules, type Finding } from './check.ts'
import type { ResponseFacts, LoggedFacts } from './logged-facts.ts'

const isFor = (): boolean => true

/** Checks of the response (service document, sections 2 and 4.1), for every flavor. */
export const responseRules: Rules = {
  'token-object': {
    part: 'response',
    source: 'Section 4.1',
    isFor,
    rule: 'The response is a JSON object with the access token.',
    judge: ({ response }) => {
      if (response === undefined) return notChecked('There is no response.')
      const { status, members } = response
      if (members === undefined) return failed(`The status is ${status}, but the body is not a JSON object.`)
      if (isSuccess(response)) return passed(`The status is ${status}, and the body is a JSON object.`)
      const error = members['error']
      return failed(`The status is ${status}${error === undefined ? '' : `, and the error is ${shown(error)}`}.`)
    },
  },
  'access-token': {
    part: 'response',
    source: 'Section 2',
    rule: 'access_token is a JWT.',
    isFor,
    judge: ofToken(({ accessToken }) => {
      switch (accessToken) {
        case 'jwt':
          return passed('It is a JWT.')
        case 'opaque':
          return failed('It is opaque text that only the service can read.')
        case 'not-text':
          return failed('It is not text.')
        case 'missing':
          return failed('It is missing.')
      }
    }),
  },
  'token-type': {
    part: 'response',
    source: 'Section 2',
    rule: 'token_type is “Bearer”.',
    isFor,
    judge: ofToken(({ members }) => {
      const type = members?.['token_type']
      return judged(type === 'Bearer', type)
    }),
  },
  'lifetime-stated': {
    part: 'response',
    source: 'Sections 2 and 8',
    isFor,
    rule: 'expires_in is the token’s lifetime in seconds, a whole number.',
    judge: ofToken(({ members }) => {
      const lifetime = members?.['expires_in']
      return judged(typeof lifetime === 'number' && Number.isSafeInteger(lifetime) && lifetime > 0, lifetime)
    }),
  },
}

/** Makes a check of the token, which is not done if the response is a refusal. */
function ofToken(judge: (response: ResponseFacts) => Finding): (facts: LoggedFacts) => Finding {
  return ({ response }) => {
    if (response === undefined) return notChecked('There is no response.')
    return isSuccess(response) && response.members !== undefined
      ? judge(response)
      : notChecked('No token was received.')
  }
}
