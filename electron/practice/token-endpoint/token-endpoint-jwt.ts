import type { PracticeClient } from '../state/practice-state.ts'
import { invalidRequest, Refusal } from '../state/responses.ts'
import type { TokenFacts } from './access-tokens.ts'
import { checkAssertion, requireJwtBearer, type AssertionContext } from './assertion-check.ts'
import { readTokenForm, type TokenCall } from './token-form.ts'

type JwtTab = 'client-testing' | 'production'

export interface JwtContext extends AssertionContext {
  readonly clients: Readonly<Record<JwtTab, readonly PracticeClient[]>>
  /** Whether to simulate a service that deviates from the document: other names, a client ID in the form, a jti. */
  readonly departs: boolean
}

interface Names {
  readonly target: string
  readonly scope: string
}

const documented: Names = { target: 'audience', scope: 'scopes' }
const departing: Names = { target: 'resource', scope: 'scope' }

/** The audience's environment for each environment, and the products. */
const audienceEnvironments: Readonly<Record<JwtTab, string>> = { 'client-testing': 'sandbox', production: 'prod' }
const audiencePattern = /^practice:uri:(?<environment>[a-z]+):(?:payments|reporting)$/u

const jwtTabs = ['client-testing', 'production'] as const

/** Checks a request with OAuth with JWT (service document, sections 4.1 and 5.2). @throws Refusal */
export function checkJwtCall(call: TokenCall, context: JwtContext): TokenFacts {
  const names = context.departs ? departing : documented
  const form = readTokenForm(
    call,
    context.departs ? 'any' : ['client_assertion_type', 'client_assertion', names.target, names.scope],
  )
  if (call.authorization !== undefined)
    throw invalidRequest('The client authenticates twice: by assertion and by “Authorization”.')
  const type = form.get('client_assertion_type')
  if (type === undefined) throw invalidRequest('“client_assertion_type” is missing.')
  requireJwtBearer(type)
  const assertion = form.get('client_assertion')
  if (assertion === undefined) throw invalidRequest('“client_assertion” is missing.')
  const audience = form.get(names.target)
  if (audience === undefined) throw invalidRequest(`“${names.target}” is missing.`)
  const environment = audiencePattern.exec(audience)?.groups?.['environment']
  if (environment === undefined)
    throw new Refusal(
      'invalid_target',
      `“${names.target}” must be practice:uri:<environment>:payments or …:reporting, but is ${audience}.`,
    )

  // The audience depends on the client's environment, which only a checked assertion proves.
  const clientId = checkAssertion(assertion, {
    ...context,
    clients: jwtTabs.flatMap((tab) => context.clients[tab]),
    tabs: 'neither Client Testing nor Production',
    needsId: context.departs,
  })
  if (context.departs && form.get('client_id') !== clientId)
    throw invalidRequest('“client_id” must be in the form, and the same as “sub”.')
  const tab =
    jwtTabs.find((each) => context.clients[each].some((client) => client.clientId === clientId)) ?? 'client-testing'
  if (environment !== audienceEnvironments[tab])
    throw new Refusal(
      'invalid_target',
      `The audience of this client ID’s environment is “${audienceEnvironments[tab]}”, but “${environment}” was sent.`,
    )
  return { tab, clientId, audience, scopes: form.get(names.scope) }
}
