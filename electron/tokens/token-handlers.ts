import type { HandlersOf } from '../ipc/answer-call.ts'
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
    'tokens.cancel': ({ profileId }) => tokens.cancel(profileId),
    'tokens.drop': ({ profileId }) => tokens.drop(profileId),
    'tokens.reveal': async ({ profileId }, { windowId }) => ({
      accessToken: await tokens.reveal(profileId, 'show', questions.inWindow(windowId)),
    }),
    'tokens.copy': async ({ profileId }, { windowId }) =>
      clipboard.copySecret(await tokens.reveal(profileId, 'copy', questions.inWindow(windowId))),
    'tokens.preview': ({ profileId }) => tokens.preview(profileId),
    'tokens.requestLog': ({ profileId }) => tokens.requestLog.list(profileId),
    'doctor.diagnose': ({ profileId }) =>
      doctor.diagnose(profileId, (step) => sendEvent('doctor.step', { profileId, step })),
    'doctor.clock': ({ profileId }) => doctor.clock(profileId),
    'connection.get': ({ profileId, path }) => client.get(profileId, path),
    'connection.test': ({ profileId }) => client.testConnection(profileId),
  }
}

/** Creates the handlers of calls for servers' certificates. */
export function trustHandlers({ services: { trust }, questions }: HandlerContext): HandlersOf<'trust'> {
  return {
    'trust.inspectTls': ({ profileId, address }) => trust.inspectTls(profileId, address),
    'trust.add': ({ profileId, sha256 }, { windowId }) => trust.trust(profileId, sha256, questions.inWindow(windowId)),
  }
}
