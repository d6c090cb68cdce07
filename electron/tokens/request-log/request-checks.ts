import { parseAudience } from '#shared/tokens/audience.ts'
import {
  failed,
  setOtherwise,
  isBasic,
  isJwt,
  isLegacy,
  judged,
  passed,
  parameter,
  shown,
  signsAssertion,
  type Rules,
  type Finding,
} from './check.ts'
import type { LoggedFacts } from './logged-facts.ts'

const formType = 'application/x-www-form-urlencoded'
const jwtBearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** The form parameters that the document names. */
const documented = ['grant_type', 'client_assertion_type', 'client_assertion', 'audience', 'scopes']

/** How the request itself must be: method, address, headers, form. */
export const requestRules: Rules = {
  method: {
    part: 'request',
    source: 'Section 4.1',
    rule: 'The request method is POST.',
    isFor: isJwt,
    judge: ({ request }) => (request.method === 'POST' ? passed : failed)(`The method is ${request.method}.`),
  },
  'token-url': {
    part: 'request',
    source: 'Section 4.1',
    rule: 'The request goes to the token URL from the portal.',
    isFor: isJwt,
    judge: ({ request, profile }) =>
      request.url === profile.tokenUrl
        ? passed(`It goes to ${request.url}.`)
        : failed(`It goes to ${request.url}, but the profile’s token URL is ${profile.tokenUrl}.`),
  },
  'content-type': {
    part: 'request',
    rule: `The content type is ${formType}.`,
    source: 'Section 4.1',
    isFor: isJwt,
    judge: judgeContentType,
  },
  'grant-type': {
    part: 'request',
    source: 'Section 4.1',
    rule: 'grant_type is client_credentials.',
    isFor: isJwt,
    judge: (facts) => judgeParameter(facts, 'grant_type', 'client_credentials'),
  },
  'client-assertion-type': {
    part: 'request',
    source: 'Section 4.1',
    rule: `client_assertion_type is ${jwtBearer}.`,
    isFor: isJwt,
    judge: (facts) => judgeParameter(facts, 'client_assertion_type', jwtBearer),
  },
  'client-assertion': {
    part: 'request',
    source: 'Section 4.1',
    rule: 'client_assertion is the signed JWT, without spaces or line breaks.',
    isFor: isJwt,
    judge: judgeAssertion,
  },
  audience: {
    part: 'request',
    source: 'Section 4.1',
    rule: 'audience is required and names the API resource.',
    isFor: isJwt,
    judge: (facts) => {
      const { targetParameter } = facts.profile
      const value = parameter(facts, 'audience')
      if (value !== undefined) return passed(`It is ${shown(value)}.`)
      return targetParameter !== 'audience' && parameter(facts, targetParameter) !== undefined
        ? setOtherwise(`It is sent as “${targetParameter}”`)
        : failed('No audience is sent.')
    },
  },
  'audience-form': {
    part: 'request',
    source: 'Section 4.1',
    rule: 'The audience has the format <prefix>:uri:<environment>:<product>.',
    isFor: (facts) => isJwt(facts) && targetOf(facts) !== undefined,
    judge: (facts) => {
      const value = targetOf(facts) ?? ''
      const audience = parseAudience(value)
      return audience === undefined
        ? failed(`It is ${shown(value)}.`)
        : passed(`Environment “${audience.environment}”, product “${audience.product}”.`)
    },
  },
  scopes: {
    part: 'request',
    source: 'Section 4.1',
    rule: 'scopes is optional and lists the requested capabilities.',
    isFor: isJwt,
    judge: (facts) => {
      const { scopeParameter } = facts.profile
      const value = parameter(facts, 'scopes')
      if (value !== undefined) return passed(`It is ${shown(value)}.`)
      return scopeParameter !== 'scopes' && parameter(facts, scopeParameter) !== undefined
        ? setOtherwise(`It is sent as “${scopeParameter}”`)
        : passed('No scopes are requested.')
    },
  },
  parameters: {
    part: 'request',
    source: 'Section 4.1',
    rule: 'The form contains only the five documented parameters, each once.',
    isFor: isJwt,
    judge: judgeParameters,
  },
  'no-client-secret': {
    part: 'request',
    source: 'Section 1',
    rule: 'The signed JWT alone authenticates the client; no secret is sent.',
    isFor: isJwt,
    judge: (facts) => {
      if (parameter(facts, 'client_secret') !== undefined) return failed('The form contains a client_secret.')
      return header(facts.request, 'authorization') === undefined
        ? passed('No client secret and no Authorization header are sent.')
        : failed('An Authorization header is sent.')
    },
  },
  'shared-secret': {
    part: 'request',
    source: 'Sections 1 and 5.1',
    rule: 'Client ID and client secret authenticate the client.',
    isFor: isBasic,
    judge: (facts) => {
      if (/^Basic \S/iu.test(header(facts.request, 'authorization') ?? '')) return passed('Sent by HTTP Basic.')
      const inBody = parameter(facts, 'client_secret') !== undefined
      return inBody && parameter(facts, 'client_id') === facts.profile.clientId
        ? passed('Sent in the form.')
        : failed('Sent neither by HTTP Basic nor in the form.')
    },
  },
  'one-authentication': {
    part: 'request',
    source: 'RFC 6749, section 2.3',
    rule: 'The client authenticates in exactly one way.',
    isFor: (facts) => !isJwt(facts),
    judge: (facts) => {
      const ways = [
        ...(header(facts.request, 'authorization') === undefined ? [] : ['HTTP Basic']),
        ...(parameter(facts, 'client_secret') === undefined ? [] : ['a client secret in the form']),
        ...(parameter(facts, 'client_assertion') === undefined ? [] : ['an assertion']),
        ...(facts.request.clientCertificate === undefined ? [] : ['a client certificate']),
      ]
      return (ways.length === 1 ? passed : failed)(`Sent: ${ways.length === 0 ? 'nothing' : ways.join(', ')}.`)
    },
  },
  'client-certificate': {
    part: 'request',
    source: 'RFC 8705, section 2.1',
    rule: 'The connection presents the client’s certificate.',
    isFor: (facts) => isLegacy(facts) && !signsAssertion(facts),
    judge: ({ request: { clientCertificate } }) =>
      clientCertificate === undefined
        ? failed('No certificate is presented.')
        : passed(`It presents ${clientCertificate.subject}, SHA-1 ${clientCertificate.sha1}.`),
  },
  'client-id': {
    part: 'request',
    source: 'RFC 8705, section 2',
    rule: 'client_id in the form is the client ID.',
    isFor: (facts) => isLegacy(facts) && !signsAssertion(facts),
    judge: (facts) => judgeParameter(facts, 'client_id', facts.profile.clientId),
  },
  'legacy-assertion-type': {
    part: 'request',
    source: 'RFC 7523, section 2.2',
    rule: `client_assertion_type is ${jwtBearer}.`,
    isFor: (facts) => isLegacy(facts) && signsAssertion(facts),
    judge: (facts) => judgeParameter(facts, 'client_assertion_type', jwtBearer),
  },
  'standard-grant-type': {
    part: 'request',
    source: 'RFC 6749, section 4.4.2',
    rule: 'grant_type is client_credentials.',
    isFor: (facts) => !isJwt(facts),
    judge: (facts) => judgeParameter(facts, 'grant_type', 'client_credentials'),
  },
  'standard-content-type': {
    part: 'request',
    source: 'RFC 6749, section 4.4.2',
    rule: `The content type is ${formType}.`,
    isFor: (facts) => !isJwt(facts),
    judge: judgeContentType,
  },
}

function judgeContentType({ request }: LoggedFacts): Finding {
  const value = header(request, 'content-type')
  return judged(value?.split(';')[0]?.trim().toLowerCase() === formType, value)
}

function judgeParameter(facts: LoggedFacts, name: string, wanted: string): Finding {
  const value = parameter(facts, name)
  return judged(value === wanted, value)
}

function judgeAssertion(facts: LoggedFacts): Finding {
  const value = parameter(facts, 'client_assertion')
  if (value === undefined) return failed('No client_assertion is sent.')
  if (/\s/u.test(value)) return failed('It contains spaces or line breaks.')
  return value.split('.').length === 3 && facts.header !== undefined && facts.claims !== undefined
    ? passed('It has three parts.')
    : failed('It is not a JWT with three parts.')
}

function judgeParameters({ request, profile }: LoggedFacts): Finding {
  const names = request.parameters.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return failed(`“${twice}” appears more than once.`)
  // The names of these two have checks of their own.
  const renamed = [profile.targetParameter, profile.scopeParameter]
  const further = names.filter((name) => !documented.includes(name) && !renamed.includes(name))
  const wanted = [...Object.keys(profile.extraTokenParameters), ...(profile.includeClientId ? ['client_id'] : [])]
  const unwanted = further.filter((name) => !wanted.includes(name))
  if (unwanted.length > 0) return failed(`Not documented: ${listed(unwanted)}.`)
  return further.length === 0
    ? passed(`It contains ${listed(names)}.`)
    : setOtherwise(`It also contains ${listed(further)}`)
}

function listed(names: readonly string[]): string {
  return names.map((name) => `“${name}”`).join(', ')
}

function targetOf(facts: LoggedFacts): string | undefined {
  return parameter(facts, 'audience') ?? parameter(facts, facts.profile.targetParameter)
}

function header({ headers }: LoggedFacts['request'], wanted: string): string | undefined {
  return headers.find(({ name }) => name.toLowerCase() === wanted)?.value
}
