import type { TokenFacts } from './access-tokens.ts'
import { AssertionRefusal, checkAssertion } from './assertion-check.ts'
import type { PracticeClient } from './practice-state.ts'
import { readTokenForm, TokenRefusal, type TokenCall } from './token-form.ts'

type JwtTab = 'client-testing' | 'production'

/** What the JWT flavor's endpoint knows. */
export interface JwtContext {
  readonly clients: Readonly<Record<JwtTab, PracticeClient>>
  /** The one token URI of Client Testing and Production. */
  readonly tokenUrl: string
  /** Remembers an assertion's id; false where it came before. */
  readonly isNewAssertion: (jti: string, until: number) => boolean
  /** Unix seconds, by the service's clock. */
  readonly now: number
}

/** What the audience's environment must be called in each environment, and the products there are. */
const audienceEnvironments: Readonly<Record<JwtTab, string>> = { 'client-testing': 'sandbox', production: 'prod' }
const audiencePattern = /^practice:uri:(?<environment>[a-z]+):(?:payments|reporting)$/u

const jwtTabs = ['client-testing', 'production'] as const

/** OAuth with JWT (service document, sections 4.1 and 5.2). @throws TokenRefusal */
export function checkJwtCall(call: TokenCall, context: JwtContext): TokenFacts {
  const form = readTokenForm(call, ['client_assertion_type', 'client_assertion', 'audience', 'scopes'])
  if (call.authorization !== undefined)
    throw new TokenRefusal('invalid_request', 'The client authenticates twice: by assertion and by “Authorization”.')
  const type = form.get('client_assertion_type')
  if (type === undefined) throw new TokenRefusal('invalid_request', '“client_assertion_type” is missing.')
  if (type !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
    throw new TokenRefusal(
      'invalid_request',
      '“client_assertion_type” must be urn:ietf:params:oauth:client-assertion-type:jwt-bearer.',
    )
  const assertion = form.get('client_assertion')
  if (assertion === undefined) throw new TokenRefusal('invalid_request', '“client_assertion” is missing.')
  const audience = form.get('audience')
  if (audience === undefined) throw new TokenRefusal('invalid_request', '“audience” is missing.')
  const environment = audiencePattern.exec(audience)?.groups?.['environment']
  if (environment === undefined)
    throw new TokenRefusal(
      'invalid_target',
      `“audience” must read practice:uri:<environment>:payments or …:reporting, and is ${audience}.`,
    )

  // The audience is judged by the client's environment, which only a checked assertion proves.
  const clientId = prove(assertion, context)
  const tab = jwtTabs.find((each) => context.clients[each].clientId === clientId) ?? 'client-testing'
  if (environment !== audienceEnvironments[tab])
    throw new TokenRefusal(
      'invalid_target',
      `This client ID’s environment is “${audienceEnvironments[tab]}” in the audience, and “${environment}” was sent.`,
    )
  return { tab, clientId, audience, scopes: form.get('scopes') }
}

function prove(assertion: string, { clients, tokenUrl, isNewAssertion, now }: JwtContext): string {
  const findClient = (clientId: string): PracticeClient | undefined =>
    jwtTabs.map((tab) => clients[tab]).find((client) => client.clientId === clientId)
  try {
    return checkAssertion(assertion, { tokenUrl, findClient, isNew: isNewAssertion, now })
  } catch (error) {
    if (error instanceof AssertionRefusal) throw new TokenRefusal('invalid_client', error.message)
    throw error
  }
}
