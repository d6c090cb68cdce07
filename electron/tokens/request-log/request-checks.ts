import { parseAudience } from '#shared/tokens/audience.ts'
import {
  failed,
  setOtherwise,
  isJwt,
  isLegacy,
  passed,
  parameter,
  shown,
  signsAssertion,
  type Rules,
  type Finding,
} from './check.ts'
import type { LoggedFacts } from './logged-facts.ts'

/** The form parameters that the document names. */
const documented = ['grant_type', 'client_assertion_type', 'client_assertion', 'audience', 'scopes']

/**
 * How the request must be, as far as settings decide it. What Clavis sends whatever the settings are is tested with the
 * code that does.
 */
export const requestRules: Rules = {
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
}

function judgeParameters({ request, profile }: LoggedFacts): Finding {
  const names = request.parameters.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) return failed(`“${twice}” appears more than once.`)
  // The names of these two have checks of their own.
  const renamed = [profile.targetParameter, profile.scopeParameter]
  const further = names.filter((name) => !documented.includes(name) && !renamed.includes(name))
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
