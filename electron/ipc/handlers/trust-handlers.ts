import type { Services } from '../../services.ts'
import type { CallHandlers } from '../calls/answer-call.ts'
import type { WindowQuestions } from '../window-questions.ts'

type TrustCalls = Extract<keyof CallHandlers, `trust.${string}`>

/** Creates the handlers of calls for servers' certificates. */
export function trustHandlers({ trust }: Services, questions: WindowQuestions): Pick<CallHandlers, TrustCalls> {
  return {
    'trust.look': ({ profileId, address }) => trust.look(profileId, address),
    'trust.add': ({ profileId, sha256 }, { windowId }) => trust.trust(profileId, sha256, questions.inWindow(windowId)),
  }
}
