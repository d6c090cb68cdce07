import type { HandlerContext } from '../handler-context.ts'
import type { HandlersOf } from '../ipc/answer-call.ts'

/** Creates the handlers of calls for tokens. */
export function tokenHandlers({
  services: { tokens },
  desktop: { clipboard },
  questions,
}: HandlerContext): HandlersOf<'tokens'> {
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
  }
}
