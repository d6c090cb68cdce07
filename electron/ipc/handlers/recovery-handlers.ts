import type { Services } from '../../services.ts'
import type { CallHandlers } from '../answer-call.ts'
import type { WindowQuestions } from '../window-questions.ts'

type RecoveryCalls = Extract<keyof CallHandlers, `recovery.${string}`>

/** Handlers of the calls that find and put right what was left in the keychain. */
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
