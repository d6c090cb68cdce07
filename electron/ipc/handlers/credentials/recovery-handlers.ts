import type { HandlersOf } from '../../calls/answer-call.ts'
import type { HandlerContext } from '../../handler-context.ts'

/** Creates the handlers of calls that find and restore orphaned keys in the keychain. */
export function recoveryHandlers({ services: { recovery }, questions }: HandlerContext): HandlersOf<'recovery'> {
  return {
    'recovery.list': () => recovery.list(),
    'recovery.leftBehind': () => recovery.leftBehind(),
    'recovery.attach': ({ keyId, profileId }, { windowId }) =>
      recovery.attach(keyId, profileId, questions.inWindow(windowId)),
    'recovery.delete': ({ keyId }, { windowId }) => recovery.delete(keyId, questions.inWindow(windowId)),
  }
}
