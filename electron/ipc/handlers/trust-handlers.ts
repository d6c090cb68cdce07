import type { HandlersOf } from '../calls/answer-call.ts'
import type { HandlerContext } from '../handler-context.ts'

/** Creates the handlers of calls for servers' certificates. */
export function trustHandlers({ services: { trust }, questions }: HandlerContext): HandlersOf<'trust'> {
  return {
    'trust.inspectTls': ({ profileId, address }) => trust.inspectTls(profileId, address),
    'trust.add': ({ profileId, sha256 }, { windowId }) => trust.trust(profileId, sha256, questions.inWindow(windowId)),
  }
}
