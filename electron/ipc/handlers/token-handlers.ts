import type { HandlersOf } from '../calls/answer-call.ts'
import type { HandlerContext } from '../handler-context.ts'

/** Creates the handlers of calls for tokens, the connection test and diagnostics. */
export function tokenHandlers({
  services: { tokens, client, doctor },
  desktop: { clipboard },
  sendEvent,
  questions,
}: HandlerContext): HandlersOf<'tokens' | 'connection' | 'doctor'> {
  return {
    'tokens.state': ({ profileId }) => tokens.state(profileId),
    'tokens.get': ({ profileId, renew }) => tokens.get(profileId, { renew }),
    'tokens.cancel': ({ profileId }) => {
      tokens.cancel(profileId)
      return undefined
    },
    'tokens.drop': ({ profileId }) => {
      tokens.drop(profileId)
      return tokens.state(profileId)
    },
    'tokens.reveal': async ({ profileId }, { windowId }) => ({
      accessToken: await tokens.reveal(profileId, 'show', questions.inWindow(windowId)),
    }),
    'tokens.copy': async ({ profileId }, { windowId }) =>
      clipboard.copySecret(await tokens.reveal(profileId, 'copy', questions.inWindow(windowId))),
    'tokens.preview': ({ profileId }) => tokens.preview(profileId),
    'tokens.requestLog': ({ profileId }) => tokens.requestLog(profileId),
    'doctor.diagnose': ({ profileId }) =>
      doctor.diagnose(profileId, (step) => sendEvent('doctor.step', { profileId, step })),
    'doctor.clock': ({ profileId }) => doctor.clock(profileId),
    'connection.look': ({ profileId, path }) => client.look(profileId, path),
    'connection.test': ({ profileId }) => client.testConnection(profileId),
  }
}
