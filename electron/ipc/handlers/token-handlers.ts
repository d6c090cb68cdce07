import type { Services } from '../../services.ts'
import type { CallHandlers } from '../answer-call.ts'
import type { Desktop } from '../desktop.ts'

type TokenCalls = Extract<keyof CallHandlers, `tokens.${string}` | `connection.${string}`>

/** Handlers of the token calls and the connection test. */
export function tokenHandlers({ tokens, client }: Services, { clipboard }: Desktop): Pick<CallHandlers, TokenCalls> {
  return {
    'tokens.state': ({ profileId }) => tokens.state(profileId),
    'tokens.get': ({ profileId, renew }) => tokens.get(profileId, { renew }),
    'tokens.drop': ({ profileId }) => {
      tokens.drop(profileId)
      return tokens.state(profileId)
    },
    'tokens.reveal': async ({ profileId }) => ({ accessToken: await tokens.reveal(profileId) }),
    'tokens.copy': async ({ profileId }) => clipboard.copySecret(await tokens.reveal(profileId)),
    'tokens.preview': ({ profileId }) => tokens.preview(profileId),
    'connection.test': ({ profileId }) => client.testConnection(profileId),
  }
}
