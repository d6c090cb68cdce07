import type { Services } from '../../../services.ts'
import type { CallHandlers } from '../../calls/answer-call.ts'
import type { WindowQuestions } from '../../window-questions.ts'

type RecoveryCalls = Extract<keyof CallHandlers, `recovery.${string}`>

/** Creates the handlers of calls that find and restore orphaned keys in the keychain. */
export function recoveryHandlers(
  { recovery }: Services,
  questions: WindowQuestions,
): Pick<CallHandlers, RecoveryCalls> {
  return {
    'recovery.list': () => recovery.list(),
    'recovery.leftBehind': () => recovery.leftBehind(),
    'recovery.attach': ({ keyId, profileId }, { windowId }) =>
      recovery.attach(keyId, profileId, questions.inWindow(windowId)),
    'recovery.delete': ({ keyId }, { windowId }) => recovery.delete(keyId, questions.inWindow(windowId)),
  }
}
